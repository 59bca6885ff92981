import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import game, played_at_random
from eights.rules import moves, replay
from eights.rules.cards import SUITS
from eights.store import codec
from eights.store.coded_steps import LONGEST
from eights.store.deflating import CODED, GROWING
from eights.store.packed_cards import CARDS, NUMBERS

EVERY_STEP: tuple[replay.Step, ...] = (
    replay.Dealt(),
    replay.Left(seat=3),
    replay.Moved(seat=0, move=moves.Play(card="8H", suit="S", announce=True)),
    replay.Moved(seat=1, move=moves.Play(card="XX", power="swap_hands", target=0)),
    replay.Moved(seat=2, move=moves.Play(card="2C")),
    replay.Moved(seat=0, move=moves.DrawCard()),
    replay.Moved(seat=0, move=moves.Pass()),
    replay.Moved(seat=0, move=moves.NameSuit(suit="D")),
    replay.Moved(seat=0, move=moves.Announce()),
    replay.Moved(seat=0, move=moves.Challenge(target=1)),
    replay.Moved(seat=2, move=moves.Play(card="2C"), by="bot"),
    replay.Moved(seat=2, move=moves.DrawCard(), by="clock"),
    replay.Left(seat=3, by="clock"),
)

WRITTEN = bytes.fromhex("80a390942191b40800922890409041904590429048b228c240d3")
PAST = bytes.fromhex("ff0000001d6b583c618ae2c42d1c0c933426384c709ce03ac16982c7268d430e9701")
GROWING_STEPS = bytes.fromhex("""
fc0000003b10cc639d04c1b10d00200c04b13f113851a4a2651df65f093b0ca80900005049baddf7bca5aa5f8bd91539181827b84e709ae0b149e390c3
65c000
""")
CODED_STEPS = bytes.fromhex("fb00000021d5662baa04000dd03851c8390e0840018855181c1208a7037cb10fa95b41b72d40")
IN_PIECES = bytes.fromhex("fe0000002862616060e0e565e794117665636767676767076831bb220703e304d7094e133c36691c72b80c1800")
SEATS = st.integers(0, 11)
PLAYS = st.builds(
    moves.Play, st.sampled_from(CARDS), st.sampled_from((None, *SUITS)), announce=st.booleans()
) | st.builds(
    moves.Play,
    st.sampled_from(CARDS),
    st.sampled_from((None, *SUITS)),
    st.sampled_from(("swap_hands", "choose_next")),
    SEATS,
    st.booleans(),
)
MOVES = (
    PLAYS
    | st.builds(moves.NameSuit, st.sampled_from(SUITS))
    | st.builds(moves.Challenge, SEATS)
    | st.sampled_from((moves.DrawCard(), moves.Pass(), moves.Announce()))
)
STEPS: st.SearchStrategy[replay.Step] = st.builds(replay.Dealt) | st.builds(
    replay.Left, SEATS, st.sampled_from((None, "clock"))
)
STEPS |= st.builds(replay.Moved, SEATS, MOVES, st.sampled_from((None, "bot", "clock")))


def test_steps_written_one_after_the_other_are_read_together() -> None:
    written = b"".join(codec.encode_steps([step]) for step in EVERY_STEP)
    assert tuple(codec.decode_steps(written)) == EVERY_STEP
    assert written == codec.encode_steps(EVERY_STEP)


def test_every_kind_of_move_is_among_those_steps() -> None:
    moved = {type(step.move) for step in EVERY_STEP if isinstance(step, replay.Moved)}
    assert moved == set(moves.AnyMove.__args__)


@pytest.mark.parametrize("over", [False, True])
@given(st.lists(STEPS), st.lists(STEPS))
def test_any_steps_are_read_as_they_were_written_also_when_they_are_past(
    over: bool, before: list[replay.Step], after: list[replay.Step]
) -> None:
    past, newest = codec.fold(b"", codec.encode_steps(before), b"", over=over), codec.encode_steps(after)
    assert codec.decode_steps(past) == before
    assert codec.decode_steps(past + newest) == before + after
    for ended in (False, True):
        assert codec.decode_steps(codec.fold(past, newest, b"", over=ended)) == before + after


@pytest.mark.parametrize("variant_id", ["crazy-eights", "huit-americain", "survivor", "synthesis"])
def test_a_match_that_is_over_takes_a_byte_a_step_or_less(variant_id: str) -> None:
    steps = [step for commit in played_at_random(game(variant_id=variant_id)) for step in commit.steps]
    past = codec.fold(b"", codec.encode_steps(steps), b"", over=True)
    assert codec.decode_steps(past) == steps
    assert len(past) < len(steps) + 64


def test_a_seat_that_a_bot_moves_for_costs_no_more_than_one_that_moves_itself() -> None:
    steps = [replay.Moved(turn % 4, moves.DrawCard()) for turn in range(200)]
    by_bots = [replay.Moved(step.seat, step.move, by="bot") for step in steps]
    itself, bots = (len(codec.fold(b"", codec.encode_steps(moved), b"", over=True)) for moved in (steps, by_bots))
    assert bots - itself < 24


def test_a_list_that_takes_too_long_to_code_stays_in_pieces() -> None:
    steps: list[replay.Step] = [replay.Moved(turn % 4, moves.DrawCard()) for turn in range(LONGEST)]
    for moved, mark in ((steps, CODED), ([*steps, replay.Dealt()], GROWING)):
        past = codec.fold(b"", codec.encode_steps(moved), b"", over=True)
        assert past[0] == mark
        assert codec.decode_steps(past) == moved


def test_every_layout_stays_readable() -> None:
    assert codec.decode_steps(WRITTEN) == list(EVERY_STEP)
    assert codec.decode_steps(PAST) == list(EVERY_STEP)
    assert codec.decode_steps(IN_PIECES) == list(EVERY_STEP)
    assert codec.decode_steps(GROWING_STEPS) == list(EVERY_STEP)
    assert codec.decode_steps(CODED_STEPS) == list(EVERY_STEP)


@pytest.mark.parametrize("past", [PAST, IN_PIECES, GROWING_STEPS, CODED_STEPS])
def test_a_list_goes_on_behind_steps_that_are_past_in_any_layout(past: bytes) -> None:
    for over in (False, True):
        assert codec.decode_steps(codec.fold(past, WRITTEN, b"", over=over)) == [*EVERY_STEP, *EVERY_STEP]


def test_a_list_goes_on_behind_steps_that_were_written_in_messagepack() -> None:
    drawn = replay.Moved(seat=2, move=moves.DrawCard())
    former = b"\x05\x01\x93\x01\x02\x01" + WRITTEN
    assert codec.decode_steps(former) == [drawn, *EVERY_STEP]
    for over in (False, True):
        assert codec.decode_steps(codec.fold(b"", former, b"", over=over)) == [drawn, *EVERY_STEP]


def test_the_numbers_of_cards_stay_as_they_are() -> None:
    assert "".join(CARDS[:14]) == "AS2S3S4S5S6S7S8S9STSJSQSKSAH"
    assert (NUMBERS["AD"], NUMBERS["AC"], NUMBERS["XX"]) == (26, 39, 52)
