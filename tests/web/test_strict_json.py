import json

import pytest
from hypothesis import given
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
