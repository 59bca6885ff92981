"""What the server answers, as frozen values.

Unknown fields are ignored, so that a program written today goes on working when a later server says more.
"""

from typing import Any

import msgspec


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """One move, as the server lists it among the legal ones and as it is sent back.

    ``action`` is ``play``, ``draw``, ``pass``, ``name_suit``, ``announce`` or ``challenge``; the other fields belong to
    some of them.

    >>> msgspec.json.encode(Move("play", card="8H", suit="S"))
    b'{"action":"play","card":"8H","suit":"S"}'
    """

    action: str
    card: str | None = None
    suit: str | None = None
    power: str | None = None
    target: int | None = None
    announce: bool = False


class SeatView(msgspec.Struct, frozen=True):
    """A seat as everybody sees it; an open one has no name."""

    seat: int
    name: str | None = None
    kind: str | None = None
    cards: int = 0
    score: int = 0
    out: bool = False
    owes_announcement: bool = False
    away: bool = False
    bot: str | None = None
    """The house bot that plays the seat."""
    player: str | None = None
    """The registered player who sits here."""
    invited: str | None = None
    """The registered player for whom the open seat is kept."""


class RoundView(msgspec.Struct, frozen=True):
    """The round that is on, or the one that just ended."""

    number: int
    dealer: int
    turn: int | None
    """Whose turn it is; None once the round is over."""
    direction: int
    """1 clockwise (the next seat is one higher), -1 the other way."""
    top: str
    suit: str | None = None
    """The named suit, if one was named."""
    penalty: int = 0
    """Cards that the seat on turn owes."""
    stock: int = 0
    discard: int = 0
    deadline: str | None = None
    """When the turn runs out (RFC 3339, UTC); None without a clock."""


class OwnView(msgspec.Struct, frozen=True):
    """What a seat sees beyond what everybody sees."""

    seat: int
    hand: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    """Cards drawn in this turn, the newest last."""
    legal_moves: tuple[Move, ...] = ()


class RoundScore(msgspec.Struct, frozen=True):
    """One line of the score sheet; tuples are by seat."""

    number: int
    dealer: int
    winner: int | None
    ended_by: str
    """``emptied_hand``, ``blocked``, ``turn_limit`` or ``last_one_left``."""
    finishing_card: str | None
    multiplier: int
    hands: tuple[tuple[str, ...], ...]
    """What each seat was left with."""
    points: tuple[int, ...]
    """What each seat adds to its total."""
    totals: tuple[int, ...]


class GameView(msgspec.Struct, frozen=True):
    """A game as the caller may see it; ``you`` is there for who sits in it."""

    id: str
    version: int
    status: str
    """``open``, ``ready``, ``playing``, ``round_over``, ``finished`` or ``aborted``."""
    variant: str
    options: tuple[str, ...] = ()
    auto_deal: bool = False
    seed_hash: str | None = None
    steps_hash: str | None = None
    """Of all steps so far: a replay that is cut short does not lead to it."""
    seats: tuple[SeatView, ...] = ()
    round: RoundView | None = None
    you: OwnView | None = None
    last_round: RoundScore | None = None
    winners: tuple[int, ...] | None = None
    revision: str = ""
    """The version, and a mark that it does not share with one of the same number which the server's store lost."""
    rated: bool = False
    """Whether the game moves ratings, or will if it goes on as it is."""
    unrated_because: str | None = None
    """Why it moves none."""

    @property
    def at(self) -> int | str:
        """What to name where a request is to hold for this game as it is: the revision, or what there is of it."""
        return self.revision or self.version


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened. ``type`` says what; which of the other fields there are depends on it."""

    type: str
    seat: int | None = None
    target: int | None = None
    card: str | None = None
    suit: str | None = None
    jump_in: bool = False
    count: int = 0
    reason: str | None = None
    """Why cards were drawn: ``turn``, ``penalty``, ``last_card`` or ``finish``."""
    penalty: int = 0
    number: int | None = None
    dealer: int | None = None
    starter: str | None = None
    counts: tuple[int, ...] = ()
    score: RoundScore | None = None
    by: str | None = None
    """``bot`` or ``clock`` where the server did it for the seat."""


class Update(msgspec.Struct, frozen=True):
    """What one change of a game made happen."""

    version: int
    events: tuple[Event, ...]
    view: GameView | None = None
    """The game after it, on a stream, with the newest update."""


class Updates(msgspec.Struct, frozen=True):
    """Updates in order, and the game as it is after them."""

    items: tuple[Update, ...]
    version: int
    view: GameView
    reset: bool = False
    """Whether updates are missing, as they are no longer kept or what was seen is lost: start anew from the view."""


class Snapshot(msgspec.Struct, frozen=True):
    """A game as it is now, where following it starts, or starts anew."""

    view: GameView


class FinalScores(msgspec.Struct, frozen=True):
    """How a game ended; tuples are by seat."""

    version: int
    status: str
    """``finished`` or ``aborted``."""
    totals: tuple[int, ...]
    ranking: tuple[int, ...]
    winners: tuple[int, ...] | None


class LegalMoves(msgspec.Struct, frozen=True):
    """The caller's legal moves, and the version of the game for which they hold."""

    version: int
    legal_moves: tuple[Move, ...]
    revision: str = ""
    """The version with its mark."""


class CreatedGame(msgspec.Struct, frozen=True):
    """A new game and the secrets that open it: shown this once, so keep them and do not log them."""

    game: GameView
    host_token: str
    seat_tokens: dict[str, str] = {}
    """By seat number, for the seats that were created with a name."""


class TakenSeat(msgspec.Struct, frozen=True):
    """A seat that was taken, and the secret token to play it with; None for a player, who plays with its own."""

    seat: int
    token: str | None = None


class Scores(msgspec.Struct, frozen=True):
    """The score sheet so far; tuples are by seat."""

    rounds: tuple[RoundScore, ...] = ()
    totals: tuple[int, ...] = ()
    ranking: tuple[int, ...] = ()
    """Each seat's place; equal totals share one."""
    winners: tuple[int, ...] | None = None
    """Once the match is over."""


class PlayerCount(msgspec.Struct, frozen=True):
    """How many seats a table has."""

    min: int = 2
    max: int = 12


class VariantRules(msgspec.Struct, frozen=True):
    """The part of a variant's rules that a program needs before it sits down; the server has them all."""

    players: PlayerCount = PlayerCount()


class Variant(msgspec.Struct, frozen=True):
    """A variant as the server describes it."""

    id: str
    name: dict[str, str]
    """By language: ``en`` and ``fr``."""
    rules: VariantRules
    options: dict[str, Any] = {}
    """By name, what each option changes."""
