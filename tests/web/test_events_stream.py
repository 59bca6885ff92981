"""Following a game by a stream, from a snapshot or from where one was, to its last word."""

import random
import secrets
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from builders import after_step, creation, game
from eights.rules.replay import Dealt
from eights.services.access import Caller
from eights.services.revisions import Revision
from eights.store import keys
from eights.store.connection import Connection
from eights.store.games import LOG_LENGTH, RedisGameStore
from eights.web.game_streams import FollowedGame
from eights.web.slots import StreamLimits
from eights.web.streams import Streams
from listening import STREAM, events_of, heard, stream
from tables import Table, another, named_by, tag_of
from watching import NOBODY, Deaf, meanwhile, play, told, updates

LETTERS = str.maketrans("0189", "abcd")
"""Makes an id of hexadecimal digits."""
LONG_MATCH = {"match": {"points": 100_000}}


def test_it_starts_with_the_game_and_tells_each_change(http: httpx.Client) -> None:
    table = Table.dealt(http)
    with stream(table, 0) as events:
        snapshot = next(events)
        assert (snapshot.kind, snapshot.id) == ("snapshot", 2)
        assert snapshot.data == {"view": table.view(0), "heartbeat_s": 15}
        for version in (3, 4, 5):
            play(table, 1)
            update = next(events)
            assert (update.kind, update.id, update.data["version"]) == ("update", version, version)
            assert update.data["view"] == table.view(0)


@pytest.mark.parametrize("who", [None, "host", 0, 2])
def test_both_forms_tell_the_same(http: httpx.Client, who: Any) -> None:
    table = Table.dealt(http)
    play(table, 12)
    listed = updates(table.get("/events?after=1", who))
    with stream(table, who, after=1) as events:
        assert told(events, 14) == listed


def test_it_goes_on_after_an_id_with_the_view_at_the_newest_alone(http: httpx.Client) -> None:
    table = Table.dealt(http)
    play(table, 5)
    with stream(table, 1, after=4) as events:
        missed = [next(events) for _ in range(3)]
        assert [event.id for event in missed] == [5, 6, 7]
        assert ["view" in event.data for event in missed] == [False, False, True]
        play(table, 1)
        assert told(events, 8) == updates(table.get("/events?after=7", 1))


def test_it_goes_on_after_the_newest_id_without_a_snapshot(http: httpx.Client) -> None:
    table = Table.dealt(http)
    with stream(table, after=2) as events, meanwhile(lambda: play(table, 1)):
        assert next(events).id == 3


def test_the_id_goes_before_the_query(http: httpx.Client) -> None:
    table = Table.dealt(http)
    play(table, 3)
    headers = {**STREAM, "Last-Event-ID": "4"}
    with http.stream("GET", f"{table.path}/events?after=2", headers=headers) as response:
        assert next(events_of(response)).id == 5
    with http.stream("GET", f"{table.path}/events?after=2", headers=STREAM) as response:
        assert next(events_of(response)).id == 3


def test_each_event_has_the_games_revision_as_its_id_and_any_of_them_leads_on(http: httpx.Client) -> None:
    table = Table.dealt(http)
    revisions = [table.view()["revision"]]
    with stream(table, 0) as events:
        assert next(events).revision == revisions[0]
        for _ in range(3):
            play(table, 1)
            revisions.append(table.view()["revision"])
            assert next(events).revision == revisions[-1]
    for place, revision in enumerate(revisions[:-1]):
        with stream(table, 0, after=revision) as events:
            assert [next(events).revision for _ in revisions[place + 1 :]] == revisions[place + 1 :]
    assert table.delete("", "host").status_code == 200
    with stream(table, 0, after=revisions[-1]) as events:
        aborted, finished = events
    assert aborted.revision == finished.revision == table.view()["revision"]


@pytest.mark.parametrize("moves", [0, 3])
def test_after_another_past_a_reset_comes_and_then_updates(http: httpx.Client, moves: int) -> None:
    table = Table.dealt(http)
    lost = another(tag_of(table.view()))
    play(table, moves)
    with stream(table, 0, after=lost[1:-1]) as events:
        reset, now = next(events), table.view(0)
        assert (reset.kind, reset.revision, reset.data["view"]) == ("reset", now["revision"], now)
        play(table, 1)
        assert next(events).id == moves + 3


def test_a_game_from_before_there_were_marks_is_known_by_its_version(http: httpx.Client, kept: RedisGameStore) -> None:
    former = replace(game("former" + secrets.token_hex(5).translate(LETTERS)), mark=None)
    assert kept.commit(creation(former))
    path = f"/v1/games/{former.id}"
    seen = http.get(path)
    assert (named_by(seen), seen.json()["revision"]) == ('"1"', "1")
    assert http.get(path, headers={"If-None-Match": '"1"'}).status_code == 304
    assert http.get(path, headers={"If-None-Match": '"1-3f2a"'}).status_code == 200
    dealt = after_step(former, Dealt())
    for after, kind in (("1", "update"), ("1-3f2a", "reset")):
        with http.stream("GET", f"{path}/events", headers={**STREAM, "Last-Event-ID": after}) as response:
            events = events_of(response)
            if after == "1":
                assert kept.commit(dealt)
            assert (one := next(events)).kind == kind
            assert one.revision == str(dealt.game.revision)


def test_where_the_log_no_longer_reaches_a_reset_comes_and_then_updates(http: httpx.Client) -> None:
    table = Table.dealt(http, rules=LONG_MATCH)
    play(table, LOG_LENGTH + 1)
    newest = LOG_LENGTH + 3
    with stream(table, 0, after=2) as events:
        reset = next(events)
        assert (reset.kind, reset.id, reset.data) == ("reset", newest, {"view": table.view(0), "heartbeat_s": 15})
        play(table, 1)
        assert next(events).id == newest + 1


def test_it_ends_with_the_final_scores(http: httpx.Client) -> None:
    table = Table.dealt(http, "draw-two", seats=2)
    with stream(table, 0) as events:
        assert next(events).kind == "snapshot"
        for answer in table.played_out(random.Random(3)):
            last = next(events)  # at once, since of a game that is over the log is short
            assert last.id == answer.json()["version"]
        [finished] = events
    sheet = table.get("/scores").json()
    assert (last.kind, last.data["view"]["status"]) == ("update", "finished")
    assert (finished.kind, finished.id) == ("finished", sheet["version"])
    members = ("version", "status", "totals", "ranking", "winners")
    assert finished.data == {name: sheet[name] for name in members}


def test_it_ends_when_the_game_is_called_off(http: httpx.Client) -> None:
    table = Table.dealt(http)
    with stream(table) as events, meanwhile(lambda: table.delete("", "host")):
        _, aborted, finished = events
    assert aborted.data["events"] == [{"type": "game_aborted"}]
    assert (finished.kind, finished.data["status"], finished.data["winners"]) == ("finished", "aborted", None)


def test_after_the_end_it_gives_the_rest_and_the_final_scores(http: httpx.Client) -> None:
    table = Table.dealt(http)
    play(table, 2)
    assert table.delete("", "host").status_code == 200
    for after, kinds in (
        (3, ["update", "update", "finished"]),
        (5, ["finished"]),
        (None, ["snapshot", "finished"]),
    ):
        with stream(table, 0, after=after) as events:
            assert [event.kind for event in events] == kinds


@pytest.mark.parametrize("dealt", [False, True])
def test_a_seat_that_is_given_up_closes_its_streams_alone(http: httpx.Client, dealt: bool) -> None:
    table = Table.dealt(http, on_leave="bot") if dealt else Table.laid(http)
    with stream(table, 0) as own, stream(table, 1) as others, meanwhile(lambda: table.delete("/seats/0", 0)):
        *_, closing = own
        assert [next(others).kind for _ in range(2)] == ["snapshot", "update"]
    assert (closing.kind, closing.data) == ("closing", {"reason": "token_revoked"})


def test_something_comes_even_when_nothing_happens(http: httpx.Client) -> None:
    table = Table.dealt(http)
    with http.stream("GET", f"{table.path}/events", headers=STREAM) as response:
        kinds = (one.kind for one in heard(response.iter_lines()))
        assert [next(kinds) for _ in range(3)] == ["comment", "snapshot", "comment"]


def test_a_game_that_is_gone_closes_it(http: httpx.Client, embedded_url: str) -> None:
    table = Table.dealt(http)
    with stream(table) as events:
        assert next(events).kind == "snapshot"
        Connection(embedded_url).call("DEL", keys.state_key(table.id))
        assert next(events).data == {"reason": "game_expired"}
        assert next(events, None) is None


def test_no_proxy_and_no_cache_may_hold_it_back(http: httpx.Client) -> None:
    table = Table.dealt(http)
    with http.stream("GET", f"{table.path}/events", headers=STREAM) as response:
        assert response.headers["Cache-Control"] == "no-store"
        assert response.headers["X-Accel-Buffering"] == "no"


def test_a_wake_up_that_is_lost_delays_and_loses_nothing(kept: RedisGameStore) -> None:
    new = game(secrets.token_hex(8))
    assert kept.commit(creation(new))
    streams = Streams(NOBODY, Deaf(), StreamLimits())
    opened, frames = streams.opened(FollowedGame(kept, new.id, Caller(None, ""), Revision(1)), None)
    assert next(frames).startswith(b"retry: ")
    assert kept.commit(after_step(new, Dealt()))
    assert next(frames).startswith(b"event: update\nid: 2-3f02\n")
    opened.close()
    assert len(streams) == 0
