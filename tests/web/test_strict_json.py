import contextlib
import json
import math
import os
import sys
from typing import Final

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from eights.services.refusals import Refused
from eights.web.strict_json import MAX_DEPTH, parse

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=20,
)


@pytest.mark.parametrize(
    "text",
    [
        b"{", b"{'a': 1}", b'{"a": 1,}', b"// no\n{}", b"NaN", b"[Infinity]", b"1e999", b"-1e999", b"9" * 5000,
        b'"\xff"', b'"\\ud800"', b"\xef\xbb\xbf{}", b'{"a": 1} {}', "{}".encode("utf-16"), b'"\x00"', b"\x00", b" ",
    ],
)  # fmt: skip
def test_what_readers_could_disagree_about_is_refused(text: bytes) -> None:
    with pytest.raises(Refused, match="malformed_json"):
        parse(text)


@pytest.mark.parametrize("text", [b'{"a": 1, "a": 1}', b'[{"b": {"x": 0, "\\u0078": 1}}]', b'{":": 1, ":": 2}'])
def test_a_name_that_comes_twice_is_refused(text: bytes) -> None:
    with pytest.raises(Refused, match="malformed_json"):
        parse(text)


def test_colons_in_texts_and_names_are_no_repeated_names() -> None:
    assert parse(b'{"a:b": ":::", "c": [{"a:b": ":"}]}') == {"a:b": ":::", "c": [{"a:b": ":"}]}


@pytest.mark.parametrize(("opening", "closing"), [(b"[", b"]"), (b'{"a":', b"}")])
def test_depth_is_limited(opening: bytes, closing: bytes) -> None:
    parse(opening * MAX_DEPTH + b"1" + closing * MAX_DEPTH)
    for depth in (MAX_DEPTH + 1, 1000, 20_000):
        with pytest.raises(Refused, match="malformed_json"):
            parse(opening * depth + b"1" + closing * depth)


@given(VALUES)
def test_json_is_read_as_python_reads_it(value: object) -> None:
    text = json.dumps(value, ensure_ascii=False)
    assert parse(text.encode()) == json.loads(text)


FUZZ_EXAMPLES: Final = os.environ.get("EIGHTS_TEST_FUZZ_EXAMPLES")
"""Set by ``make fuzz``."""
REFUSED: Final = object()
fuzz = settings(max_examples=int(FUZZ_EXAMPLES or 300), derandomize=FUZZ_EXAMPLES is None)

PIECES: Final = st.sampled_from(
    [
        *(
            b'"',
            b":",
            b",",
            b"{",
            b"}",
            b"[",
            b"]",
            b"\\",
            b" ",
            b"\t",
            b"\n",
            b"\r",
            b"-",
            b"+",
            b".",
            b"/",
            b"0",
            b"1",
        ),
        *(
            b"e",
            b"E",
            b"null",
            b"true",
            b"false",
            b"NaN",
            b"Infinity",
            b"nul",
            b"True",
            b'"a":',
            b'"a":1,',
            b"{}",
            b"[]",
        ),
        *(b"1e400", b"-1e400", b"1e-400", b"0.1e+1", b"-0", b"00", b"01", b"1.", b".1", b"0x1", b"1_0", b"9" * 40),
        *(b"18446744073709551615", b"18446744073709551616", b"-9223372036854775809", b"1.7976931348623159e308"),
        *(b"\\u0000", b"\\ud800", b"\\udc00", b"\\ud83d\\ude00", b"\\u00", b"\\x41", b"\\u003a", b"\\/", b"\\'"),
        *(
            b"\x00",
            b"\x1f",
            b"\x7f",
            b"\x80",
            b"\xc0\x80",
            b"\xed\xa0\x80",
            b"\xf4\x90\x80\x80",
            b"\xff",
            b"\xef\xbb\xbf",
        ),
        *("\u2028".encode(), "\u00a0".encode(), "é".encode(), "😀".encode(), b"//", b"/*", b"*/", b"#", b"'a'"),
        *(b"[" * MAX_DEPTH, b"]" * MAX_DEPTH, b'{"a":' * MAX_DEPTH, b"}" * MAX_DEPTH),
    ]
)
CHANGES: Final = st.lists(
    st.tuples(
        st.sampled_from(["insert", "replace", "delete", "repeat"]), st.integers(0, 200), st.integers(1, 4), PIECES
    ),
    max_size=4,
)


def changed(text: bytes, changes: list[tuple[str, int, int, bytes]]) -> bytes:
    """Return a text with something put in, out, in place of something, or twice."""
    for what, where, length, piece in changes:
        start = where % (len(text) + 1)
        before, cut, after = text[:start], text[start : start + length], text[start + length :]
        between = {"insert": piece + cut, "replace": piece, "delete": b"", "repeat": cut + cut}[what]
        text = before + between + after
    return text


def read_by_python(text: bytes) -> object:
    """Read a text as Python's own parser does, without what it takes besides JSON; raises ValueError."""

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    def without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(dict(pairs)) != len(pairs):
            refuse("repeated")
        return dict(pairs)

    return json.loads(text.decode(), object_pairs_hook=without_repeats, parse_constant=refuse)


def depth(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


def as_told_apart(value: object) -> object:
    """Return a value such that 1, 1.0 and true are three; whole numbers of more than 64 bits are doubles."""
    if isinstance(value, dict):
        return {name: as_told_apart(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [as_told_apart(inner) for inner in value]
    if isinstance(value, int) and not -(2**63) <= value < 2**64:
        return float, float(value)
    return type(value), value


def is_beyond(value: object) -> bool:
    """Tell whether there is a text or a number in it that is refused, though Python reads it."""
    if isinstance(value, dict):
        return any(is_beyond(inner) for inner in [*value, *value.values()])
    if isinstance(value, list):
        return any(map(is_beyond, value))
    if isinstance(value, str):
        return any("\ud800" <= character <= "\udfff" for character in value)
    if isinstance(value, int):
        return abs(value) > sys.float_info.max
    return isinstance(value, float) and math.isinf(value)


def assert_contract(text: bytes) -> None:
    """Check that a text is read as Python reads it, or refused for one of the reasons that there are."""
    value = parsed(text)
    if value is REFUSED:
        with contextlib.suppress(ValueError, RecursionError):
            expected = read_by_python(text)
            assert depth(expected) > MAX_DEPTH or is_beyond(expected)
        return
    assert depth(value) <= MAX_DEPTH
    assert as_told_apart(value) == as_told_apart(read_by_python(text))


def parsed(text: bytes) -> object:
    try:
        return parse(text)
    except Refused as refused:
        return REFUSED if (refused.code, refused.details) == ("malformed_json", {}) else refused


@fuzz
@given(VALUES.map(lambda value: json.dumps(value).encode()), CHANGES)
def test_whatever_becomes_of_a_text_it_is_read_as_python_reads_it_or_refused(
    text: bytes, changes: list[tuple[str, int, int, bytes]]
) -> None:
    assert_contract(changed(text, changes))


@fuzz
@given(st.lists(PIECES, max_size=12).map(b"".join))
@example(b'{"a":{"a":1},"a":":"}')
@example(b'{"a":1,"\\u0061":":"}')
def test_whatever_is_put_together_is_read_as_python_reads_it_or_refused(text: bytes) -> None:
    assert_contract(text)


@fuzz
@given(st.binary(max_size=300))
def test_any_bytes_are_read_as_python_reads_them_or_refused(text: bytes) -> None:
    assert_contract(text)
