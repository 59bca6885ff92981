"""Events told as parts of a sentence, without the name of the seat that acted."""

from collections.abc import Callable, Mapping
from typing import Final

from rich.text import Text

from eights.client.demo.faces import card_face, fill, suit_face
from eights.client.demo.phrases import Phrases
from eights.client.models import Event, GameView

Teller = Callable[[Event, GameView, Phrases], Text]


def name_of(view: GameView, seat: int | None) -> Text:
    """Return who sits in a seat, as the narrator prints it."""
    name = None if seat is None else view.seats[seat].name
    return Text(name or f"#{seat}", style="bold cyan")


def _played(event: Event, _view: GameView, phrases: Phrases) -> Text:
    return fill(phrases.jumps_in if event.jump_in else phrases.plays, card=card_face(event.card or "", phrases))


def _named(event: Event, _view: GameView, phrases: Phrases) -> Text:
    return fill(phrases.names, suit=suit_face(event.suit or "", phrases))


def _drew(event: Event, view: GameView, phrases: Phrases) -> Text:
    phrase = {
        "penalty": phrases.pays,
        "last_card": phrases.forgets,
        "finish": phrases.pays_at_the_end,
        "turn": phrases.draws_one if event.count == 1 else phrases.draws_many,
    }[event.reason or "turn"]
    nothing = event.count == 0 and event.reason in ("turn", "penalty")
    return fill(phrases.draws_nothing if nothing else phrase, name=name_of(view, event.seat), count=event.count)


def _of_the_seat(phrase: Callable[[Phrases], str]) -> Teller:
    return lambda event, view, phrases: fill(phrase(phrases), name=name_of(view, event.seat), count=event.penalty)


def _of_the_target(phrase: Callable[[Phrases], str]) -> Teller:
    return lambda event, view, phrases: fill(phrase(phrases), name=name_of(view, event.target))


TELLERS: Final[Mapping[str, Teller]] = {
    "card_played": _played,
    "suit_named": _named,
    "cards_drawn": _drew,
    "turn_passed": _of_the_seat(lambda phrases: phrases.passes),
    "turn_skipped": _of_the_seat(lambda phrases: phrases.skipped),
    "direction_turned": _of_the_seat(lambda phrases: phrases.turns_direction),
    "penalty_raised": _of_the_seat(lambda phrases: phrases.owes),
    "hands_swapped": _of_the_target(lambda phrases: phrases.swaps),
    "next_chosen": _of_the_target(lambda phrases: phrases.chooses),
    "last_card_announced": _of_the_seat(lambda phrases: phrases.announces_late),
    "stock_renewed": _of_the_seat(lambda phrases: phrases.renewed),
}
"""By kind of event; what is not here is told otherwise, or not at all."""

ACTS: Final = frozenset({"card_played", "suit_named", "turn_passed", "last_card_announced"})
"""What a seat does itself; so are draws in its turn."""
ENDS_A_LINE: Final = frozenset({"card_played", "turn_passed"})
"""A further act of the same seat after one of these is told on a line of its own."""
