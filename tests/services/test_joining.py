"""Quick join: everybody sits once, at the oldest table that fits, whatever happens in between."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from eights.store import keys
from eights.store.connection import Connection
from players import Somebody
from tables import Table, assert_refused, named_by, tag_of
from timed import Interrupted, Killed, TimedServer, killed

OPEN = [{"name": "Ana"}, {}, {}]
KEY = "0123456789abcdef"


def join(server: TimedServer, name: str = "Zoé", key: str | None = None, **wish: Any) -> httpx.Response:
    headers = {} if key is None else {"Idempotency-Key": key}
    return server.http.post("/v1/games/join", json={"name": name, **wish}, headers=headers)


def game_of(answer: httpx.Response) -> str:
    assert answer.status_code == 201, answer.text
    game_id: str = answer.json()["game"]["id"]
    return game_id


def opened(server: TimedServer, variant: str = "crazy-eights", **wish: Any) -> Table:
    """Open a table with one seat taken; each a second after the one before."""
    server.clock.ms += 1000
    return server.table(variant, **{"seats": OPEN, "auto_deal": True, "clock": {"move_s": 30}, **wish})


def named(server: TimedServer, name: str) -> list[str]:
    """Return the games in which somebody of that name sits, once for each seat."""
    found = []
    for status in ("open", "ready", "playing", "round_over", "finished"):
        for game in server.http.get("/v1/games", params={"status": status, "limit": 100}).json()["items"]:
            found += [game["id"] for seat in game["seats"] if seat["name"] == name]
    return found


def test_the_oldest_open_public_table_is_joined(timed: TimedServer) -> None:
    tables = [opened(timed) for _ in range(3)]
    answer = join(timed)
    assert game_of(answer) == tables[0].id
    assert answer.headers["Location"] == tables[0].path
    assert named_by(answer) == tag_of(answer.json()["game"])
    assert answer.headers["Cache-Control"] == "no-store"
    body = answer.json()
    assert (body["seat"], body["game"]["you"]["seat"], body["game"]["version"]) == (1, 1, 2)
    assert body["token"].startswith("es_")
    assert tables[0].get("", body["token"]).json() == body["game"]
    assert timed.events(tables[0])[-1] == {"type": "seat_taken", "seat": 1, "name": "Zoé"}


def test_the_next_one_when_it_is_full_and_never_one_that_is_not_public(timed: TimedServer) -> None:
    opened(timed, visibility="private")
    opened(timed, visibility="unlisted")
    first, second = opened(timed), opened(timed)
    assert [game_of(join(timed)) for _ in range(4)] == [first.id] * 2 + [second.id] * 2


@pytest.mark.parametrize(
    "wish",
    [
        {"rules": {"hand_size": {"default": 1}}},
        {"rules": {"match": {"type": "points", "points": 7}}},
        {"auto_deal": False},
        {"clock": None},
        {"clock": {"move_s": 1, "on_timeout": "forfeit"}},
        {"clock": {"move_s": 9}},
        {"clock": {"move_s": 301}},
    ],
    ids=str,
)
def test_nobody_is_seated_where_rules_dealing_or_clock_would_surprise(timed: TimedServer, wish: dict[str, Any]) -> None:
    settings = {"auto_deal": True, "clock": {"move_s": 30}, **wish}
    if settings["clock"] is None:
        del settings["clock"]
    odd = timed.table("crazy-eights", seats=OPEN, **settings)
    assert game_of(join(timed)) != odd.id


@pytest.mark.parametrize("move_s", [10, 300])
def test_a_clock_at_the_bounds_is_no_surprise(timed: TimedServer, move_s: int) -> None:
    fits = opened(timed, clock={"move_s": move_s})
    assert game_of(join(timed)) == fits.id


def test_a_new_table_has_a_clock_which_the_caller_may_choose(timed: TimedServer) -> None:
    usual, slow = join(timed, "Ana").json()["game"], join(timed, "Ben", move_s=120).json()["game"]
    assert (usual["clock"]["move_s"], slow["clock"]["move_s"]) == (30, 120)
    assert game_of(join(timed, "Cem", move_s=120)) == slow["id"]
    assert game_of(join(timed, "Dov")) == usual["id"]


def test_a_table_that_has_begun_or_is_over_is_passed_by(timed: TimedServer) -> None:
    begun, aborted, fits = opened(timed, seats=[{"name": "Ana"}, {}]), opened(timed), opened(timed)
    assert begun.post("/seats", None, {"name": "Ben"}).is_success
    assert begun.view()["status"] == "playing"
    assert aborted.delete("", "host").is_success
    assert game_of(join(timed)) == fits.id


def test_of_the_variant_that_is_asked_for(timed: TimedServer) -> None:
    opened(timed, "crazy-eights")
    fits = opened(timed, "survivor")
    assert game_of(join(timed, variant="survivor")) == fits.id


def test_any_variant_where_none_is_asked_for(timed: TimedServer) -> None:
    assert opened(timed, "synthesis").id == game_of(join(timed))


def test_where_there_is_none_a_table_is_opened_that_deals_itself(timed: TimedServer) -> None:
    first = join(timed, "Ana", variant="survivor")
    view = first.json()["game"]
    assert (view["variant"], view["status"], view["visibility"], view["auto_deal"]) == (
        "survivor",
        "open",
        "public",
        True,
    )
    assert [seat["name"] for seat in view["seats"]] == ["Ana", None]
    second = join(timed, "Ben")
    assert game_of(second) == game_of(first)
    assert second.json()["game"]["status"] == "playing"
    assert game_of(join(timed, "Cem", variant="survivor")) != game_of(first)


def test_without_a_wish_it_is_crazy_eights(timed: TimedServer) -> None:
    assert join(timed).json()["game"]["variant"] == "crazy-eights"


def test_those_who_find_no_table_at_once_meet_at_the_new_one(timed: TimedServer, timed_url: str) -> None:
    servers = [TimedServer(timed_url) for _ in range(6)]
    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(lambda pair: join(pair[1], f"Player {pair[0]}"), enumerate(servers)))
    sat = [(game_of(answer), answer.json()["seat"]) for answer in answers]
    assert len(set(sat)) == 6
    assert len({game for game, _ in sat}) == 3
    assert timed.http.get("/v1/games", params={"status": "open"}).json()["items"] == []


def test_of_two_at_once_for_one_seat_the_second_sits_elsewhere(timed: TimedServer, timed_url: str) -> None:
    table = opened(timed, seats=[{"name": "Ana"}, {}])
    server, store = interrupted(timed_url)
    store.before_commit = lambda: join(timed, "Fast")
    answer = join(server, "Slow")
    assert game_of(answer) != table.id
    assert table.view()["seats"][1]["name"] == "Fast"


def interrupted(url: str) -> tuple[TimedServer, Interrupted]:
    store = Interrupted(url)
    return TimedServer(url, store), store


def test_a_repeated_request_gets_its_seat_again(timed: TimedServer) -> None:
    table = opened(timed)
    first, second = join(timed, key=KEY), join(timed, key=KEY)
    assert first.content == second.content
    assert second.headers["Idempotent-Replayed"] == "true"
    assert named(timed, "Zoé") == [table.id]


def test_also_when_older_tables_have_come_free_in_between(timed: TimedServer) -> None:
    kept = {"player": Somebody.registered(timed.http, "Ben").id}
    full = opened(timed, seats=[{"name": "Ana"}, kept])
    table = opened(timed)
    first = join(timed, key=KEY)
    assert full.delete("/seats/1", "host").is_success
    assert game_of(join(timed, key=KEY)) == game_of(first) == table.id
    assert named(timed, "Zoé") == [table.id]


def test_also_when_it_opened_the_table_itself(timed: TimedServer) -> None:
    first = join(timed, key=KEY)
    opened(timed)
    assert join(timed, key=KEY).content == first.content
    assert len(named(timed, "Zoé")) == 1


DEATHS: list[tuple[str, Callable[[Interrupted], None]]] = [
    ("before the commit", lambda store: setattr(store, "before_commit", killed)),
    ("after the commit", lambda store: setattr(store, "after_commit", killed)),
]


@pytest.mark.parametrize("die", [die for _, die in DEATHS], ids=[name for name, _ in DEATHS])
@pytest.mark.parametrize("tables", [0, 1])
def test_also_when_the_server_died_between_the_steps(
    timed: TimedServer, timed_url: str, tables: int, die: Callable[[Interrupted], None]
) -> None:
    waiting = [opened(timed) for _ in range(tables)]
    server, store = interrupted(timed_url)
    die(store)
    with pytest.raises(Killed):
        join(server, key=KEY)
    older = [opened(timed) for _ in range(2)]
    answer = join(timed, key=KEY)
    assert game_of(answer) not in [table.id for table in older]
    assert tables == 0 or game_of(answer) == waiting[0].id
    assert named(timed, "Zoé") == [game_of(answer)]
    assert join(timed, key=KEY).content == answer.content


def test_also_when_it_is_still_under_way_and_its_table_fills_up(timed: TimedServer, timed_url: str) -> None:
    opened(timed, seats=[{"name": "Ana"}, {}])
    others = [opened(timed) for _ in range(2)]
    server, store = interrupted(timed_url)
    repeated: list[httpx.Response] = []

    def in_between() -> None:
        join(timed, "Fast")
        repeated.append(join(timed, key=KEY))

    store.before_commit = in_between
    answer = join(server, key=KEY)
    assert game_of(answer) == game_of(repeated[0]) == others[0].id
    assert named(timed, "Zoé") == [others[0].id]


def test_also_when_the_repeat_sees_a_table_that_the_request_did_not(timed: TimedServer, timed_url: str) -> None:
    server, store = interrupted(timed_url)
    repeated: list[httpx.Response] = []

    def in_between() -> None:
        opened(timed)
        repeated.append(join(timed, key=KEY))

    store.before_commit = in_between
    answer = join(server, key=KEY)
    assert answer.content == repeated[0].content
    assert len(named(timed, "Zoé")) == 1


def test_many_repeats_at_once_take_one_seat(timed: TimedServer, timed_url: str) -> None:
    for _ in range(3):
        opened(timed, seats=[{"name": "Ana"}, {}])
    servers = [TimedServer(timed_url) for _ in range(6)]
    with ThreadPoolExecutor(9) as threads:
        mine = [threads.submit(join, server, key=KEY) for server in servers]
        others = [threads.submit(join, timed, f"Other {number}") for number in range(3)]
        answers = [future.result() for future in mine]
        assert all(future.result().status_code == 201 for future in others)
    assert len({answer.content for answer in answers}) == 1
    assert len(named(timed, "Zoé")) == 1


def test_the_same_key_with_another_wish_is_refused(timed: TimedServer) -> None:
    opened(timed)
    assert join(timed, key=KEY).status_code == 201
    assert_refused(join(timed, "Another", key=KEY), 422, "idempotency_key_reused")
    assert_refused(join(timed, key=KEY, variant="survivor"), 422, "idempotency_key_reused")


def test_games_that_have_expired_stand_in_nobodys_way(timed: TimedServer, timed_url: str) -> None:
    expired = [opened(timed) for _ in range(210)]
    fits = opened(timed)
    connection = Connection(timed_url)
    connection.call("DEL", *(keys.state_key(table.id) for table in expired))
    assert game_of(join(timed)) == fits.id
    assert connection.call("ZCARD", keys.lobby_key("open")) == 1


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "invalid_request"),
        ({"name": ""}, "invalid_request"),
        ({"name": "Zoé", "variant": None}, "invalid_request"),
        ({"name": "Zoé", "variant": 8}, "invalid_request"),
        ({"name": "Zoé", "move_s": 9}, "invalid_request"),
        ({"name": "Zoé", "move_s": 301}, "invalid_request"),
        ({"name": "Zoé", "seat": 1}, "invalid_request"),
        ({"name": "Zoé", "variant": "poker"}, "unknown_variant"),
    ],
)
def test_what_cannot_be_joined_is_refused(timed: TimedServer, timed_url: str, body: object, code: str) -> None:
    assert_refused(timed.http.post("/v1/games/join", json=body), 422, code)
    assert Connection(timed_url).call("KEYS", "*") == []


def test_a_token_of_elsewhere_is_of_no_matter(timed: TimedServer) -> None:
    table = opened(timed)
    header = {"Authorization": f"Bearer {opened(timed).tokens['host']}"}
    assert game_of(timed.http.post("/v1/games/join", json={"name": "Zoé"}, headers=header)) == table.id
