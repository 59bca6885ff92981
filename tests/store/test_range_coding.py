import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.store.range_coding import RangeReader, RangeWriter, code_byte, code_whole

NIBBLES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 15)))


def written(nibbles: list[tuple[int, int]]) -> bytes:
    writer = RangeWriter()
    for context, nibble in nibbles:
        writer.code(context, nibble)
    return writer.written()


@given(NIBBLES)
def test_any_nibbles_are_read_as_they_were_written(nibbles: list[tuple[int, int]]) -> None:
    reader = RangeReader(written(nibbles))
    assert [(context, reader.code(context, 0)) for context, _ in nibbles] == nibbles
    reader.end()


@given(st.lists(st.sampled_from([(0, 0), (0, 15)]), min_size=200, max_size=600))
def test_what_has_to_be_carried_over_many_words_is(nibbles: list[tuple[int, int]]) -> None:
    reader = RangeReader(written(nibbles))
    assert [(context, reader.code(context, 0)) for context, _ in nibbles] == nibbles


def test_what_always_comes_in_a_context_takes_next_to_nothing() -> None:
    expected = [(number % 4, number % 4) for number in range(1000)]
    assert len(written(expected)) < 16
    assert len(written([(0, nibble * 7 % 16) for nibble in range(1000)])) > 480


@given(st.lists(st.integers(0, 255)), st.lists(st.integers(0, 10**12)))
def test_bytes_and_whole_numbers_are_read_as_they_were_written(octets: list[int], wholes: list[int]) -> None:
    writer = RangeWriter()
    assert [code_byte(writer.code, "byte", byte) for byte in octets] == octets
    assert [code_whole(writer.code, "whole", number) for number in wholes] == wholes
    reader = RangeReader(writer.written())
    assert [code_byte(reader.code, "byte", 0) for _ in octets] == octets
    assert [code_whole(reader.code, "whole", 0) for _ in wholes] == wholes
    reader.end()


@given(NIBBLES)
def test_what_is_longer_than_was_written_is_found_out(nibbles: list[tuple[int, int]]) -> None:
    reader = RangeReader(written(nibbles) + b"\0\0")
    assert [(context, reader.code(context, 0)) for context, _ in nibbles] == nibbles
    with pytest.raises(ValueError, match="too long"):
        reader.end()


def test_what_is_cut_short_ends_early() -> None:
    nibbles = [(0, nibble * 7 % 16) for nibble in range(100)]
    reader = RangeReader(written(nibbles)[:-8])
    with pytest.raises(ValueError, match="cut short"):
        assert [reader.code(context, 0) for context, _ in nibbles]
