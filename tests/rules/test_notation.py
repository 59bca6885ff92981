import re

import pytest
from hypothesis import given

from eights.rules.moves import Announce, AnyMove, Challenge, DrawCard, NameSuit, Pass, Play
from eights.rules.notation import STEP_PATTERN, read_step, step_text
from eights.rules.replay import Dealt, Left, Moved, Step
from eights.rules.replay_file import Replay
from replays import replays

STEPS: list[tuple[str, Step]] = [
    ("deal", Dealt()),
    ("0 leave", Left(0)),
    ("11 leave by clock", Left(11, "clock")),
    *(
        (text, Moved(int(text.split()[0]), move))
        for text, move in (
            ("0 play 8H", Play("8H")),
            ("0 play 8H suit S", Play("8H", "S")),
            ("10 play XX swap_hands 11", Play("XX", power="swap_hands", target=11)),
            ("1 play XX suit D choose_next 0 announce", Play("XX", "D", "choose_next", 0, announce=True)),
            ("3 draw", DrawCard()),
            ("3 pass", Pass()),
            ("3 announce", Announce()),
            ("3 name_suit C", NameSuit("C")),
            ("3 challenge 2", Challenge(2)),
        )
    ),
    ("2 play TD announce by bot", Moved(2, Play("TD", announce=True), "bot")),
]


@pytest.mark.parametrize(("text", "step"), STEPS)
def test_a_step_is_written_as_it_is_read(text: str, step: Step) -> None:
    assert (step_text(step), read_step(text)) == (text, step)
    assert re.search(STEP_PATTERN, text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "deal ", "Deal", "0 deal", "deal by bot", "0", "12 draw", "00 draw", "-1 draw", "0 drew", "0  draw"),
        *("0 play", "0 play 1H", "0 play 8h", "0 play 8H S", "0 play 8H suit X", "0 play XX swap_hands"),
        *("0 play 8H announce suit S", "0 play XX steal 1", "0 name_suit", "0 challenge", "0 draw by hand", "٣ draw"),
        *("0 draw\n", "0 draw 1", "0 draw by"),
    ],
)
def test_what_is_no_step_is_not_taken_for_one(text: str) -> None:
    with pytest.raises(ValueError, match="is no step"):
        read_step(text)
    assert re.fullmatch(STEP_PATTERN, text) is None


@given(replays())
def test_every_step_that_is_taken_can_be_written_and_read_again(replay: Replay) -> None:
    assert [step_text(read_step(text)) for text in replay.steps] == list(replay.steps)
    assert all(re.fullmatch(STEP_PATTERN, text) for text in replay.steps)


def test_every_kind_of_move_has_a_text() -> None:
    moves: tuple[type[AnyMove], ...] = (Play, DrawCard, Pass, NameSuit, Announce, Challenge)
    assert {type(step.move) for _, step in STEPS if isinstance(step, Moved)} == set(moves)
