"""A client of event streams, as anybody would write one."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import httpx

from tables import Table, Who

STREAM = {"Accept": "text/event-stream"}


class Heard(NamedTuple):
    """One event, or a comment."""

    kind: str
    data: Any
    id: int | None
    """The version that it leads to."""
    revision: str | None
    """The same with its mark: the id as it was sent."""


def heard(lines: Iterable[str]) -> Iterator[Heard]:
    """Yield the events in a stream's lines, comments included as such."""
    fields: dict[str, str] = {}
    for line in lines:
        if line.startswith(":"):
            yield Heard("comment", line[1:].strip(), None, None)
        elif line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif "event" in fields:
            revision = fields.get("id")
            version = None if revision is None else int(revision.partition("-")[0])
            yield Heard(fields["event"], json.loads(fields["data"]), version, revision)
            fields = {}


def events_of(response: httpx.Response) -> Iterator[Heard]:
    """Yield the events of a stream that was opened, without its comments."""
    assert response.status_code == 200, response.read()
    assert response.headers["Content-Type"] == "text/event-stream"
    return (one for one in heard(response.iter_lines()) if one.kind != "comment")


@contextmanager
def stream(table: Table, who: Who = None, after: int | str | None = None) -> Iterator[Iterator[Heard]]:
    """Follow a table as somebody, from after a version or a revision if one is given."""
    headers = {**STREAM, **({} if after is None else {"Last-Event-ID": str(after)})}
    token = table.tokens.get(who, who)
    if isinstance(token, str):
        headers["Authorization"] = f"Bearer {token}"
    with table.http.stream("GET", f"{table.path}/events", headers=headers) as response:
        yield events_of(response)
