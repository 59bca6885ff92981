"""The state of a game: one frozen value that holds everything the rules need, its chance included."""

from typing import Annotated, Literal

import msgspec

from eights.rules.cards import Card, Suit
from eights.rules.ruleset import MOST_SEATS, Rules

Seat = Annotated[int, msgspec.Meta(extra_json_schema={"minimum": 0, "maximum": MOST_SEATS - 1})]
"""A seat's number, 0 to n-1 clockwise."""

Status = Literal["ready", "playing", "round_over", "finished"]
RoundEnding = Literal["emptied_hand", "blocked", "turn_limit", "last_one_left"]


class Chance(msgspec.Struct, frozen=True, array_like=True):
    """What every shuffle of a game is derived from (see :mod:`eights.rules.shuffle`)."""

    seed: bytes
    """32 bytes, secret until the game is over."""
    label: str
    """The deal label: the game's id, or what duplicate games share."""
    entropy: tuple[str, ...]
    """What each seat added when it joined, ``""`` if nothing."""
    blind: bytes = b""
    """32 more secret bytes where games share a seed, so that each commits to it differently; no shuffle uses them."""
    suits: str = ""
    """Which suits stand for S, H, D and C on the cards dealt; ``""`` for these themselves."""


class Round(msgspec.Struct, frozen=True, array_like=True):
    """A round while it is on, and as it stood when it ended."""

    number: int
    dealer: Seat
    turn: Seat
    """Whose turn it is; the dealer while a wild starter waits for its suit."""
    direction: int
    """1 clockwise, -1 the other way."""
    hands: tuple[tuple[Card, ...], ...]
    """By seat; seats that are out have none."""
    stock: tuple[Card, ...]
    """The first card is the next drawn."""
    discard: tuple[Card, ...]
    """The last card is the top."""
    suit: Suit | None = None
    """The named suit, if one was named."""
    penalty: int = 0
    """Cards that the seat on turn owes."""
    drawn: tuple[Card, ...] = ()
    """Cards drawn by the seat on turn in this turn, the newest last."""
    bound: bool = False
    """Whether the newest drawn card must be played (drawn until playable)."""
    naming: Seat | None = None
    """While the dealer has to name a wild starter's suit: the seat that plays after that."""
    owing: tuple[Seat, ...] = ()
    """Seats that have not announced their last card."""
    passes: int = 0
    """Passes in a row by seats that could neither play nor draw."""
    moves: int = 0
    """Moves made in this round."""
    shuffles: int = 1
    """Shuffles done in this round, the deal included."""

    @property
    def top(self) -> Card:
        """The card in view on the discard pile."""
        return self.discard[-1]


class RoundScore(msgspec.Struct, frozen=True, array_like=True):
    """One line of the score sheet."""

    number: int
    dealer: Seat
    winner: Seat | None
    ended_by: RoundEnding
    finishing_card: Card | None
    multiplier: int
    hands: tuple[tuple[Card, ...], ...]
    """What each seat was left with."""
    points: tuple[int, ...]
    """What each seat adds to its total."""
    totals: tuple[int, ...]


class State(msgspec.Struct, frozen=True, array_like=True):
    """A whole game (match) at one table."""

    rules: Rules
    chance: Chance
    dealer: Seat | None
    """Who deals the next round, or dealt the one that is on; None until the first deal draws it from the seed."""
    scores: tuple[int, ...]
    round: Round | None = None
    status: Status = "ready"
    out: tuple[Seat, ...] = ()
    """Seats that are out of the match: eliminated, or gone."""
    gone: tuple[Seat, ...] = ()
    """Those of them that left; they cannot win."""
    last_score: RoundScore | None = None
    """The newest line of the score sheet; who keeps the whole sheet takes each line from its ``round_ended`` event."""
    winners: tuple[Seat, ...] = ()
    """Of the match, once it is finished."""
    played: int = 0
    """Rounds ended so far."""

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return len(self.scores)
