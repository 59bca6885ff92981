"""What is shown of a player."""

from typing import Annotated

import msgspec
from msgspec import Meta

from eights.bots.house import HOUSE_BOTS
from eights.rules.view import Moment
from eights.services.players.player import DEFAULT_PARALLEL_GAMES, MOST_PARALLEL_GAMES, Player, house_bot_of
from eights.services.ratings.reading import RatingReading
from eights.services.ratings.views import EntrantId, EntrantKind, RatingView
from eights.services.records import Records
from eights.services.refusals import Refused
from eights.services.times import rfc3339
from eights.services.tokens import PlayerToken


class ProfileView(msgspec.Struct, frozen=True):
    """A player, as everybody may know it; ``parallel_games`` is how many games of one match it plays at once.

    A house bot is of the kind ``house``, and was never registered. ``ratings`` are by variant, of those that the player
    was rated at.
    """

    id: EntrantId
    name: str
    kind: EntrantKind
    created_at: Moment | None
    parallel_games: Annotated[int, Meta(ge=1, le=MOST_PARALLEL_GAMES)]
    ratings: dict[str, RatingView]


class RegisteredView(msgspec.Struct, frozen=True):
    """A new player and its token, which is shown this once and acts for every seat that the player holds."""

    player: ProfileView
    token: PlayerToken


class TokenView(msgspec.Struct, frozen=True):
    """A player's new token, shown this once; the one before it is no longer valid."""

    token: PlayerToken


class Profiles:
    """Shows players."""

    def __init__(self, players: Records[Player], ratings: RatingReading) -> None:
        self._players = players
        self._ratings = ratings

    def player(self, player_id: str) -> Player:
        """Return a player; raises ``Refused("player_not_found")``."""
        player = self._players.read(player_id).value
        if player is None:
            raise Refused("player_not_found")
        return player

    def view(self, player: Player) -> ProfileView:
        """Return all that everybody may know of a player."""
        return profile_view(player, self._ratings.of(player.id))

    def of(self, entrant: str) -> ProfileView:
        """Return all that everybody may know of a player or a house bot; raises ``Refused("player_not_found")``."""
        bot = house_bot_of(entrant)
        if bot is None:
            return self.view(self.player(entrant))
        if bot not in HOUSE_BOTS:
            raise Refused("player_not_found")
        at_once = DEFAULT_PARALLEL_GAMES["bot"]
        return ProfileView(entrant, bot, "house", None, at_once, self._ratings.of(entrant))


def profile_view(player: Player, ratings: dict[str, RatingView]) -> ProfileView:
    """Return what a player said of itself, and its ratings."""
    created_at = rfc3339(player.created_at_ms)
    return ProfileView(player.id, player.name, player.kind, created_at, player.parallel_games, ratings)
