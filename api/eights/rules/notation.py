"""Steps of a game as text, short enough for thousands and plain enough to be read: ``"0 play 8H suit S"``.

==============================  =====================================================================================
``deal``                        the next round is dealt
``0 play 8H``                   seat 0 plays the eight of hearts
``0 play 8H suit S``            ... and names spades
``0 play XX swap_hands 2``      ... and uses a power on seat 2: ``swap_hands`` or ``choose_next``; after a suit, if any
``0 play 9C announce``          ... and says that one card is left; at the end of a play
``0 draw``, ``0 pass``          seat 0 draws, or passes
``0 name_suit S``               seat 0, the dealer, names the suit of a wild starter
``0 announce``                  seat 0 says late that one card is left
``0 challenge 2``               seat 0 points out that seat 2 has not said so
``0 leave``                     seat 0 leaves the match
``0 draw by clock``             the server acted for seat 0: its turn ran out (``clock``), or a house bot sits there
                                (``bot``); at the end of any step of a seat
==============================  =====================================================================================
"""

import re
from typing import Annotated, Any, Final, get_args

from msgspec import Meta

from eights.rules.cards import JOKER, RANKS, SUITS
from eights.rules.events import By
from eights.rules.moves import Announce, AnyMove, Challenge, DrawCard, NameSuit, Pass, Play
from eights.rules.replay import Dealt, Left, Moved, Step
from eights.rules.ruleset import Power

_DEAL: Final = "deal"
_LEAVE: Final = "leave"
_SEAT: Final = "[0-9]|1[01]"
_PLAY: Final = (
    rf"play (?P<card>[{RANKS}][{SUITS}]|{JOKER})(?: suit (?P<suit>[{SUITS}]))?"
    rf"(?: (?P<power>{'|'.join(get_args(Power))}) (?P<target>{_SEAT}))?(?P<announce> announce)?"
)
_OF_A_SEAT: Final = (
    rf"(?P<seat>{_SEAT}) (?:(?P<plain>draw|pass|announce|{_LEAVE})|{_PLAY}"
    rf"|name_suit (?P<named>[{SUITS}])|challenge (?P<challenged>{_SEAT}))"
    rf"(?: by (?P<by>{'|'.join(get_args(By))}))?"
)
STEP_PATTERN: Final = "^(?:{}|{})$".format(_DEAL, re.sub(r"\?P<[a-z]+>", "?:", _OF_A_SEAT))
"""What every text of a step matches."""

StepText = Annotated[str, Meta(extra_json_schema={"pattern": STEP_PATTERN})]
"""A step as text."""

_read_step: Final = re.compile(_OF_A_SEAT).fullmatch
_PLAIN: Final[dict[str, AnyMove]] = {"draw": DrawCard(), "pass": Pass(), "announce": Announce()}


def step_text(step: Step) -> StepText:
    """Write a step.

    >>> step_text(Moved(0, Play("8H", suit="S", announce=True), by="bot"))
    '0 play 8H suit S announce by bot'
    """
    if isinstance(step, Dealt):
        return _DEAL
    words = [str(step.seat), *([_LEAVE] if isinstance(step, Left) else _move_words(step.move))]
    if step.by is not None:
        words += ["by", step.by]
    return " ".join(words)


def read_step(text: str) -> Step:
    """Read a step; ValueError if the text is none.

    >>> read_step("2 challenge 0")
    Moved(seat=2, move=Challenge(target=0), by=None)
    """
    if text == _DEAL:
        return Dealt()
    found = _read_step(text)
    if found is None:
        message = f"{text!r} is no step"
        raise ValueError(message)
    seat = int(found["seat"])
    by: Any = found["by"]  # the pattern has seen to it that these words are known ones, here and below
    return Left(seat, by) if found["plain"] == _LEAVE else Moved(seat, _move(found), by)


def _move_words(move: AnyMove) -> list[str]:
    match move:
        case Play(card, suit, power, target, announce):
            words = ["play", card]
            words += [] if suit is None else ["suit", suit]
            words += [] if power is None else [power, str(target)]
            return [*words, "announce"] if announce else words
        case NameSuit(suit):
            return ["name_suit", suit]
        case Challenge(target):
            return ["challenge", str(target)]
        case _:
            return [next(word for word, plain in _PLAIN.items() if plain == move)]


def _move(found: re.Match[str]) -> AnyMove:
    words: dict[str, Any] = found.groupdict()
    if words["card"] is not None:
        target = None if words["target"] is None else int(words["target"])
        return Play(words["card"], words["suit"], words["power"], target, words["announce"] is not None)
    if words["named"] is not None:
        return NameSuit(words["named"])
    if words["challenged"] is not None:
        return Challenge(int(words["challenged"]))
    return _PLAIN[words["plain"]]
