import pytest
from flask import Flask

from eights.services.refusals import Refused
from eights.web.conditions import is_known, required_revisions


@pytest.mark.parametrize(
    ("header", "named"),
    [
        (None, None),
        ("*", None),
        ('"7"', {(7, None)}),
        ('"7-3f2a"', {(7, 0x3F2A)}),
        ('"7", "8-0000"', {(7, None), (8, 0)}),
        ('"02", "0"', set()),
        ("2", {(2, None)}),
        ("2-e80f", {(2, 0xE80F)}),
        ("2-e80f.0123456789abcdef", {(2, 0xE80F)}),
        ('"2-e80f.0123456789abcdef-gzip", "3"', {(2, 0xE80F), (3, None)}),
        ('"2-e80f.", "3', set()),
        ('2, "3"', {(2, None), (3, None)}),
        ('"2', set()),
        ("W/2", set()),
        ('"2""3"', set()),
        ('"7" , W/"8" ,"9"', {(7, None), (9, None)}),
        ('"7","x", "-1", "\u0667"', {(7, None)}),
        ('"", "7"', {(7, None)}),
        ('W/"7"', set()),
        ('W/"7", "8"', {(8, None)}),
        ('"7-", "7-3f2", "7-3F2A", "7-3f2a0", "-3f2a", "0-3f2a", "7-3f2a-3f2a"', set()),
        ('"other"', set()),
        (f'"{"9" * 5000}"', set()),
    ],
)  # fmt: skip
def test_if_match_names_revisions(app: Flask, header: str | None, named: set[tuple[int, int | None]] | None) -> None:
    with app.test_request_context(headers={"If-Match": header} if header else {}):
        assert required_revisions() == named


@pytest.mark.parametrize("header", ["", " ", ",", " , "])
def test_an_if_match_that_names_nothing_is_refused(app: Flask, header: str) -> None:
    with app.test_request_context(headers={"If-Match": header}), pytest.raises(Refused, match="condition_invalid"):
        required_revisions()


@pytest.mark.parametrize(
    ("header", "known"),
    [
        (None, False),
        ('"7"', True),
        ('W/"7"', True),
        ('"6", "7"', True),
        ("*", True),
        ('"8"', False),
        ("", False),
        ('"77"', False),
    ],
)
def test_if_none_match_names_what_the_caller_has(app: Flask, header: str | None, known: bool) -> None:
    with app.test_request_context(headers={} if header is None else {"If-None-Match": header}):
        assert is_known("7") is known
