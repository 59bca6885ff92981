"""One move as it unfolds: the round laid open, changed step by step, and closed into a new frozen state.

An :class:`Unfolding` lives within one call of :func:`eights.rules.play.apply` or :func:`eights.rules.dealing.deal` and
never leaves it: from outside, a state is a value that nothing changes.
"""

from typing import Final

from msgspec.structs import astuple

from eights.rules.cards import Card, Suit
from eights.rules.events import AnyEvent, CardsDrawn, PenaltyRaised, StockRenewed, TurnSkipped
from eights.rules.rulebook import rulebook
from eights.rules.shuffle import shuffled
from eights.rules.state import Round, Seat, State

_EVERYBODY: Final = tuple(tuple(range(seats)) for seats in range(13))
"""By number of seats: all of them, clockwise."""


class Unfolding:
    """A round on the table, open to change; fields that a :class:`Round` has mean the same here."""

    __slots__ = (
        *("again", "book", "bound", "chosen", "dealer", "direction", "discard", "drawn", "events", "hands", "moves"),
        *("naming", "number", "owing", "passes", "penalty", "players", "raised", "shuffles", "skips", "state", "stock"),
        *("suit", "turn"),
    )

    number: int
    dealer: Seat
    turn: Seat
    direction: int
    stock: tuple[Card, ...]
    discard: tuple[Card, ...]
    suit: Suit | None
    penalty: int
    drawn: tuple[Card, ...]
    bound: bool
    naming: Seat | None
    owing: tuple[Seat, ...]
    passes: int
    moves: int
    shuffles: int

    def __init__(self, state: State, laid: Round) -> None:
        self.state = state
        self.book = rulebook(state.rules)
        self.players = players_in(state)
        """The seats still in, clockwise."""
        self.events: list[AnyEvent] = []
        (
            self.number, self.dealer, self.turn, self.direction, hands, self.stock, self.discard, self.suit,
            self.penalty, self.drawn, self.bound, self.naming, self.owing, self.passes, self.moves, self.shuffles,
        ) = astuple(laid)  # fmt: skip
        self.hands: list[tuple[Card, ...]] = list(hands)
        # What the effects of the card being played ask of the turn order.
        self.skips = 0
        self.again = False
        self.chosen: Seat | None = None
        self.raised = False

    def closed(self) -> Round:
        """Return the round as it now is."""
        return Round(
            self.number, self.dealer, self.turn, self.direction, tuple(self.hands), self.stock, self.discard, self.suit,
            self.penalty, self.drawn, self.bound, self.naming, self.owing, self.passes, self.moves, self.shuffles,
        )  # fmt: skip

    def can_draw(self) -> bool:
        """Tell whether there is any card to draw, the discard pile under its top card included."""
        return bool(self.stock) or len(self.discard) > 1

    def take(self, seat: Seat, count: int, reason: str) -> tuple[Card, ...]:
        """Draw cards into a hand, renewing the stock when it is empty; fewer if the cards run out."""
        taken = self.lift(seat, count)
        self.events.append(CardsDrawn(seat, len(taken), reason, taken))
        return taken

    def lift(self, seat: Seat, count: int) -> tuple[Card, ...]:
        """Draw cards as :meth:`take` does, leaving it to the caller to say so in one event with others."""
        taken: tuple[Card, ...] = ()
        while len(taken) < count and self.can_draw():
            if not self.stock:
                self._renew_stock()
            wanted = count - len(taken)
            taken += self.stock[:wanted]
            self.stock = self.stock[wanted:]
        if taken:
            self.hands[seat] += taken
            self.forget_owing(seat)
        return taken

    def _renew_stock(self) -> None:
        self.stock = shuffled(self.discard[:-1], self.state.chance, self.number, self.shuffles)
        self.discard = self.discard[-1:]
        self.shuffles += 1
        self.events.append(StockRenewed(len(self.stock)))

    def forget_owing(self, seat: Seat) -> None:
        """Drop a due announcement: the seat's hand is no longer the one card it was due for."""
        if seat in self.owing:
            self.owing = tuple(other for other in self.owing if other != seat)

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """Return the seat that many places further on among those still in, in the present direction."""
        players = self.players
        return players[(players.index(seat) + self.direction * steps) % len(players)]

    def give_turn(self, seat: Seat) -> None:
        """Let a seat begin its turn."""
        self.turn = seat
        self.drawn = ()
        self.bound = False

    def turn_over(self) -> None:
        """End the turn of the seat on turn."""
        self.give_turn(self.after(self.turn))

    def play_on_from(self, seat: Seat) -> None:
        """Give the turn to whom the effects of the card just played by a seat choose, or to the next.

        A penalty is never owed by the one who raised it: where a skip, or a reverse between two, would bring the turn
        straight back, the next seat faces it all the same.
        """
        if self.chosen is not None:
            following = self.chosen
        elif self.again:
            following = seat
        else:
            for step in range(1, self.skips + 1):
                self.events.append(TurnSkipped(self.after(seat, step)))
            following = self.after(seat, 1 + self.skips)
        if self.raised and following == seat:
            following = self.after(seat)
        self.give_turn(following)
        if self.raised:
            self.events.append(PenaltyRaised(following, self.penalty))


def players_in(state: State) -> tuple[Seat, ...]:
    """Return the seats still in the match, clockwise."""
    everybody = _EVERYBODY[len(state.scores)]
    return tuple(seat for seat in everybody if seat not in state.out) if state.out else everybody
