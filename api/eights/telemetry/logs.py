"""Log lines: JSON, one object a line, for programs; plain for people. Both carry the same.

What we log ourselves is listed field by field. What others say, an exception's message for one, may quote what it was
given; whatever looks like a token or a seed in it is left out.
"""

import logging
import re
import sys
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Final, Literal, TextIO

import msgspec

Form = Literal["auto", "json", "text"]

OURS: Final = ("eights", "gunicorn.error")
"""The loggers that the level is for; of others, warnings and worse are logged."""
FIELDS: Final = "fields"
"""Under this name a record carries more than a message: ``extra={FIELDS: {...}}``."""

_SECRET: Final = re.compile(r"e[hspo]_[A-Za-z0-9_-]{43}|(?<![0-9a-fA-F])[0-9a-fA-F]{64}(?![0-9a-fA-F])")


def without_secrets(text: str) -> str:
    """Return a text without what looks like a token or a seed.

    >>> without_secrets("no such key: 'es_" + "x" * 43 + "'")
    "no such key: '[left out]'"
    """
    return _SECRET.sub("[left out]", text)


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return msgspec.json.encode(_members(self, record)).decode()


class TextLines(logging.Formatter):
    """What people read on a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and those of a traceback after it."""
        members = _members(self, record)
        head = f"{members.pop('time')[11:23]} {members.pop('level'):<7} {members.pop('message')}"
        logger, failure = members.pop("logger"), members.pop("exception", None)
        more = " ".join(f"{name}={value}" for name, value in members.items())
        where = "" if logger in REQUESTS else f" [{logger}]"
        return f"{head}{where}{' ' if more else ''}{more}" + (f"\n{failure}" if failure else "")


REQUESTS: Final = "eights.requests"
"""The logger of requests."""


def _members(formatter: logging.Formatter, record: logging.LogRecord) -> dict[str, Any]:
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    members: dict[str, Any] = {
        "time": f"{at[:-6]}Z",
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": without_secrets(record.getMessage()),
    }
    fields: Mapping[str, Any] = record.__dict__.get(FIELDS, {})
    members.update(fields)
    if record.exc_info:
        members["exception"] = without_secrets(formatter.formatException(record.exc_info))
    return members


class _Ours(logging.StreamHandler[TextIO]):
    """Known by its type, so that configuring twice does not log twice."""


def configure(level: str, form: Form, stream: TextIO | None = None) -> None:
    """Log to stderr, or another stream, from that level on; ``auto`` is text on a terminal and JSON elsewhere."""
    stream = stream or sys.stderr
    for_people = form == "text" or (form == "auto" and stream.isatty())
    handler = _Ours(stream)
    handler.setFormatter(TextLines() if for_people else JsonLines())
    root = logging.getLogger()
    root.handlers = [*(other for other in root.handlers if not isinstance(other, _Ours)), handler]
    least = logging.getLevelNamesMapping()[level.upper()]
    root.setLevel(max(least, logging.WARNING))
    for name in OURS:
        logging.getLogger(name).setLevel(least)
    logging.captureWarnings(True)
    # What no line says need not be found out for each.
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    threading.excepthook = _on_lost_thread


def log_lost(_context: object, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Log what nobody caught, as gevent tells of it: where it was running may name what a log should not."""
    logging.getLogger("eights").error("something ended by a defect", exc_info=(kind, error, trace))


def _on_lost_thread(lost: threading.ExceptHookArgs) -> None:
    if lost.exc_value is not None:
        log_lost(None, lost.exc_type, lost.exc_value, lost.exc_traceback)
