import pytest
from flask import Flask

from eights.services.refusals import Refused
from eights.web.conditions import is_known, required_versions


@pytest.mark.parametrize(
    ("header", "versions"),
    [
        (None, None),
        ("*", None),
        ('"7"', {7}),
        ('"7", "8"', {7, 8}),
        ('"02", "0"', set()),
        ("2", set()),
        ('2, "3"', {3}),
        ('"2', set()),
        ("W/2", set()),
        ('"2""3"', set()),
        ('"7" , W/"8" ,"9"', {7, 9}),
        ('"7","x", "-1", "\u0667"', {7}),
        ('"", "7"', {7}),
        ('W/"7"', set()),
        ('W/"7", "8"', {8}),
        ('"other"', set()),
        (f'"{"9" * 5000}"', set()),
    ],
)  # fmt: skip
def test_if_match_names_versions(app: Flask, header: str | None, versions: set[int] | None) -> None:
    with app.test_request_context(headers={"If-Match": header} if header else {}):
        assert required_versions() == versions


@pytest.mark.parametrize("header", ["", " ", ",", " , "])
def test_an_if_match_that_names_nothing_is_refused(app: Flask, header: str) -> None:
    with app.test_request_context(headers={"If-Match": header}), pytest.raises(Refused, match="condition_invalid"):
        required_versions()


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
