"""One change of the game, told in the parts of a sentence."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rich.text import Text

from eights.client.demo.consequences import drawn_by, name_of, stock_was_renewed, turn_consequences
from eights.client.demo.faces import card_face, fill, suit_face
from eights.client.demo.phrases import Phrases
from eights.client.demo.program import Change
from eights.client.models import Move

Teller = Callable[[Change, Move, Phrases], Iterator[Text]]


def sentence_parts(change: Change, move: Move, phrases: Phrases) -> list[Text]:
    """Return what a seat did and what came of it, in order, without the seat's name."""
    parts = list(TELLERS[move.action](change, move, phrases))
    if change.after.status == "playing" and stock_was_renewed(change):
        parts.append(fill(phrases.renewed))
    return parts


def _played(change: Change, move: Move, phrases: Phrases) -> Iterator[Text]:
    in_turn = change.before.round is None or change.before.round.turn == change.seat
    phrase = phrases.plays if in_turn else phrases.jumps_in
    yield fill(phrase, card=card_face(move.card or "", phrases))
    if move.suit is not None:
        yield fill(phrases.names, suit=suit_face(move.suit, phrases))
    yield from _power(change, move, phrases)
    if change.after.status != "playing":
        if change.after.last_round is not None and change.after.last_round.winner == change.seat:
            yield fill(phrases.goes_out)
        return
    yield from _last_card(change, move, phrases)
    yield from turn_consequences(change, phrases)


def _power(change: Change, move: Move, phrases: Phrases) -> Iterator[Text]:
    if move.target is None:
        return
    phrase = phrases.swaps if move.power == "swap_hands" else phrases.chooses
    yield fill(phrase, name=name_of(change.after, move.target))


def _last_card(change: Change, move: Move, phrases: Phrases) -> Iterator[Text]:
    if move.announce:
        yield fill(phrases.announces)
    elif move.power != "swap_hands" and drawn_by(change, change.seat) > 0:
        yield fill(phrases.forgets, count=drawn_by(change, change.seat))


def _drew(change: Change, _move: Move, phrases: Phrases) -> Iterator[Text]:
    count = drawn_by(change, change.seat)
    owed = change.before.round.penalty if change.before.round is not None else 0
    if count == 0:
        yield fill(phrases.draws_nothing)
    elif owed:
        yield fill(phrases.pays, count=count)
    elif count == 1:
        yield fill(phrases.draws_one)
    else:
        yield fill(phrases.draws_many, count=count)


def _passed(_change: Change, _move: Move, phrases: Phrases) -> Iterator[Text]:
    yield fill(phrases.passes)


def _named(_change: Change, move: Move, phrases: Phrases) -> Iterator[Text]:
    yield fill(phrases.names, suit=suit_face(move.suit or "", phrases))


def _announced(_change: Change, _move: Move, phrases: Phrases) -> Iterator[Text]:
    yield fill(phrases.announces_late)


def _challenged(change: Change, move: Move, phrases: Phrases) -> Iterator[Text]:
    target = move.target if move.target is not None else change.seat
    yield fill(phrases.catches, name=name_of(change.after, target), count=drawn_by(change, target))


TELLERS: Final[Mapping[str, Teller]] = {
    "play": _played,
    "draw": _drew,
    "pass": _passed,
    "name_suit": _named,
    "announce": _announced,
    "challenge": _challenged,
}
