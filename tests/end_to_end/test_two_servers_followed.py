"""What happens at one of two servers is heard at the other, and goes on there."""

import itertools
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from end_to_end.two_servers import Pair, TwoWays
from inboxes import inbox, kinds, table_of
from listening import Heard, stream
from players import Somebody
from watching import told


def test_a_follower_at_one_server_hears_what_is_done_at_the_other(pair: Pair) -> None:
    table, chance = TwoWays.dealt(pair), random.Random(1)
    with stream(table.here, 0) as events:
        assert next(events).kind == "snapshot"
        for _ in range(6):
            made = table.there.go_on(chance).json()["version"]
            event = next(events)
            assert (event.kind, event.id) == ("update", made)


def test_who_waits_at_one_server_is_answered_when_something_is_done_at_the_other(pair: Pair) -> None:
    table = TwoWays.dealt(pair)
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(table.here.get, f"/events?after={table.here.view()['version']}&wait=30", 0)
        made = table.there.go_on(random.Random(1)).json()["version"]
        assert [item["version"] for item in waiting.result().json()["items"]] == [made]


def test_a_stream_that_breaks_at_one_server_goes_on_at_the_other(pair: Pair) -> None:
    table, chance = TwoWays.dealt(pair, rules={"match": {"points": 10_000}}), random.Random(2)
    begun = table.here.view()["version"]
    heard, ways = list[tuple[int, Any]](), itertools.cycle(table)
    for _ in range(4):
        after = heard[-1][0] if heard else begun
        missed = [table.there.go_on(chance).json()["version"] for _ in range(2)]
        with stream(next(ways), 0, after=after) as events:
            heard += told(events, missed[-1])
            now = table.here.go_on(chance).json()["version"]
            heard += told(events, now)
    assert [version for version, _ in heard] == list(range(begun + 1, begun + 13))
    at_rest = table.there.get(f"/events?after={begun}", 0).json()["items"]
    assert heard == [(item["version"], item["events"]) for item in at_rest]


def test_an_inbox_is_one_at_both_servers_and_its_stream_goes_on_at_the_other(pair: Pair) -> None:
    here, there = pair
    otto, ana = Somebody.registered(here), Somebody.registered(there, "Ana", "human")
    otto_there = Somebody(there, {"player": {"id": otto.id, "name": otto.name}, "token": otto.token})
    with inbox(otto) as events:
        assert next(events).kind == "snapshot"
        table = TwoWays(pair, table_of(ana, otto))
        first = upto(events, "game_started")
    assert table.there.post("/deals", 1).status_code == 200
    assert table.here.post("/moves", 0, {"action": "draw"}).status_code == 200
    with inbox(otto_there, after=first[-1].data["version"]) as events:
        assert table.here.delete("", "host").status_code == 200
        second = upto(events, "game_finished")
    versions = [event.data["version"] for event in first + second]
    assert versions == list(range(1, len(versions) + 1))
    assert kinds(otto) == [notice["type"] for event in first + second for notice in event.data["events"]]


def upto(events: Iterator[Heard], kind: str) -> list[Heard]:
    """Return the entries of an inbox up to the one with a notice of that kind."""
    listed = []
    for event in events:
        assert event.kind == "update"
        listed.append(event)
        if kind in {notice["type"] for notice in event.data["events"]}:
            break
    return listed
