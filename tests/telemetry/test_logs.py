"""Log lines: the same for programs and for people, and nothing in them that is secret."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from eights.telemetry import logs
from eights.telemetry.logs import FIELDS

TOKEN = "es_" + "aB3-_" * 8 + "xyz"
SEED = "0f" * 32


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    root, names = logging.getLogger(), ["", *logs.OURS]
    handlers, levels = root.handlers.copy(), {name: logging.getLogger(name).level for name in names}
    yield
    root.handlers = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
    logging.captureWarnings(False)


def written(form: logs.Form, level: str = "info", stream: io.StringIO | None = None) -> io.StringIO:
    stream = stream or io.StringIO()
    logs.configure(level, form, stream)
    return stream


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_line_for_programs_is_one_json_object() -> None:
    stream = written("json")
    logging.getLogger("eights.requests").info("%s %d", "makeMove", 200, extra={FIELDS: {"seat": 1}})
    [line] = lines(stream)
    assert line.pop("time").endswith("Z")
    assert line == {"level": "info", "logger": "eights.requests", "message": "makeMove 200", "seat": 1}


def test_auto_is_text_on_a_terminal_and_json_elsewhere() -> None:
    terminal, file = Terminal(), io.StringIO()
    written("auto", stream=terminal)
    logging.getLogger("eights.ticking").warning("late")
    written("auto", stream=file)
    logging.getLogger("eights.ticking").warning("late")
    assert terminal.getvalue().endswith("warning late [eights.ticking]\n")
    assert lines(file)[0]["message"] == "late"


def test_a_line_for_people_has_the_same_fields() -> None:
    stream = written("text")
    logging.getLogger("eights.requests").info("getGame 200", extra={FIELDS: {"game": "k3q", "seat": 0}})
    assert stream.getvalue().rstrip().endswith("info    getGame 200 game=k3q seat=0")


def test_configuring_again_does_not_log_twice() -> None:
    written("json")
    stream = written("json")
    logging.getLogger("eights").warning("once")
    assert len(lines(stream)) == 1


def test_the_level_is_for_the_server_and_of_others_warnings_are_logged() -> None:
    stream = written("json", "debug")
    for name in ("eights.web", "gunicorn.error", "urllib3"):
        logging.getLogger(name).debug("quiet")
        logging.getLogger(name).warning("loud")
    said = [(line["logger"], line["message"]) for line in lines(stream)]
    assert said == [
        ("eights.web", "quiet"),
        ("eights.web", "loud"),
        ("gunicorn.error", "quiet"),
        ("gunicorn.error", "loud"),
        ("urllib3", "loud"),
    ]


@pytest.mark.parametrize("form", ["json", "text"])
@pytest.mark.parametrize("secret", [TOKEN, SEED, SEED.upper()])
def test_what_looks_like_a_token_or_a_seed_is_left_out_of_messages_and_tracebacks(form: logs.Form, secret: str) -> None:
    stream = written(form)
    try:
        try:
            raise KeyError(secret)
        except KeyError as cause:
            raise ValueError(f"no {secret}") from cause
    except ValueError:
        logging.getLogger("eights").exception("it had %s", secret)
    assert secret not in stream.getvalue()
    assert "ValueError: no [left out]" in stream.getvalue()
    assert "KeyError" in stream.getvalue()


def test_a_message_of_several_lines_is_one_line_for_programs() -> None:
    stream = written("json")
    logging.getLogger("eights").warning("one\ntwo")
    assert [line["message"] for line in lines(stream)] == ["one\ntwo"]


def test_what_nobody_caught_is_logged_in_the_same_form() -> None:
    stream = written("json")
    error = ValueError("lost")
    logs.log_lost("where it ran", ValueError, error, None)
    [line] = lines(stream)
    assert (line["level"], line["exception"]) == ("error", "ValueError: lost")
    assert "where it ran" not in stream.getvalue()
