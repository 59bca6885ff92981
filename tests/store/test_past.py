import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import game, played_at_random
from eights.rules.events import RoundEnded
from eights.rules.moves import DrawCard
from eights.rules.replay import Dealt, Moved, Step
from eights.rules.state import RoundEnding, RoundScore
from eights.services.game import Update
from eights.store import codec
from eights.store.deflating import CODED, SHEET_CODED, block
from eights.store.packed_cards import CARDS
from store.test_move_list import STEPS

ENDINGS: tuple[RoundEnding, ...] = ("emptied_hand", "blocked", "turn_limit", "last_one_left")


@st.composite
def sheets(draw: st.DrawFn) -> list[RoundScore]:
    seats = draw(st.integers(2, 12))
    numbers = st.lists(st.integers(-300, 10**6), min_size=seats, max_size=seats).map(tuple)
    hands = st.lists(st.lists(st.sampled_from(CARDS), max_size=6).map(tuple), min_size=seats, max_size=seats).map(tuple)
    lines = st.builds(
        RoundScore,
        number=st.integers(1, 1000),
        dealer=st.integers(0, 11),
        winner=st.none() | st.integers(0, 11),
        ended_by=st.sampled_from(ENDINGS),
        finishing_card=st.none() | st.sampled_from(CARDS),
        multiplier=st.integers(1, 100),
        hands=hands,
        points=numbers,
        totals=numbers,
    )
    return draw(st.lists(lines, max_size=6))


def lines_of(sheet: list[RoundScore]) -> bytes:
    return codec.encode_scores(Update(1, tuple(RoundEnded(one.ended_by, one.winner, one) for one in sheet)))


@given(st.lists(st.lists(STEPS, max_size=8), max_size=5))
def test_any_steps_folded_little_by_little_are_all_there(portions: list[list[Step]]) -> None:
    past, steps = b"", list[Step]()
    for portion in portions:
        steps += portion
        past = codec.fold(past, codec.encode_steps(portion), b"", over=False)
        assert codec.decode_steps(past) == steps
    assert codec.decode_steps(codec.fold(past, b"", b"", over=True)) == steps


@pytest.mark.parametrize("variant_id", ["crazy-eights", "huit-americain", "survivor", "synthesis"])
def test_a_match_folded_little_by_little_takes_no_more_than_one_folded_at_once(variant_id: str) -> None:
    steps = [step for commit in played_at_random(game(variant_id=variant_id)) for step in commit.steps]
    past = b""
    for start in range(0, len(steps), 50):
        past = codec.fold(past, codec.encode_steps(steps[start : start + 50]), b"", over=False)
    at_once = codec.encode_steps(steps)
    assert past == codec.fold(b"", at_once, b"", over=False)
    assert codec.fold(past, b"", b"", over=True) == codec.fold(b"", at_once, b"", over=True)


def test_a_seat_that_moves_for_the_first_time_when_others_are_past_is_taken_to_pieces_as_they_are() -> None:
    steps: list[Step] = [Moved(turn % 3, DrawCard()) for turn in range(60)]
    later: list[Step] = [Moved(turn % 4, DrawCard()) for turn in range(60)]
    past = codec.fold(b"", codec.encode_steps(steps), b"", over=False)
    grown = codec.fold(past, codec.encode_steps(later), b"", over=False)
    assert grown == codec.fold(b"", codec.encode_steps(steps + later), b"", over=False)
    assert codec.decode_steps(grown) == steps + later


@given(sheets(), st.integers(0, 6))
def test_any_lines_are_read_as_they_were_written(sheet: list[RoundScore], at: int) -> None:
    past = codec.fold(b"", b"", lines_of(sheet[:at]), over=False)
    for over in (False, True):
        assert codec.decode_scores(codec.fold(past, b"", lines_of(sheet[at:]), over=over), b"") == sheet


def test_a_sheet_without_new_lines_is_left_as_it_is_while_the_game_goes_on() -> None:
    sheet = [event.score for event in ended_rounds()]
    steps = codec.encode_steps([Dealt()])
    past = codec.fold(b"", steps, lines_of(sheet), over=False)
    assert codec.fold(past, steps, b"", over=False).endswith(past[len(codec.fold(b"", steps, b"", over=False)) :])
    over = codec.fold(past, b"", b"", over=True)
    assert codec.decode_scores(codec.fold(over, steps, b"", over=False), b"") == sheet


@pytest.mark.parametrize("over", [False, True])
def test_no_damaged_byte_makes_another_move_list(over: bool) -> None:
    steps = codec.encode_steps([step for commit in played_at_random(game()) for step in commit.steps][:150])
    past = codec.fold(b"", steps, b"", over=over)
    for at in range(5, len(past)):
        damaged = past[:at] + bytes([past[at] ^ 1 << at % 8]) + past[at + 1 :]
        with pytest.raises(codec.UnreadableRecord):
            codec.decode_steps(damaged)
        with pytest.raises(codec.UnreadableRecord):
            codec.fold(damaged, steps, b"", over=True)


def test_no_damaged_byte_makes_another_sheet_of_a_game_that_is_over() -> None:
    past = codec.fold(b"", b"", lines_of([event.score for event in ended_rounds()]), over=True)
    for at in range(5, len(past)):
        damaged = past[:at] + bytes([past[at] ^ 1 << at % 8]) + past[at + 1 :]
        with pytest.raises(codec.UnreadableRecord):
            codec.decode_scores(damaged, b"")


@given(st.binary(max_size=60))
def test_whatever_else_stands_in_a_block_is_refused(body: bytes) -> None:
    with pytest.raises(codec.UnreadableRecord):
        codec.decode_steps(block(CODED, body))
    with pytest.raises(codec.UnreadableRecord):
        codec.decode_scores(block(SHEET_CODED, body), b"")


@pytest.mark.parametrize("cut", [b"\x90", b"\x90\xb4", b"\x90\xb4\x08", b"\x05\x01\x93\x01"])
@pytest.mark.parametrize("over", [False, True])
def test_a_step_that_is_cut_short_is_not_folded(over: bool, cut: bytes) -> None:
    with pytest.raises(codec.UnreadableRecord):
        codec.fold(b"", b"\x90\x40" + cut, b"", over=over)


def test_a_long_list_of_steps_by_chance_takes_hardly_more_than_they_stand_for() -> None:
    chance = random.Random(1)
    steps: list[Step] = [Moved(chance.randrange(4), DrawCard()) for _ in range(800)]
    assert len(codec.fold(b"", codec.encode_steps(steps), b"", over=True)) < 800 * 2 / 8 + 64


def ended_rounds() -> list[RoundEnded]:
    updates = [commit.update for commit in played_at_random(game(variant_id="huit-americain"))]
    return [event for update in updates for event in update.events if isinstance(event, RoundEnded)]
