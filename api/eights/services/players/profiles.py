"""What is shown of a player."""

from typing import Annotated

import msgspec
from msgspec import Meta

from eights.rules.view import Moment
from eights.services.identity import RecordId
from eights.services.players.player import MOST_PARALLEL_GAMES, Player, PlayerKind
from eights.services.records import Records
from eights.services.refusals import Refused
from eights.services.times import rfc3339
from eights.services.tokens import PlayerToken


class ProfileView(msgspec.Struct, frozen=True):
    """A player, as everybody may know it; ``parallel_games`` is how many games of one match it plays at once."""

    id: RecordId
    name: str
    kind: PlayerKind
    created_at: Moment
    parallel_games: Annotated[int, Meta(ge=1, le=MOST_PARALLEL_GAMES)]


class RegisteredView(msgspec.Struct, frozen=True):
    """A new player and its token, which is shown this once and acts for every seat that the player holds."""

    player: ProfileView
    token: PlayerToken


class TokenView(msgspec.Struct, frozen=True):
    """A player's new token, shown this once; the one before it is no longer valid."""

    token: PlayerToken


class Profiles:
    """Shows players."""

    def __init__(self, players: Records[Player]) -> None:
        self._players = players

    def player(self, player_id: str) -> Player:
        """Return a player; raises ``Refused("player_not_found")``."""
        player = self._players.read(player_id).value
        if player is None:
            raise Refused("player_not_found")
        return player

    def view(self, player: Player) -> ProfileView:
        """Return all that everybody may know of a player."""
        return profile_view(player)


def profile_view(player: Player) -> ProfileView:
    """Return what a player said of itself."""
    return ProfileView(player.id, player.name, player.kind, rfc3339(player.created_at_ms), player.parallel_games)
