"""Which games move ratings, and why others do not."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from msgspec.structs import replace

from eights.rules.catalogue import resolve, variants
from eights.rules.ruleset import Match, Rules
from eights.services.game import Game, SeatHolder

UnratedBecause = Literal[
    "guests", "house_bots", "one_player", "left_early", "called_off", "variant_unrated", "option_unrated", "own_rules"
]
"""Why a game moves no ratings: a person plays or played in it who is no registered player; a house bot does; only one
player does; somebody left before the end of their first turn; it was called off by somebody who does not play; its
variant, or an option, is not offered as rated; or its rules were changed by a patch."""


def unrated_because(game: Game) -> UnratedBecause | None:
    """Return why a game moves no ratings, None if it does, or will if it goes on as it is.

    A seat that a house bot took over counts for the player who left it. Open seats are no reason yet.
    """
    return _by_players(game.seats) or _by_course(game) or _by_rules(game)


def players_of(game: Game) -> list[str | None]:
    """Return for whom each seat counts: the registered player who left it or sits there, else nobody."""
    return [holder.former_player or holder.player for holder in game.seats]


def host_left(game: Game) -> bool:
    """Tell whether a game ended because one of its players, as its host, called it off: that is leaving it."""
    return game.aborted and any(
        player is not None and player == game.host_player and (holder.had_turn or holder.former_player == player)
        for player, holder in zip(players_of(game), game.seats, strict=True)
    )


def _by_players(seats: Sequence[SeatHolder]) -> UnratedBecause | None:
    taken = [holder for holder in seats if holder.name is not None]
    players = [holder.former_player or holder.player for holder in taken]
    nobodys = [holder for holder, player in zip(taken, players, strict=True) if player is None]
    if any(holder.bot is None or holder.former_hash is not None for holder in nobodys):
        return "guests"
    if nobodys:
        return "house_bots"
    return "one_player" if len(taken) == len(seats) and len(set(players)) < 2 else None


def _by_course(game: Game) -> UnratedBecause | None:
    if game.left_early:
        return "left_early"
    return "called_off" if game.aborted and not host_left(game) else None


def _by_rules(game: Game) -> UnratedBecause | None:
    variant = variants().get(game.variant)
    if variant is None or not variant.rated:
        return "variant_unrated"
    if not all(name in variant.options and variant.options[name].rated for name in game.options):
        return "option_unrated"
    return None if game.state.rules in _offered(game.variant, game.options) else "own_rules"


@lru_cache(maxsize=256)
def _offered(variant: str, options: tuple[str, ...]) -> tuple[Rules, ...]:
    """The rules as the catalogue has them; and for a single round of them, as matches and tournaments play."""
    rules = resolve(variants()[variant], options)
    return rules, replace(rules, match=Match())
