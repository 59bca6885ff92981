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
    """The seat's number, clockwise from 0."""
    name: str | None
    """Who sits here, as they call themselves; null while the seat is open."""
    kind: Literal["human", "bot"] | None
    """Whether a person or a program plays the seat; null while it is open."""
    cards: Count
    """How many cards the seat holds."""
    score: Count
    """The seat's total before this round."""
    out: bool
    """Whether the seat is out of the match: it left, or was eliminated."""
    bot: str | UnsetType = UNSET
    """The house bot that plays the seat."""
    player: RecordId | UnsetType = UNSET
    """The registered player who sits here."""
    invited: RecordId | UnsetType = UNSET
    """The registered player for whom the open seat is kept."""
    owes_announcement: bool | UnsetType = UNSET
    """Whether the seat has one card and has not said so: it can be challenged."""
    away: bool | UnsetType = UNSET
    """Whether the server plays the seat until its player moves again."""


class ScoreView(msgspec.Struct, frozen=True):
    """One line of the sheet: ``hand_points`` are each hand's, multiplied; ``points`` is what each seat added.

    ``hands`` are what each seat was left with; there are none while other games on the same deal go on.
    """

    number: Annotated[int, Meta(ge=1)]
    """The round, counted from 1."""
    dealer: Seat
    """The seat that dealt it."""
    winner: Seat | None
    """The seat that won it; null if nobody did."""
    ended_by: RoundEnding
    """Why the round ended."""
    finishing_card: Card | None
    """The card that went out; null if nobody went out."""
    multiplier: Annotated[int, Meta(ge=1)]
    """What the finishing card multiplied the points by."""
    hands: tuple[tuple[Card, ...], ...]
    """By seat: the cards that were left."""
    hand_points: tuple[Count, ...]
    """By seat: what the cards left are worth, multiplied."""
    points: tuple[Count, ...]
    """By seat: what the round added to its total."""
    totals: tuple[Count, ...]
    """By seat: the total after the round."""


class ClockView(msgspec.Struct, frozen=True):
    """How long a turn may take, and what happens when it runs out."""

    move_s: Count
    """Seconds that a turn may take."""
    on_timeout: Literal["auto", "bot", "forfeit"]
    """What happens when a turn runs out: the server moves, a house bot does, or the seat forfeits."""
    strikes: Count
    """How many turns in a row may run out before the seat is away, or forfeits."""


class GameView(msgspec.Struct, frozen=True):
    """A game as one viewer sees it."""

    id: GameId
    """The game's id, which its address ends with."""
    version: Version
    """Raised by one with each accepted change."""
    revision: RevisionText
    status: GameStatus
    """Where the game is in its life."""
    variant: str
    """The id of the variant that is played."""
    options: tuple[str, ...]
    """The named options of the variant that were chosen."""
    visibility: Visibility
    """Who finds the game: everybody in the lobby, whoever has its id, or those who belong to it."""
    auto_deal: bool
    """Whether each round is dealt as soon as it can be."""
    clock: ClockView | None
    """How long a turn may take; null without limit."""
    on_leave: OnLeave
    """What becomes of a seat whose player leaves: a house bot takes it over, or it is out."""
    seed_hash: Hex256
    steps_hash: Hex256 | None
    """Of all steps so far, each hashed behind those before it, and of the ending behind the last. With it, `eights
    verify` tells whether a replay leaves any of them out. Null in a game from before there were such hashes."""
    created_at: Moment
    """When the game was created."""
    seats: list[SeatView]
    """All seats, clockwise."""
    round: RoundView | None
    """The round that is on, or was the last; null before the first deal."""
    you: OwnView | None
    """What the caller's own seat sees; null for who has none."""
    last_round: ScoreView | None
    """The newest line of the score sheet; null before the first round is over."""
    winners: tuple[Seat, ...] | None
    """The seats that won; null until the match is finished."""
    rated: bool
    """Whether the game moves ratings, or will if it goes on as it is."""
    unrated_because: UnratedBecause | None
    """Why it moves none; `/docs/ratings` says it in words."""


class MovesView(msgspec.Struct, frozen=True):
    """What a seat may do, and the version that this holds for."""

    version: Version
    """The game's version that the moves are for."""
    revision: RevisionText
    legal_moves: list[AnyMove]
    """All that the seat may do now; empty where it has to wait."""


class SheetView(msgspec.Struct, frozen=True):
    """The whole sheet: totals and places by seat, winners once the match is over."""

    version: Version
    """The game's version that the sheet is of."""
    revision: RevisionText
    status: GameStatus
    """Where the game is in its life."""
    rounds: list[ScoreView]
    """A line for each round that is over."""
    totals: tuple[Count, ...]
    """By seat: the total so far."""
    ranking: tuple[Annotated[int, Meta(ge=1)], ...]
    """By seat: its place, from 1; equal seats share one."""
    winners: tuple[Seat, ...] | None
    """The seats that won; null until the match is finished."""


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
