"""Streams go on where they broke off, whatever breaks them off."""

import contextlib
import socket
import threading
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.scripted_server import NO_ANSWER, Answer, Script, answering
from eights.client.connection import Connection
from eights.client.following import LONGEST_PAUSE_S, Sent, events, follow
from eights.client.problems import ProblemError, StreamClosed

STREAM = {"Content-Type": "text/event-stream"}


def frame(event: str, version: int | str | None = None, data: bytes = b"{}") -> bytes:
    id_ = b"" if version is None else f"id: {version}\n".encode()
    return b"event: %b\n%bdata: %b\n\n" % (event.encode(), id_, data)


def stream(*frames: bytes) -> Answer:
    return Answer(200, b"retry: 1000\n: following\n\n" + b"".join(frames), STREAM)


def closing(reason: str) -> bytes:
    return frame("closing", data=b'{"reason": "%b"}' % reason.encode())


class Follower:
    """Follows a prepared server, and remembers each pause and what it was for."""

    def __init__(self, server: Script, after: int | str | None = None) -> None:
        self.pauses: list[float] = []
        self.reasons: list[str] = []
        self.connection = Connection(server.url)
        self.sent: Iterator[Sent] = follow(
            self.connection, "/stream", after, lost=self.reasons.append, pause=self.pauses.append
        )

    def all(self) -> list[tuple[str, int | None]]:
        """Follow to the end."""
        with contextlib.closing(self.connection):
            return [(sent.event, None if sent.id is None else int(sent.id.partition("-")[0])) for sent in self.sent]


def last_ids(server: Script) -> list[str | None]:
    return [asked.headers["Last-Event-ID"] for asked in server.asked]


@given(st.data())
def test_a_stream_is_read_the_same_however_it_is_cut_up(data: st.DataObject) -> None:
    whole = (
        frame("snapshot", 3, b'{"name": "\xe2\x80\xa8\xc2\x85"}') + b":\n\n" + frame("update", 4) + closing("too_slow")
    )
    cuts = sorted(data.draw(st.sets(st.integers(0, len(whole)))))
    pieces = [whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    assert list(events(pieces)) == list(events([whole]))
    assert [sent.event for sent in events(pieces)] == ["snapshot", "update", "closing"]


def test_a_stream_ends_with_its_game() -> None:
    with answering(stream(frame("snapshot", 3), frame("update", 4), frame("finished", 4))) as server:
        follower = Follower(server)
        assert follower.all() == [("snapshot", 3), ("update", 4), ("finished", 4)]
    assert follower.pauses == []


def test_a_stream_goes_on_after_the_last_that_came() -> None:
    cut_short = stream(frame("update", 8), b"event: update\nid: 9\nda")
    with answering(cut_short, NO_ANSWER, stream(frame("update", 9), frame("finished", 9))) as server:
        assert Follower(server, after=7).all() == [("update", 8), ("update", 9), ("finished", 9)]
        assert last_ids(server) == ["7", "8", "8"]


def test_it_goes_on_with_the_mark_of_what_came_last_also_where_that_is_a_reset() -> None:
    reset = stream(frame("reset", "6-0b0b"))
    with answering(stream(frame("update", "8-3f2a")), reset, stream(frame("finished", "6-0b0b"))) as server:
        assert Follower(server, after="7-0000").all() == [("update", 8), ("reset", 6), ("finished", 6)]
        assert last_ids(server) == ["7-0000", "8-3f2a", "6-0b0b"]


@pytest.mark.parametrize("reason", ["server_restarting", "too_slow"])
def test_who_is_sent_away_for_a_moment_comes_back_at_once(reason: str) -> None:
    with answering(stream(frame("snapshot", 3), closing(reason)), stream(frame("finished", 3))) as server:
        follower = Follower(server)
        assert follower.all() == [("snapshot", 3), ("finished", 3)]
    assert (follower.pauses, follower.reasons) == ([0.0], [reason])


@pytest.mark.parametrize("reason", ["token_revoked", "game_expired"])
def test_what_ends_for_good_is_raised(reason: str) -> None:
    with answering(stream(frame("snapshot", 3), closing(reason))) as server:
        follower = Follower(server)
        with pytest.raises(StreamClosed) as caught:
            follower.all()
    assert caught.value.reason == reason


def test_a_server_that_sends_everybody_away_again_is_not_run_at() -> None:
    with answering(*[stream(closing("server_restarting"))] * 12, stream(frame("finished", 1))) as server:
        follower = Follower(server)
        follower.all()
    assert follower.pauses[0] == 0
    assert follower.pauses[-1] > LONGEST_PAUSE_S / 2
    assert max(follower.pauses) <= LONGEST_PAUSE_S


def test_a_server_without_a_place_is_asked_again_when_it_says() -> None:
    full = Answer(503, b'{"status": 503, "code": "streams_full"}', {"Retry-After": "20"})
    with answering(full, stream(frame("finished", 1))) as server:
        follower = Follower(server)
        follower.all()
    assert 10 < follower.pauses[0] <= 20


def test_a_server_that_has_forgotten_is_followed_anew() -> None:
    forgot = Answer(422, b'{"status": 422, "code": "version_not_reached"}')
    with answering(forgot, stream(frame("snapshot", 2), frame("finished", 2))) as server:
        assert Follower(server, after=9).all() == [("snapshot", 2), ("finished", 2)]
        assert last_ids(server) == ["9", None]


def test_a_refusal_is_raised() -> None:
    with answering(Answer(401, b'{"status": 401, "code": "token_invalid"}')) as server:
        follower = Follower(server)
        with pytest.raises(ProblemError) as caught:
            follower.all()
    assert caught.value.code == "token_invalid"


def test_a_silence_of_two_heartbeats_is_an_end() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
    with socket.create_server(("127.0.0.1", 0)) as silent:
        follower = Follower(Script(f"http://127.0.0.1:{silent.getsockname()[1]}", []))

        def serve() -> None:
            for sent in (frame("snapshot", 3, b'{"heartbeat_s": 0.1}'), b": nothing more\n\n", frame("finished", 3)):
                accepted, _ = silent.accept()
                accepted.recv(65536)  # what nobody has read when a connection is closed resets it
                accepted.sendall(head + sent)
                if b"nothing more" in sent:
                    kept.append(accepted)
                else:
                    accepted.close()

        kept: list[socket.socket] = []
        server = threading.Thread(target=serve)
        server.start()
        assert follower.all() == [("snapshot", 3), ("finished", 3)]
        server.join()
        kept[0].close()
    assert follower.reasons == ["the stream ended without a word", "timed out"]
