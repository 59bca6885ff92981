"""What the server answers about players, as frozen values; unknown fields are ignored, as everywhere."""

import msgspec

from eights.client.models import GameView


class Rating(msgspec.Struct, frozen=True):
    """A rating at one variant: ``rating`` is the conservative estimate, ``mu - 3 sigma``, that ranks."""

    rating: float
    mu: float
    sigma: float
    games: int


class Profile(msgspec.Struct, frozen=True):
    """A player, or a house bot, as everybody may know it."""

    id: str
    """A house bot's is ``bot:`` and its name."""
    name: str
    kind: str
    """``human``, ``bot``, or ``house`` for a house bot."""
    parallel_games: int
    """How many games of one match it plays at once."""
    created_at: str | None = None
    ratings: dict[str, Rating] = {}
    """By variant."""


class Registered(msgspec.Struct, frozen=True):
    """A new player, and the token that is the player: shown this once, so keep it and do not log it."""

    player: Profile
    token: str


class NewToken(msgspec.Struct, frozen=True):
    """The token that is valid from now on; shown this once."""

    token: str


class Leader(msgspec.Struct, frozen=True):
    """An entry of a leaderboard; equal ratings share a place."""

    place: int
    id: str
    name: str
    kind: str
    rating: float
    mu: float
    sigma: float
    games: int


class Opponent(msgspec.Struct, frozen=True):
    """Somebody else in a rated game, and the place that counted."""

    id: str
    name: str
    kind: str
    place: int


class RatedGame(msgspec.Struct, frozen=True):
    """A game that moved a rating; which one it was, and who else was in it, only those know who may."""

    at: str
    place: int
    before: Rating
    after: Rating
    game_id: str | None = None
    opponents: tuple[Opponent, ...] | None = None


class RatingChange(msgspec.Struct, frozen=True):
    """What a game did to a rating: conservative estimates before and after it."""

    variant: str
    before: float
    after: float


class Notice(msgspec.Struct, frozen=True):
    """One thing that a player was told. ``type`` says what; which of the other fields there are depends on it.

    ``invited``, ``game_started``, ``deal_due``, ``your_turn`` and ``game_finished`` are about a game, ``match_*`` about
    a match, ``tournament_*`` about a tournament.
    """

    type: str
    game_id: str | None = None
    match_id: str | None = None
    tournament_id: str | None = None
    seat: int | None = None
    """The player's own."""
    variant: str | None = None
    version: int | None = None
    """The game's, for which it holds."""
    revision: str = ""
    """The same with its mark, where a deal is due."""
    passed: bool = False
    """Whether it is no longer so: there is nothing to do."""
    view: GameView | None = None
    """The game as it is now, where it is the player's turn."""
    status: str | None = None
    totals: tuple[int, ...] = ()
    ranking: tuple[int, ...] = ()
    winners: tuple[int, ...] | None = None
    rating: RatingChange | None = None
    """What a game that is over did to the player's rating; None if it was not rated."""
    round: int | None = None
    table: int | None = None
    bye: bool = False


class InboxUpdate(msgspec.Struct, frozen=True):
    """What a player was told at once; numbered from 1, without gaps."""

    version: int
    events: tuple[Notice, ...]


class InboxSnapshot(msgspec.Struct, frozen=True):
    """Where an inbox is followed from: the games that wait for the player to move, to deal or to accept a seat."""

    version: int
    games: tuple[GameView, ...]
    more: bool = False
    """Whether more games wait than are shown."""


class InboxPage(msgspec.Struct, frozen=True):
    """What a player was told after a version; or, with ``reset``, the games that wait, as some of it is gone."""

    items: tuple[InboxUpdate, ...]
    version: int
    games: tuple[GameView, ...] = ()
    more: bool = False
    reset: bool = False
    revision: str = ""
    """The version with its mark: what to ask after next."""
