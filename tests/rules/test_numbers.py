import hmac
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from eights.rules.numbers import below, words


@given(st.binary(min_size=32, max_size=32))
def test_words_are_cut_from_hmacs_of_a_counter(key: bytes) -> None:
    blocks = b"".join(hmac.digest(key, counter.to_bytes(8, "big"), "sha256") for counter in range(3))
    expected = [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, len(blocks), 4)]
    assert list(islice(words(key), len(expected))) == expected


def test_words_that_would_favor_the_low_numbers_are_dropped() -> None:
    top = 2**32
    assert below(6, iter([top - 1, top - 4, top - 5])) == 5
    assert below(6, iter([top - 6])) == 4
    assert below(8, iter([top - 1])) == 7


@given(st.integers(1, 500), st.lists(st.integers(2**32 - 1000, 2**32 - 1), min_size=1))
def test_no_word_counts_from_the_limit_on(bound: int, drawn: list[int]) -> None:
    counting = [word % bound for word in drawn if word < 2**32 - 2**32 % bound]
    assert below(bound, iter([*drawn, 0])) == [*counting, 0][0]
