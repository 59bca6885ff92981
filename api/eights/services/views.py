"""A game as one viewer may see it: structures filled field by field, and encoded as they stand."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from eights.rules.cards import Card
from eights.rules.moves import AnyMove
from eights.rules.scoring import hand_points, ranking
from eights.rules.shuffle import commitment
from eights.rules.state import RoundEnding, RoundScore, Seat
from eights.rules.view import Count, Moment, OwnView, RoundView, card_counts, own_view, round_view, seats_owing
from eights.services.access import Viewer
from eights.services.game import Game, GameId, GameStatus, Visibility
from eights.services.times import rfc3339
from eights.services.tokens import HostToken, SeatToken

Version = Annotated[int, Meta(ge=1)]
Hex256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="32 bytes, hexadecimal.")]
SeatKey = Annotated[str, Meta(pattern="^([0-9]|1[01])$", description="A seat's number, as names are texts in JSON.")]


class SeatView(msgspec.Struct, frozen=True):
    """A seat as everybody sees it; an open one has neither name nor kind."""

    seat: Seat
    name: str | None
    kind: Literal["human", "bot"] | None
    cards: Count
    score: Count
    out: bool
    owes_announcement: bool | UnsetType = UNSET


class ScoreView(msgspec.Struct, frozen=True):
    """One line of the sheet: ``hand_points`` are each hand's, multiplied; ``points`` is what each seat added."""

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


class GameView(msgspec.Struct, frozen=True):
    """A game as one viewer sees it."""

    id: GameId
    version: Version
    status: GameStatus
    variant: str
    options: tuple[str, ...]
    visibility: Visibility
    seed_hash: Hex256
    created_at: Moment
    seats: list[SeatView]
    round: RoundView | None
    you: OwnView | None
    last_round: ScoreView | None
    winners: tuple[Seat, ...] | None


class MovesView(msgspec.Struct, frozen=True):
    """What a seat may do, and the version that this holds for."""

    version: Version
    legal_moves: list[AnyMove]


class SheetView(msgspec.Struct, frozen=True):
    """The whole sheet: totals and places by seat, winners once the match is over."""

    version: Version
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
    """A seat that was taken, and its token, shown this once."""

    seat: Seat
    token: SeatToken


def game_view(game: Game, viewer: Viewer) -> GameView:
    """Return the game as this viewer may see it."""
    state = game.state
    return GameView(
        id=game.id,
        version=game.version,
        status=game.status,
        variant=game.variant,
        options=game.options,
        visibility=game.visibility,
        seed_hash=commitment(state.chance.seed),
        created_at=rfc3339(game.created_at_ms),
        seats=_seats(game),
        round=round_view(state),
        you=None if viewer.seat is None else own_view(state, viewer.seat),
        last_round=None if state.last_score is None else score_view(game, state.last_score),
        winners=_winners(game),
    )


def sheet_view(game: Game, sheet: Sequence[RoundScore]) -> SheetView:
    """Return the score sheet from its lines; everybody sees it."""
    return SheetView(
        version=game.version,
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
        hands=score.hands,
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
            kind=None if holder.name is None else "human",
            cards=counts[seat],
            score=state.scores[seat],
            out=seat in state.out,
            owes_announcement=True if seat in owing else UNSET,
        )
        for seat, holder in enumerate(game.seats)
    ]


def _winners(game: Game) -> tuple[Seat, ...] | None:
    return game.state.winners if game.status == "finished" else None
