"""What players are told in their inboxes, in the past tense or as what is due: one kind per thing to know.

A notice names what it is about and holds no card: what a player may see of a game is added when the notice is read, as
the game is then.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from eights.rules.state import Seat
from eights.rules.view import Count
from eights.services.following import Ending, Place
from eights.services.game import GameId
from eights.services.identity import RecordId
from eights.services.ratings.rating import RatingChange
from eights.services.views import Version

Number = Annotated[int, Meta(ge=1)]


class Notice(msgspec.Struct, frozen=True, tag_field="type"):
    """One of the notices below."""


class Invited(Notice, frozen=True, tag="invited"):
    """A seat is kept for the player: ``POST /v1/games/{game_id}/seats`` takes it, ``DELETE`` of the seat declines."""

    game_id: GameId
    seat: Seat
    variant: str


class GameStarted(Notice, frozen=True, tag="game_started"):
    """All seats of a game are taken, one of them by the player; the first notice of a game."""

    game_id: GameId
    seat: Seat
    variant: str


class DealDue(Notice, frozen=True, tag="deal_due"):
    """The next round waits to be dealt, by whoever is first: ``POST /v1/games/{game_id}/deals``."""

    game_id: GameId
    seat: Seat
    version: Version


class YourTurn(Notice, frozen=True, tag="your_turn"):
    """The player is on turn; one for each version at which that is so."""

    game_id: GameId
    seat: Seat
    version: Version


class GameFinished(Notice, frozen=True, tag="game_finished"):
    """A game is over, called off or played to its end; the last notice of it."""

    game_id: GameId
    seat: Seat
    version: Version
    status: Ending
    totals: tuple[Count, ...]
    ranking: tuple[Place, ...]
    winners: tuple[Seat, ...] | None
    rating: RatingChange | None = None
    """What it did to the player's rating; null if it was not a rated game."""


class MatchInvited(Notice, frozen=True, tag="match_invited"):
    """Somebody would have the player in a match: ``POST /v1/matches/{match_id}/entries`` enters it."""

    match_id: RecordId


class MatchStarted(Notice, frozen=True, tag="match_started"):
    """All have entered a match, and its games begin."""

    match_id: RecordId


class MatchFinished(Notice, frozen=True, tag="match_finished"):
    """A match is over, or was called off."""

    match_id: RecordId


class TournamentInvited(Notice, frozen=True, tag="tournament_invited"):
    """An organiser would have the player in: ``POST /v1/tournaments/{tournament_id}/entries`` enters the tournament."""

    tournament_id: RecordId


class TournamentEntered(Notice, frozen=True, tag="tournament_entered"):
    """The player was entered in a tournament."""

    tournament_id: RecordId


class TournamentStarted(Notice, frozen=True, tag="tournament_started"):
    """A tournament that the player is in has begun."""

    tournament_id: RecordId


class TournamentRoundStarted(Notice, frozen=True, tag="tournament_round_started"):
    """A round of a tournament was paired: the player sits at a table, numbered from 1, or has a bye."""

    tournament_id: RecordId
    round: Number
    table: Number | None
    bye: bool = False


class TournamentFinished(Notice, frozen=True, tag="tournament_finished"):
    """A tournament is over: its standings are final."""

    tournament_id: RecordId


class TournamentWithdrawn(Notice, frozen=True, tag="tournament_withdrawn"):
    """The player is out of a tournament, and what was still to play is forfeited."""

    tournament_id: RecordId


MatchNotice = MatchInvited | MatchStarted | MatchFinished
TournamentNotice = (
    TournamentInvited
    | TournamentEntered
    | TournamentStarted
    | TournamentRoundStarted
    | TournamentFinished
    | TournamentWithdrawn
)
AnyNotice = Invited | GameStarted | DealDue | YourTurn | GameFinished | MatchNotice | TournamentNotice
