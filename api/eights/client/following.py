"""Streams of server-sent events that go on where they broke off."""

import random
import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import httpx
import msgspec

from eights.client.connection import TRY_AGAIN, Connection
from eights.client.problems import ProblemError, StreamClosed

LONGEST_PAUSE_S: Final = 30.0
FIRST_PAUSE_S: Final = 0.5
SOUND_AFTER_S: Final = 5.0
"""A stream that held so long was a good one: what ends it is no reason to be slow."""
HEARTBEAT_S: Final = 15.0
"""Unless the server says otherwise."""
COME_BACK: Final = frozenset({"server_restarting", "too_slow"})
FOR_GOOD: Final = frozenset({"token_revoked", "game_expired"})
ANEW: Final = frozenset({"snapshot", "reset"})
_ID: Final = re.compile(rb"[0-9]+(-[0-9a-f]+)?")


class Sent(msgspec.Struct, frozen=True):
    """One server-sent event; its ``id`` is a revision, or a version."""

    event: str
    data: bytes
    id: str | None = None


class Broken(Exception):  # noqa: N818 - what happened, named as such
    """A stream is over and is to be opened again, after a pause of so many seconds at least."""

    def __init__(self, why: str, pause_s: float) -> None:
        super().__init__(why)
        self.pause_s = pause_s


Lost = Callable[[str], None]
"""Is told why a stream broke off, each time, before the pause."""


def follow(
    connection: Connection,
    path: str,
    after: int | str | None = None,
    *,
    lost: Lost = lambda _: None,
    pause: Callable[[float], None] = time.sleep,
) -> Iterator[Sent]:
    """Yield what a stream sends, each version once, until ``finished``; whatever breaks it off, it is opened again.

    Pauses grow up to half a minute; a server that restarts, or finds us slow, is come back to at once. Raises
    :class:`StreamClosed` where it ends for good, and :class:`ProblemError` where the server refuses it.
    """
    following = _Following(after)
    while True:
        began = time.monotonic()
        try:
            yield from following.once(connection, path)
        except Broken as broken:
            lost(str(broken))
            pause(following.pause_s(broken.pause_s, time.monotonic() - began))
        else:
            return


class _Following:
    def __init__(self, after: int | str | None) -> None:
        self._after = after
        self._silent_s = 2 * HEARTBEAT_S
        self._failures = 0

    def once(self, connection: Connection, path: str) -> Iterator[Sent]:
        """Yield what one stream sends; raises :class:`Broken` where it ends early."""
        try:
            with connection.stream(path, self._after, self._silent_s) as pieces:
                for sent in events(pieces):
                    if sent.event == "closing":
                        raise _closed(sent)
                    self._note(sent)
                    yield sent
                    if sent.event == "finished":
                        return
        except httpx.TransportError as error:
            raise Broken(str(error) or type(error).__name__, FIRST_PAUSE_S) from error
        except ProblemError as problem:
            raise self._refused(problem) from problem
        raise Broken("the stream ended without a word", FIRST_PAUSE_S)

    def pause_s(self, wished_s: float, held_s: float) -> float:
        """Return how long to wait before the next one."""
        self._failures = 0 if held_s >= SOUND_AFTER_S else self._failures
        grown_s = FIRST_PAUSE_S * 2**self._failures if self._failures else 0.0
        self._failures = min(self._failures + 1, 10)
        return min(max(wished_s, grown_s), LONGEST_PAUSE_S) * random.uniform(0.75, 1.0)  # noqa: S311 - spreads out

    def _note(self, sent: Sent) -> None:
        if sent.id is not None:
            self._after = sent.id
        if sent.event in ANEW:
            self._silent_s = 2 * msgspec.json.decode(sent.data, type=_Beating).heartbeat_s

    def _refused(self, problem: ProblemError) -> Exception:
        if problem.code == "version_not_reached":
            # The server has forgotten something: what we know is of another past.
            self._after = None
            return Broken(str(problem), 0.0)
        if problem.status in TRY_AGAIN or problem.status >= httpx.codes.INTERNAL_SERVER_ERROR:
            return Broken(str(problem), max(problem.retry_after_s, FIRST_PAUSE_S))
        return problem


class _Beating(msgspec.Struct):
    heartbeat_s: float = HEARTBEAT_S


class _Closing(msgspec.Struct):
    reason: str


def _closed(sent: Sent) -> Exception:
    reason = msgspec.json.decode(sent.data, type=_Closing).reason
    if reason in FOR_GOOD:
        return StreamClosed(reason)
    return Broken(reason, 0.0 if reason in COME_BACK else FIRST_PAUSE_S)


def events(pieces: Iterable[bytes]) -> Iterator[Sent]:
    """Yield the events of a stream of bytes, however it was cut up; one that was not sent to its end is none.

    >>> list(events([b":hello\\n\\nevent: up", b"date\\nid: 7-3f2a\\ndata: {}\\n\\nevent: closing\\ndata: {}"]))
    [Sent(event='update', data=b'{}', id='7-3f2a')]
    """
    fields: dict[bytes, bytes] = {}
    for line in _lines(pieces):
        name, _, text = line.partition(b":")
        if name:
            fields[name] = text.removeprefix(b" ")
        elif not line:
            if b"data" in fields:
                id_ = fields.get(b"id", b"")
                event = fields.get(b"event", b"message").decode()
                yield Sent(event, fields[b"data"], id_.decode() if _ID.fullmatch(id_) else None)
            fields = {}


def _lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield lines; only line feeds end them: what else Unicode ends lines with may stand in a name."""
    rest = b""
    for piece in pieces:
        *lines, rest = (rest + piece).split(b"\n")
        yield from (line.removesuffix(b"\r") for line in lines)
