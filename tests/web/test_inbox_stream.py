"""Following an inbox by a stream, from a snapshot or from where one was, until it is closed."""

from eights.services.players.inbox_reading import SHOWN_AT_ONCE
from eights.services.players.notices import MatchStarted
from eights.store import keys
from eights.store.connection import Connection
from eights.store.inboxes import INBOX_LENGTH, RedisInboxes
from inboxes import INBOX, inbox, page, table_of, updates
from listening import STREAM, heard, stream
from players import Somebody
from tables import another, assert_refused
from watching import meanwhile, play, server


def tell(connection: Connection, who: Somebody, count: int) -> None:
    inboxes = RedisInboxes(connection)
    for number in range(count):
        inboxes.tell(who.id, f"m:{number}", 1, [MatchStarted("mzxw6ytboi4dqmjt")])


def test_it_starts_with_what_waits_and_tells_what_comes(ana: Somebody, otto: Somebody) -> None:
    with inbox(ana) as events:
        snapshot = next(events)
        assert (snapshot.kind, snapshot.id) == ("snapshot", 0)
        assert snapshot.data == {"version": 0, "games": [], "more": False, "heartbeat_s": 15}
        table = table_of(ana, otto)
        started = next(events)
        assert (started.kind, started.id, started.data["version"]) == ("update", 1, 1)
        assert [event["type"] for event in started.data["events"]] == ["game_started", "deal_due"]
        assert table.post("/deals", 1).status_code == 200
        [turn] = next(events).data["events"]
        assert (turn["type"], turn["view"]) == ("your_turn", table.view(0))


def test_one_stream_brings_all_games(ana: Somebody, otto: Somebody) -> None:
    with inbox(ana) as events:
        next(events)
        games = {table_of(ana, otto).id for _ in range(3)}
        assert {next(events).data["events"][0]["game_id"] for _ in range(3)} == games


def test_a_bot_that_comes_back_finds_all_that_waits_in_the_snapshot(ana: Somebody, otto: Somebody) -> None:
    ready, playing = table_of(ana, otto), table_of(ana, otto)
    assert playing.post("/deals", 1).status_code == 200
    asked = otto.ask("POST", "/v1/games", {"variant": "draw-two", "seats": [{"player": otto.id}, {"player": ana.id}]})
    with inbox(ana) as events:
        games = next(events).data["games"]
    assert [(game["id"], game["status"]) for game in games] == [
        (ready.id, "ready"),
        (playing.id, "playing"),
        (asked.json()["game"]["id"], "open"),
    ]
    assert games == [ready.view(0), playing.view(0), asked.json()["game"]]


def test_it_goes_on_after_an_id_misses_none_and_repeats_none(ana: Somebody, otto: Somebody) -> None:
    table = table_of(ana, otto)
    assert table.post("/deals", 1).status_code == 200
    for _ in range(3):
        play(table, 1)
    listed = updates(ana)
    with inbox(ana, after=1) as events:
        missed = [next(events) for _ in listed[1:]]
        assert [(event.kind, event.id) for event in missed] == [("update", item["version"]) for item in listed[1:]]
        assert [event.data for event in missed] == listed[1:]
        assert table.delete("", "host").status_code == 200
        assert next(events).id == len(listed) + 1


def test_any_id_leads_on_and_that_of_another_past_brings_a_reset(ana: Somebody, connection: Connection) -> None:
    tell(connection, ana, 3)
    with inbox(ana, after=0) as events:
        first, second, third = [str(next(events).revision) for _ in range(3)]
    assert third == page(ana)["revision"]
    with inbox(ana, after=first) as events:
        assert [next(events).revision for _ in range(2)] == [second, third]
    for lost in (another(first), another(third)):
        with inbox(ana, after=lost[1:-1]) as events:
            reset = next(events)
            assert (reset.kind, reset.revision) == ("reset", third)


def test_the_newest_id_brings_only_what_comes_then(ana: Somebody, otto: Somebody) -> None:
    table = table_of(ana, otto)
    with inbox(ana, after=page(ana)["version"]) as events, meanwhile(lambda: table.post("/deals", 1)):
        assert next(events).data["events"][0]["type"] == "your_turn"


def test_where_the_log_no_longer_reaches_a_reset_comes_and_then_updates(
    ana: Somebody, otto: Somebody, connection: Connection
) -> None:
    table = table_of(ana, otto)
    tell(connection, ana, INBOX_LENGTH + 1)
    newest = INBOX_LENGTH + 2
    with inbox(ana, after=1) as events:
        reset = next(events)
        assert (reset.kind, reset.id) == ("reset", newest)
        assert reset.data == {"version": newest, "games": [table.view(0)], "more": False, "heartbeat_s": 15}
        assert table.delete("", "host").status_code == 200
        assert next(events).id == newest + 1


def test_after_the_log_has_expired_a_reset_comes(ana: Somebody, connection: Connection) -> None:
    tell(connection, ana, 2)
    connection.call("DEL", keys.inbox_key(ana.id, "log"))
    with inbox(ana, after=1) as events:
        assert next(events).kind == "reset"


def test_more_games_than_a_snapshot_shows_are_said_to_wait(ana: Somebody, otto: Somebody) -> None:
    games = [table_of(ana, otto).id for _ in range(SHOWN_AT_ONCE + 1)]
    shown = page(ana)
    assert ([game["id"] for game in shown["games"]], shown["more"]) == (games[:-1], True)


def test_no_invitation_hides_a_game_that_waits_for_a_move(ana: Somebody, otto: Somebody) -> None:
    invitation = {"variant": "crazy-eights", "seats": [{"player": ana.id}, {"name": "Unknown"}]}
    invitations = [ana.http.post("/v1/games", json=invitation).json()["game"]["id"] for _ in range(SHOWN_AT_ONCE)]
    table = table_of(ana, otto)
    shown = page(ana)
    assert ([game["id"] for game in shown["games"]], shown["more"]) == ([table.id, *invitations[:-1]], True)
    assert table.post("/deals", 1).status_code == 200
    assert page(ana)["games"][0] == table.view(0)


def test_a_new_token_closes_the_streams_of_the_old_one(ana: Somebody, otto: Somebody) -> None:
    table = table_of(ana, otto)
    with inbox(ana) as own, stream(table, 0) as seat:
        assert next(own).kind == next(seat).kind == "snapshot"
        assert ana.ask("POST", "/v1/players/me/token").status_code == 200
        for events in (own, seat):
            assert [(event.kind, event.data) for event in events] == [("closing", {"reason": "token_revoked"})]


def test_who_waits_with_a_token_that_ends_is_told_nothing_more(ana: Somebody, otto: Somebody) -> None:
    table = table_of(ana, otto)
    version, old = page(ana)["version"], {"Authorization": f"Bearer {ana.token}"}
    with meanwhile(lambda: ana.ask("POST", "/v1/players/me/token"), lambda: table.post("/deals", 1)):
        answer = ana.http.get(f"{INBOX}?after={version}&wait=30", headers=old)
    assert_refused(answer, 401, "token_invalid")


def test_something_comes_even_when_nothing_happens(ana: Somebody) -> None:
    headers = {**STREAM, "Authorization": f"Bearer {ana.token}"}
    with ana.http.stream("GET", INBOX, headers=headers) as response:
        kinds = (one.kind for one in heard(response.iter_lines()))
        assert [next(kinds) for _ in range(3)] == ["comment", "snapshot", "comment"]
        assert (response.headers["Cache-Control"], response.headers["X-Accel-Buffering"]) == ("no-store", "no")


def test_inboxes_and_games_share_places(embedded_url: str) -> None:
    with server(embedded_url, streams_per_caller=2) as (http, streams):
        ana, otto = Somebody.registered(http, "Ana"), Somebody.registered(http, "Otto")
        table = table_of(ana, otto)
        with inbox(ana), stream(table, 0):
            assert_refused(ana.ask("GET", INBOX, **STREAM), 429, "too_many_streams", limit=2)
            assert_refused(table.get("/events", 0, **STREAM), 429, "too_many_streams", limit=2)
            with inbox(otto) as other:
                assert next(other).kind == "snapshot"
        assert len(streams) == 0


def test_a_server_that_ends_says_so(embedded_url: str) -> None:
    with server(embedded_url) as (http, streams):
        ana = Somebody.registered(http, "Ana")
        with inbox(ana) as events:
            assert next(events).kind == "snapshot"
            streams.close("server_restarting")
            assert [(event.kind, event.data["reason"]) for event in events] == [("closing", "server_restarting")]
        assert page(ana, "?after=0&wait=30")["items"] == []
