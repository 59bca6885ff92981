"""A game as one viewer may see it: structures filled field by field, and encoded as they stand."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from eights.rules.cards import Card
from eights.rules.moves import AnyMove
from eights.rules.scoring import hand_points, ranking
from eights.rules.shuffle import Hex256, commitment
from eights.rules.state import RoundEnding, RoundScore, Seat
from eights.rules.view import Count, Moment, OwnView, RoundView, card_counts, own_view, round_view, seats_owing
from eights.services.access import Viewer
from eights.services.game import Game, GameId, GameStatus, OnLeave, SeatHolder, Visibility
from eights.services.identity import RecordId
from eights.services.ratings.eligibility import UnratedBecause, unrated_because
from eights.services.revisions import RevisionText
from eights.services.times import rfc3339
from eights.services.tokens import HostToken, SeatToken

Version = Annotated[int, Meta(ge=1)]
SeatKey = Annotated[str, Meta(pattern="^([0-9]|1[01])$", description="A seat's number, as names are texts in JSON.")]


class SeatView(msgspec.Struct, frozen=True):
    """A seat as everybody sees it; an open one has neither name nor kind."""

    seat: Seat
    name: str | None
    kind: Literal["human", "bot"] | None
    cards: Count
    score: Count
    out: bool
    bot: str | UnsetType = UNSET
    """The house bot that plays the seat."""
    player: RecordId | UnsetType = UNSET
    """The registered player who sits here."""
    invited: RecordId | UnsetType = UNSET
    """The registered player for whom the open seat is kept."""
    owes_announcement: bool | UnsetType = UNSET
    away: bool | UnsetType = UNSET
    """Whether the server plays the seat until its player moves again."""


class ScoreView(msgspec.Struct, frozen=True):
    """One line of the sheet: ``hand_points`` are each hand's, multiplied; ``points`` is what each seat added.

    ``hands`` are what each seat was left with; there are none while other games on the same deal go on.
    """

    number: Annotated[int, Meta(ge=1)]
    dealer: Seat
    winner: Seat | None
    ended_by: RoundEnding
    finishing_card: Card | None
    multiplier: Annotated[int, Meta(ge=1)]
    hands: tuple[tuple[Card, ...], ...]
    hand_points: tuple[Count, ...]
    points: tuple[Count, ...]
    totals: tuple[Count, ...]


class ClockView(msgspec.Struct, frozen=True):
    """How long a turn may take, and what happens when it runs out."""

    move_s: Count
    on_timeout: Literal["auto", "bot", "forfeit"]
    strikes: Count


class GameView(msgspec.Struct, frozen=True):
    """A game as one viewer sees it."""

    id: GameId
    version: Version
    revision: RevisionText
    status: GameStatus
    variant: str
    options: tuple[str, ...]
    visibility: Visibility
    auto_deal: bool
    clock: ClockView | None
    on_leave: OnLeave
    seed_hash: Hex256
    steps_hash: Hex256 | None
    """Of all steps so far, each hashed behind those before it, and of the ending behind the last. With it, `eights
    verify` tells whether a replay leaves any of them out. Null in a game from before there were such hashes."""
    created_at: Moment
    seats: list[SeatView]
    round: RoundView | None
    you: OwnView | None
    last_round: ScoreView | None
    winners: tuple[Seat, ...] | None
    rated: bool
    """Whether the game moves ratings, or will if it goes on as it is."""
    unrated_because: UnratedBecause | None
    """Why it moves none; `/docs/ratings` says it in words."""


class MovesView(msgspec.Struct, frozen=True):
    """What a seat may do, and the version that this holds for."""

    version: Version
    revision: RevisionText
    legal_moves: list[AnyMove]


class SheetView(msgspec.Struct, frozen=True):
    """The whole sheet: totals and places by seat, winners once the match is over."""

    version: Version
    revision: RevisionText
    status: GameStatus
    rounds: list[ScoreView]
    totals: tuple[Count, ...]
    ranking: tuple[Annotated[int, Meta(ge=1)], ...]
    winners: tuple[Seat, ...] | None


class CreatedView(msgspec.Struct, frozen=True):
    """A new game with the tokens of its host and of the seats that were given names; they are shown this once."""

    game: GameView
    host_token: HostToken
    seat_tokens: dict[SeatKey, SeatToken]


class TakenSeatView(msgspec.Struct, frozen=True):
    """A seat that was taken, and its token, shown this once; a registered player plays with its own."""

    seat: Seat
    token: SeatToken | UnsetType = UNSET


class JoinedView(msgspec.Struct, frozen=True):
    """A seat at a table that the server chose, its token, shown this once, and the table.

    A registered player plays with its own token, and gets no other.
    """

    game: GameView
    seat: Seat
    token: SeatToken | UnsetType = UNSET


def game_view(game: Game, viewer: Viewer) -> GameView:
    """Return the game as this viewer may see it."""
    state, unrated = game.state, unrated_because(game)
    return GameView(
        id=game.id,
        version=game.version,
        revision=str(game.revision),
        status=game.status,
        variant=game.variant,
        options=game.options,
        visibility=game.visibility,
        auto_deal=game.auto_deal,
        clock=_clock(game),
        on_leave=game.on_leave,
        seed_hash=commitment(state.chance),
        steps_hash=game.course.hex() or None,
        created_at=rfc3339(game.created_at_ms),
        seats=_seats(game),
        round=round_view(state, _deadline(game)),
        you=None if viewer.seat is None else own_view(state, viewer.seat),
        last_round=None if state.last_score is None else score_view(game, state.last_score),
        winners=_winners(game),
        rated=unrated is None,
        unrated_because=unrated,
    )


def sheet_view(game: Game, sheet: Sequence[RoundScore]) -> SheetView:
    """Return the score sheet from its lines; everybody sees it."""
    return SheetView(
        version=game.version,
        revision=str(game.revision),
        status=game.status,
        rounds=[score_view(game, score) for score in sheet],
        totals=game.state.scores,
        ranking=ranking(game.state),
        winners=_winners(game),
    )


def score_view(game: Game, score: RoundScore) -> ScoreView:
    """Return one line of the sheet."""
    rules = game.state.rules
    return ScoreView(
        number=score.number,
        dealer=score.dealer,
        winner=score.winner,
        ended_by=score.ended_by,
        finishing_card=score.finishing_card,
        multiplier=score.multiplier,
        # Whoever leaves at once would see the whole deal, and hold these hands in a game to come.
        hands=() if game.deal_open else score.hands,
        hand_points=tuple(score.multiplier * hand_points(rules, hand) for hand in score.hands),
        points=score.points,
        totals=score.totals,
    )


def _seats(game: Game) -> list[SeatView]:
    state = game.state
    counts, owing = card_counts(state), seats_owing(state)
    return [
        SeatView(
            seat=seat,
            name=holder.name,
            kind=_kind(holder),
            cards=counts[seat],
            score=state.scores[seat],
            out=seat in state.out,
            bot=holder.bot or UNSET,
            player=holder.player or UNSET,
            invited=holder.invited or UNSET,
            owes_announcement=True if seat in owing else UNSET,
            away=True if holder.away else UNSET,
        )
        for seat, holder in enumerate(game.seats)
    ]


def _kind(holder: SeatHolder) -> Literal["human", "bot"] | None:
    if holder.name is None:
        return None
    return "bot" if holder.bot is not None or holder.is_program else "human"


def _clock(game: Game) -> ClockView | None:
    clock = game.clock
    return None if clock is None else ClockView(clock.move_s, clock.on_timeout, clock.strikes)


def _deadline(game: Game) -> str | None:
    """Only people have a deadline, for their turns; what goes on by the clock is the server's own affair."""
    laid = game.state.round
    if game.deadline_ms is None or laid is None or game.status != "playing" or game.seats[laid.turn].bot is not None:
        return None
    return rfc3339(game.deadline_ms)


def _winners(game: Game) -> tuple[Seat, ...] | None:
    return game.state.winners if game.status == "finished" else None
