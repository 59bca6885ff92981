"""How many may follow, and what they are told when the server ends."""

import secrets
import time
from contextlib import ExitStack

from builders import creation, game
from eights.services.access import Caller
from eights.store.games import RedisGameStore
from eights.web.game_streams import FollowedGame
from eights.web.slots import StreamLimits
from eights.web.streams import Streams
from listening import STREAM, stream
from tables import Table, assert_refused
from watching import NOBODY, Deaf, meanwhile, server, updates


def test_a_caller_has_so_many_and_gets_one_back_for_each_that_ends(embedded_url: str) -> None:
    with server(embedded_url, streams_per_caller=2) as (http, streams):
        table = Table.dealt(http)
        with stream(table, 0), stream(table, 0):
            for refused in (table.get("/events", 0, **STREAM), table.get("/events?after=2&wait=9", 0)):
                assert_refused(refused, 429, "too_many_streams", limit=2)
                assert int(refused.headers["Retry-After"]) > 0
            assert table.get("/events?after=2", 0).status_code == 200
            with stream(table, 1) as events, stream(table) as open_events:
                assert next(events).kind == next(open_events).kind == "snapshot"
        with stream(table, 0) as events:
            assert next(events).kind == "snapshot"
        assert len(streams) == 0


def test_an_address_has_so_many_whatever_tokens_it_has(embedded_url: str) -> None:
    with server(embedded_url, streams_per_address=2) as (http, streams), ExitStack() as opened:
        table = Table.dealt(http)
        for who in (0, 1):
            opened.enter_context(stream(table, who))
        for other in (2, None):
            assert_refused(table.get("/events", other, **STREAM), 429, "too_many_streams", limit=2)
        opened.close()
        assert len(streams) == 0


def test_a_process_has_so_many(embedded_url: str) -> None:
    with server(embedded_url, streams_per_process=2) as (http, streams), ExitStack() as opened:
        table = Table.dealt(http)
        for who in (0, 1):
            opened.enter_context(stream(table, who))
        assert_refused(table.get("/events", 2, **STREAM), 503, "streams_full", limit=2)
        opened.close()
        assert len(streams) == 0


def test_what_is_refused_takes_no_place(embedded_url: str) -> None:
    with server(embedded_url) as (http, streams):
        table = Table.dealt(http, visibility="private")
        assert_refused(table.get("/events", **STREAM), 404, "game_not_found")
        assert_refused(table.get("/events", 0, Last_Event_ID="99", **STREAM), 422, "version_not_reached")
        assert table.ask("HEAD", "/events", 0, **STREAM).headers["Content-Type"] == "text/event-stream"
        assert len(streams) == 0


def test_a_wait_gives_its_place_back(embedded_url: str) -> None:
    with server(embedded_url, streams_per_caller=1) as (http, streams):
        table = Table.dealt(http)
        for _ in range(2):
            assert table.get("/events?after=2&wait=1").status_code == 200
        assert len(streams) == 0


def test_a_server_that_ends_says_so_on_every_stream(embedded_url: str) -> None:
    with server(embedded_url) as (http, streams):
        table, other = Table.dealt(http), Table.dealt(http)
        with stream(table, 0) as seat, stream(table) as stranger, stream(other, after=2) as elsewhere:
            assert next(seat).kind == next(stranger).kind == "snapshot"
            streams.close("server_restarting")
            for events in (seat, stranger, elsewhere):
                assert [(event.kind, event.data["reason"]) for event in events] == [("closing", "server_restarting")]


def test_who_comes_later_is_told_as_well(embedded_url: str) -> None:
    with server(embedded_url) as (http, streams):
        table = Table.dealt(http)
        streams.close("server_restarting")
        with stream(table, after=2) as events:
            assert [event.kind for event in events] == ["closing"]


def test_who_waits_is_answered(embedded_url: str) -> None:
    with server(embedded_url) as (http, streams):
        table = Table.dealt(http)
        with meanwhile(lambda: streams.close("server_restarting")):
            assert updates(table.get("/events?after=2&wait=30")) == []


def test_who_reads_too_slowly_is_told_so(kept: RedisGameStore) -> None:
    new = game(secrets.token_hex(8))
    assert kept.commit(creation(new))
    streams = Streams(NOBODY, Deaf(), StreamLimits(stall_s=1))
    opened, frames = streams.opened(FollowedGame(kept, new.id, Caller(None, ""), None), None)
    next(frames)
    time.sleep(streams.patience_s + 0.1)  # taken at last
    assert list(frames) == [b'event: closing\ndata: {"reason":"too_slow"}\n\n']
    opened.close()
