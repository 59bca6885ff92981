"""Who finished where: what a game says about its players, if it is rated at all."""

from collections.abc import Sequence

import msgspec

from eights.rules.scoring import ranking
from eights.services.game import Game, SeatHolder
from eights.services.players.player import HOUSE


class Finish(msgspec.Struct, frozen=True):
    """Somebody in one seat, and the place that counts for the rating: equal ones are ties."""

    entrant: str
    """A player's id, or ``bot:<name>`` for a house bot."""
    place: int


def finishes(game: Game) -> Sequence[Finish]:
    """Return who finished where, by seat; nothing for a game that is not rated.

    Rated is what was played to its end by registered players and house bots, at least two different ones. A seat that
    a house bot took over counts for the player who left it. Those who left share the last place, whatever became of
    their seats.
    """
    if game.status != "finished":
        return ()
    entrants = [entrant for holder in game.seats if (entrant := _entrant(holder)) is not None]
    if len(entrants) < len(game.seats) or len(set(entrants)) < 2:
        return ()
    return tuple(map(Finish, entrants, _places(game)))


def _entrant(holder: SeatHolder) -> str | None:
    """A seat that somebody left counts for who left it, and for nobody if that was no registered player."""
    if holder.former_player is not None or holder.player is not None:
        return holder.former_player or holder.player
    return HOUSE + holder.bot if holder.bot is not None and holder.former_hash is None else None


def _places(game: Game) -> list[int]:
    """The places of those who stayed, among themselves; a stand-in's place is not that of who left."""
    left = {seat for seat, holder in enumerate(game.seats) if holder.former_player is not None} | {*game.state.gone}
    reached = ranking(game.state)
    stayed = [reached[seat] for seat in range(len(reached)) if seat not in left]
    return [
        1 + len(stayed) if seat in left else 1 + sum(other < place for other in stayed)
        for seat, place in enumerate(reached)
    ]
