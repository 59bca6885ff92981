"""Registered players as those who sit in seats, or for whom seats are kept."""

from collections.abc import Collection

from eights.services.access import Caller
from eights.services.game import SeatHolder
from eights.services.players.player import Player
from eights.services.records import Records
from eights.services.refusals import Refused


class Seating:
    """Finds the players who are to sit in seats."""

    def __init__(self, players: Records[Player]) -> None:
        self._players = players

    def of(self, caller: Caller) -> SeatHolder | None:
        """Return the caller as somebody who sits in a seat; None if it is no registered player."""
        if caller.player is None:
            return None
        player = self._players.read(caller.player).value
        return None if player is None else seat_of(player)

    def known(self, player_ids: Collection[str]) -> dict[str, Player]:
        """Return players by their ids; raises ``Refused("unknown_player")`` with the first that is none."""
        wanted = list(player_ids)
        found = dict(zip(wanted, self._players.read_many(wanted), strict=True))
        for player_id, player in found.items():
            if player is None:
                raise Refused("unknown_player", player=player_id)
        return {player_id: player for player_id, player in found.items() if player is not None}


def seat_of(player: Player) -> SeatHolder:
    """Return a seat that a player sits in, having consented."""
    return SeatHolder(player.name, player=player.id, is_program=player.kind == "bot")


def seat_kept_for(player_id: str) -> SeatHolder:
    """Return an open seat that only this player can take."""
    return SeatHolder(invited=player_id)
