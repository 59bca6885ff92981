"""What a later version of the program stored, or what is damaged, is a store that cannot be used: 503, never 500."""

from collections.abc import Sequence
from typing import Any, Final

import httpx
import pytest

from eights.services.access import hash_token
from eights.store import keys
from eights.store.connection import Connection
from matches import Match
from organising import Event
from players import Somebody
from timed import TimedServer

LATER: Final = b"\x09\x00\x00\x00\x01what a later version wrote"
DETAILS: Final = bytes.fromhex("0100000001940ac20190")
KEY: Final = "one-request-however-often-it-is-sent"
VARIANT: Final = "draw-two"
WISH: Final = {"variant": "crazy-eights", "seats": [{"name": "Ana"}, {"name": "Ben"}]}


class Server:
    """A server, and its store for whoever would put something there."""

    def __init__(self, timed: TimedServer, url: str) -> None:
        self.timed = timed
        self.http = timed.http
        self._connection = Connection(url)

    def put(self, key: str, written: bytes) -> None:
        """Put something in the place of a string."""
        assert self._connection.call("EXISTS", key) == 1
        self._connection.call("SET", key, written)

    def put_answers(self, pattern: str) -> None:
        """Put something in the place of all recorded answers."""
        found: list[bytes] = self._connection.call("KEYS", pattern)
        assert found
        for key in found:
            self._connection.call("SET", key, LATER)

    def put_in(self, key: str, written: bytes, *fields: str) -> None:
        """Put something in the place of fields of a hash, or of all."""
        names: Sequence[Any] = fields or self._connection.call("HKEYS", key)
        assert names
        for name in names:
            self._connection.call("HSET", key, name, written)

    def add(self, *command: Any) -> None:
        """Send a command to the store."""
        self._connection.call(*command)


@pytest.fixture
def server(timed: TimedServer, timed_url: str) -> Server:
    return Server(timed, timed_url)


def assert_unavailable(answer: httpx.Response, caplog: pytest.LogCaptureFixture, said: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (503, "store_unavailable")
    assert f"the store is unavailable: {said}" in caplog.text


UNKNOWN: Final = "stored in format 9, but this program knows none above"


def test_a_game(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    table = server.timed.table()
    server.put(keys.state_key(table.id), LATER)
    assert_unavailable(table.get(), caplog, UNKNOWN)


def test_a_player(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    ana = Somebody.registered(server.http, "Ana")
    server.put(keys.record_key("p", ana.id), LATER)
    assert_unavailable(ana.ask("GET", "/v1/players/me"), caplog, UNKNOWN)
    assert_unavailable(server.http.get(f"/v1/players/{ana.id}"), caplog, UNKNOWN)


def test_a_match(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    match = Match(server.timed, "bot:steady", "bot:random")
    server.put(keys.record_key("m", match.id), LATER)
    assert_unavailable(server.http.get(match.path), caplog, UNKNOWN)


def test_the_count_of_a_players_matches(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    ana = Somebody.registered(server.http, "Ana")
    Match(server.timed, "bot:steady", "bot:random", creator=ana)
    server.put(keys.record_key("h", ana.id), LATER)
    wish = {"variant": "crazy-eights", "entrants": ["bot:steady", "bot:random"], "deals": 1}
    assert_unavailable(ana.ask("POST", "/v1/matches", wish), caplog, UNKNOWN)


def test_a_tournament(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    event = Event.created(server.timed)
    server.put(keys.record_key("t", event.id), LATER)
    assert_unavailable(server.http.get(event.path), caplog, UNKNOWN)


def test_the_answer_to_a_keyed_request(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    ana = Somebody.registered(server.http, "Ana")
    for path, body, pattern in (
        ("/v1/games", WISH, "{g:*}:answer:*"),
        ("/v1/players/me/token", {}, "{p:*}:answer:*"),
    ):
        assert ana.ask("POST", path, body, Idempotency_Key=KEY).status_code in (200, 201)
        server.put_answers(pattern)
        assert_unavailable(ana.ask("POST", path, body, Idempotency_Key=KEY), caplog, UNKNOWN)


def test_an_entry_of_an_inbox(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    ana = Somebody.registered(server.http, "Ana")
    server.add("XADD", keys.inbox_key(ana.id, "log"), "1-1", "n", LATER)
    server.add("SET", keys.inbox_key(ana.id, "version"), 1)
    assert_unavailable(ana.ask("GET", "/v1/players/me/events?after=0"), caplog, UNKNOWN)


@pytest.mark.parametrize("written", [LATER, b"\xffdamaged"])
def test_what_the_games_of_a_match_came_to(server: Server, caplog: pytest.LogCaptureFixture, written: bytes) -> None:
    match = Match(server.timed, "bot:steady", "bot:random")
    while match.view()["status"] != "finished":
        match.go_on()
    server.put_in(keys.facts_key("m", match.id), written)
    assert_unavailable(server.http.get(f"{match.path}/deals"), caplog, "a fact is stored in a form")


@pytest.mark.parametrize("written", [LATER, b"\xffdamaged"])
def test_what_the_games_of_a_tournament_came_to(
    server: Server, caplog: pytest.LogCaptureFixture, written: bytes
) -> None:
    event = Event.created(server.timed, entrants=["bot:steady", "bot:random"], rounds=1)
    event.play_out()
    games = [game["game_id"] for game in event.games()]
    server.put_in(keys.facts_key("t", event.id), written, *games)
    assert_unavailable(server.http.get(f"{event.path}/rounds"), caplog, "a fact is stored in a form")


@pytest.mark.parametrize("written", [LATER, b"2 27.5 4.0 1 and more", b"27.5 4.0 \xff"])
def test_a_rating(server: Server, caplog: pytest.LogCaptureFixture, written: bytes) -> None:
    ana = Somebody.registered(server.http, "Ana")
    server.add("HSET", keys.ratings_key(ana.id), VARIANT, written)
    assert_unavailable(server.http.get(f"/v1/players/{ana.id}"), caplog, "a rating is stored in a form")


@pytest.mark.parametrize("written", [LATER, b"49997500-ana 1 27.5", b"\xff"])
def test_a_leaderboard(server: Server, caplog: pytest.LogCaptureFixture, written: bytes) -> None:
    order, ratings = keys.leaderboard_keys(VARIANT)
    server.add("ZADD", order, 0, "49997500-ana")
    server.add("HSET", ratings, "ana", written)
    assert_unavailable(server.http.get(f"/v1/leaderboard?variant={VARIANT}"), caplog, "a rating is stored in a form")


@pytest.mark.parametrize("details", [LATER, b"\x01\x00\x00\x00\x01damaged"])
def test_the_history_of_a_rating(server: Server, caplog: pytest.LogCaptureFixture, details: bytes) -> None:
    ana = Somebody.registered(server.http, "Ana")
    entry = ("g", "mzxw6ytboi4dqmjt", "b", "25 8.3 0", "a", "27.5 4.0 1", "d", details)
    server.add("XADD", keys.rating_history_key(ana.id, VARIANT), "1-0", *entry)
    said = UNKNOWN if details == LATER else "a stored value is damaged"
    assert_unavailable(server.http.get(f"/v1/players/{ana.id}/ratings/{VARIANT}"), caplog, said)


def test_what_a_game_did_to_a_rating(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    ana = Somebody.registered(server.http, "Ana")
    entry = ("g", "mzxw6ytboi4dqmjt", "b", "25 8.3 0", "a", LATER, "d", DETAILS)
    server.add("XADD", keys.rating_history_key(ana.id, VARIANT), "1-0", *entry)
    path = f"/v1/players/{ana.id}/ratings/{VARIANT}"
    assert_unavailable(server.http.get(path), caplog, "a rating is stored in a form")


def test_whose_a_token_is(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    ana = Somebody.registered(server.http, "Ana")
    server.put(keys.token_key(hash_token(ana.token)), b"\xff")
    assert_unavailable(ana.ask("GET", "/v1/players/me"), caplog, "whose a token is, is stored in a form")
