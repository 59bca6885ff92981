import pytest
from flask import Flask

from eights.services.access import Caller
from eights.services.changes import Attempt
from eights.services.refusals import Refused
from eights.web.attempts import attempt

KNOWN = Caller(b"h" * 32, "192.0.2.7")
UNKNOWN = Caller(None, "192.0.2.7")


def attempted(
    app: Flask, who: Caller, key: str, *, path: str = "/v1/games", method: str = "POST", body: str = "{}"
) -> Attempt:
    with app.test_request_context(path, method=method, data=body, headers={"Idempotency-Key": key}):
        made = attempt(who)
    assert made is not None
    return made


def test_without_a_key_there_is_no_attempt(app: Flask) -> None:
    with app.test_request_context(method="POST"):
        assert attempt(KNOWN) is None


def test_the_same_request_is_the_same_attempt(app: Flask) -> None:
    assert attempted(app, KNOWN, "k") == attempted(app, KNOWN, "k")


@pytest.mark.parametrize("other", [{"path": "/v1/games/a"}, {"method": "DELETE"}, {"body": "{} "}, {"body": ""}])
def test_another_request_has_another_fingerprint(app: Flask, other: dict[str, str]) -> None:
    assert attempted(app, KNOWN, "k").fingerprint != attempted(app, KNOWN, "k", **other).fingerprint


@pytest.mark.parametrize("key", ["k", "!~", "x" * 255])
def test_a_key_is_visible_ascii(app: Flask, key: str) -> None:
    assert attempted(app, KNOWN, key).key == key


@pytest.mark.parametrize("key", ["", "x" * 256, "two words", "\u00e9t\u00e9", "tab\t"])
def test_what_is_no_key_is_refused(app: Flask, key: str) -> None:
    with pytest.raises(Refused, match="idempotency_key_invalid"):
        attempted(app, KNOWN, key)


def test_who_is_known_by_the_key_alone_needs_one_that_is_hard_to_guess(app: Flask) -> None:
    assert attempted(app, UNKNOWN, "x" * 16).key == "x" * 16
    with pytest.raises(Refused, match="idempotency_key_invalid"):
        attempted(app, UNKNOWN, "x" * 15)
