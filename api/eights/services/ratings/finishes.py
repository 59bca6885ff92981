"""Who finished where: what a game says about its players, if it is rated at all."""

from collections.abc import Sequence

import msgspec

from eights.rules.scoring import ranking
from eights.services.game import Game
from eights.services.ratings.eligibility import players_of, unrated_because


class Finish(msgspec.Struct, frozen=True):
    """Somebody in one seat, and the place that counts for the rating: equal ones are ties."""

    entrant: str
    """A player's id."""
    place: int


def finishes(game: Game) -> Sequence[Finish]:
    """Return who finished where, by seat; nothing for a game that is not over, or not rated.

    A seat that a house bot took over counts for the player who left it. Those who left share the last place, whatever
    became of their seats; a host who called off a game that they played in has left it, and the others are tied.
    """
    if game.status not in ("finished", "aborted") or unrated_because(game) is not None:
        return ()
    players = [player for player in players_of(game) if player is not None]
    return tuple(map(Finish, players, _places(game))) if len(players) == len(game.seats) else ()


def _places(game: Game) -> list[int]:
    """The places of those who stayed, among themselves; a stand-in's place is not that of who left."""
    left = {seat for seat, holder in enumerate(game.seats) if holder.former_player is not None} | {*game.state.gone}
    reached = ranking(game.state)
    if game.aborted:
        left |= {seat for seat, holder in enumerate(game.seats) if holder.player == game.host_player}
        reached = (1,) * len(reached)
    stayed = [reached[seat] for seat in range(len(reached)) if seat not in left]
    return [
        1 + len(stayed) if seat in left else 1 + sum(other < place for other in stayed)
        for seat, place in enumerate(reached)
    ]
