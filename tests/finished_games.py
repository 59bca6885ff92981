"""Games that are over, for tests of what follows from them: who sat where, and with what total."""

import secrets
from collections.abc import Sequence

from msgspec.structs import replace

import builders
from eights.services.game import Game, SeatHolder
from eights.services.players.player import house_bot_of


def somebody() -> str:
    """Return a player's id that no other test uses."""
    return "".join(secrets.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(16))


def seated(entrant: str) -> SeatHolder:
    """Return the holder of a seat: a player by its id, or a house bot as ``bot:<name>``."""
    bot = house_bot_of(entrant)
    return SeatHolder(entrant, player=entrant) if bot is None else SeatHolder(entrant, bot=bot)


def finished(entrants: Sequence[str | SeatHolder], totals: Sequence[int], *, variant: str = "crazy-eights") -> Game:
    """Return a game that was played to its end: the lowest total has won it."""
    holders = tuple(one if isinstance(one, SeatHolder) else seated(one) for one in entrants)
    game = builders.game(somebody(), variant_id=variant, seats=len(holders))
    winners = tuple(seat for seat, total in enumerate(totals) if total == min(totals))
    state = replace(game.state, status="finished", scores=tuple(totals), winners=winners)
    return replace(game, version=40, seats=holders, state=state)
