from hypothesis import given
from hypothesis import strategies as st

from eights.rules import moves, replay
from eights.rules.cards import SUITS
from eights.store import codec
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


@given(st.lists(STEPS), st.lists(STEPS))
def test_any_steps_are_read_as_they_were_written_also_behind_a_list_that_was_complete(
    before: list[replay.Step], after: list[replay.Step]
) -> None:
    complete = codec.complete(codec.encode_steps(before))
    assert codec.decode_steps(complete) == before
    assert codec.decode_steps(complete + codec.encode_steps(after)) == before + after
    assert codec.decode_steps(codec.complete(complete + codec.encode_steps(after))) == before + after


def test_the_present_layout_stays_readable() -> None:
    assert codec.decode_steps(WRITTEN) == list(EVERY_STEP)


def test_a_list_goes_on_behind_steps_that_were_written_in_messagepack() -> None:
    drawn = replay.Moved(seat=2, move=moves.DrawCard())
    assert codec.decode_steps(b"\x05\x01\x93\x01\x02\x01" + WRITTEN) == [drawn, *EVERY_STEP]


def test_the_numbers_of_cards_stay_as_they_are() -> None:
    assert "".join(CARDS[:14]) == "AS2S3S4S5S6S7S8S9STSJSQSKSAH"
    assert (NUMBERS["AD"], NUMBERS["AC"], NUMBERS["XX"]) == (26, 39, 52)
