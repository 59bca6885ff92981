"""What followed from a move, read off the views before and after it."""

from collections.abc import Iterator

from rich.text import Text

from eights.client.demo.faces import fill
from eights.client.demo.phrases import Phrases
from eights.client.demo.program import Change
from eights.client.models import GameView


def name_of(view: GameView, seat: int) -> Text:
    """Return who sits in a seat, as the narrator prints it."""
    return Text(view.seats[seat].name or f"#{seat}", style="bold cyan")


def drawn_by(change: Change, seat: int) -> int:
    """Return how many cards a seat's hand grew by, a card that it played in this move set aside."""
    grown = change.after.seats[seat].cards - change.before.seats[seat].cards
    played = change.move is not None and change.move.action == "play" and seat == change.seat
    return grown + 1 if played else grown


def stock_was_renewed(change: Change) -> bool:
    """Tell whether the discard pile became the new stock: more cards lie there than were left by what was drawn."""
    if change.before.round is None or change.after.round is None:
        return False
    in_hands = sum(seat.cards for seat in change.after.seats) - sum(seat.cards for seat in change.before.seats)
    played = 1 if change.move is not None and change.move.action == "play" else 0
    return change.after.round.stock > change.before.round.stock - (in_hands + played)


def seats_between(view: GameView, first: int, last: int, direction: int) -> list[int]:
    """Return the seats still in that play passes over from ``first`` on, until ``last`` has the turn."""
    passed_over = []
    seat = (first + direction) % len(view.seats)
    while seat not in (first, last):
        if not view.seats[seat].out:
            passed_over.append(seat)
        seat = (seat + direction) % len(view.seats)
    return passed_over


def turn_consequences(change: Change, phrases: Phrases) -> Iterator[Text]:
    """Yield what a played card did to the turn: direction, seats skipped, another turn, a penalty."""
    before, after = change.before.round, change.after.round
    if before is None or after is None or after.turn is None or change.move is None:
        return
    if after.direction != before.direction:
        yield fill(phrases.turns_direction)
    if change.move.power is None:
        yield from _next_turn(change, after.turn, after.direction, phrases)
    if after.penalty > before.penalty:
        yield fill(phrases.owes, name=name_of(change.after, after.turn), count=after.penalty)


def _next_turn(change: Change, turn: int, direction: int, phrases: Phrases) -> Iterator[Text]:
    if turn == change.seat:
        yield fill(phrases.again)
        return
    for seat in seats_between(change.after, change.seat, turn, direction):
        yield fill(phrases.skipped, name=name_of(change.after, seat))
