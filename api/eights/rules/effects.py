"""What cards do once they lie on the discard pile: one small function per field of an effect.

A new effect is one field in :class:`eights.rules.ruleset.Effect` and one function in :data:`EFFECTS`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from eights.rules.events import DirectionTurned, HandsSwapped, NextChosen, SuitNamed, TurnSkipped
from eights.rules.moves import Play
from eights.rules.state import Seat

if TYPE_CHECKING:
    # An unfolding looks the effects up in its rulebook, so at run time the import points the other way.
    from eights.rules.unfolding import Unfolding

EffectFunction = Callable[["Unfolding", Seat, Play, Any], None]
"""Applied to the round, the seat that played, its move, and the value of the effect's field."""


def name_suit(round_: "Unfolding", seat: Seat, move: Play, _: bool) -> None:
    """The player names the suit to follow; on a starter nobody did."""
    if move.suit is not None:
        round_.suit = move.suit
        round_.events.append(SuitNamed(seat, move.suit))


def raise_penalty(round_: "Unfolding", _seat: Seat, _move: Play, count: int) -> None:
    """The next player owes that many cards more."""
    round_.penalty += count
    round_.raised = True


def reverse(round_: "Unfolding", _seat: Seat, _move: Play, _: bool) -> None:
    """The direction turns round; between two players that is another turn, or nothing, as the rules say."""
    if len(round_.players) == 2:
        if round_.state.rules.reverse_with_two == "plain":
            return
        round_.again = True
    round_.direction = -round_.direction
    round_.events.append(DirectionTurned(round_.direction))


def skip(round_: "Unfolding", seat: Seat, _move: Play, count: int) -> None:
    """The next players lose their turn; between two players that is another turn."""
    if len(round_.players) == 2:
        round_.again = True
        round_.events.append(TurnSkipped(round_.after(seat)))
    else:
        round_.skips += count


def play_again(round_: "Unfolding", _seat: Seat, _move: Play, _: bool) -> None:
    """The same player takes another turn."""
    round_.again = True


def use_power(round_: "Unfolding", seat: Seat, move: Play, _powers: object) -> None:
    """The player swaps hands with a seat, or chooses who plays next; a starter has no power."""
    if move.target is None:
        return
    if move.power == "choose_next":
        round_.chosen = move.target
        round_.events.append(NextChosen(seat, move.target))
        return
    hands = round_.hands
    hands[seat], hands[move.target] = hands[move.target], hands[seat]
    round_.forget_owing(seat)
    round_.forget_owing(move.target)
    round_.events.append(HandsSwapped(seat, move.target))


EFFECTS: Final[tuple[tuple[str, EffectFunction], ...]] = (
    ("names_suit", name_suit),
    ("draw", raise_penalty),
    ("reverse", reverse),
    ("skip", skip),
    ("again", play_again),
    ("powers", use_power),
)
"""Fields of an effect and what each does, in the order in which they are applied."""
