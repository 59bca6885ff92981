"""A failover may take back what is in one slot, and not what was noted of it in another: a tournament goes on."""

from typing import Any

from eights.services.competition_games import OVERDUE_AFTER_MS
from eights.services.tournaments.advancing import LOOK_AGAIN_AFTER_MS
from eights.store import keys
from eights.store.connection import Connection
from eights.store.timetable import shard_of
from organising import Event
from players import Somebody
from timed import TimedServer

LOOK_AGAIN_S = LOOK_AGAIN_AFTER_MS / 1000


def test_a_game_that_was_begun_and_is_gone_is_begun_again(timed: TimedServer, timed_url: str) -> None:
    event, players = of_two(timed)
    [game] = event.games()
    forget(timed_url, game["game_id"])
    assert event.seen_by(players[0], game["game_id"]) is None
    timed.later(LOOK_AGAIN_S)
    assert event.seen_by(players[0], game["game_id"])["version"] == 1
    event.play_round(*players)
    assert event.results()[0]["tables"][0]["deals"][0]["status"] == "played"


def test_a_result_that_is_gone_is_noted_again(timed: TimedServer, timed_url: str) -> None:
    event, players = of_two(timed)
    [game] = event.games()
    while event.seen_by(players[0], game["game_id"])["status"] == "playing":
        event.move(*players)
    connection = Connection(timed_url)
    assert connection.call("HDEL", keys.facts_key("t", event.id), game["game_id"]) == 1
    assert connection.call("ZREM", shard_of(game["game_id"]), game["game_id"]) == 1
    timed.look()
    assert event.get()["round_on"]
    timed.later(LOOK_AGAIN_S)
    assert not event.get()["round_on"]


def test_a_game_whose_clock_is_gone_is_looked_at_again(timed: TimedServer, timed_url: str) -> None:
    event, players = of_two(timed, clock={"move_s": 60, "strikes": 1})
    [game] = event.games()
    connection = Connection(timed_url)
    assert connection.call("ZREM", shard_of(game["game_id"]), game["game_id"]) == 1
    timed.later(60 + OVERDUE_AFTER_MS / 1000)
    timed.later(LOOK_AGAIN_S)
    assert event.seen_by(players[0], game["game_id"])["status"] == "finished"


def of_two(server: TimedServer, **wish: Any) -> tuple[Event, list[Somebody]]:
    """A tournament of two people, whose first game is begun and has been looked at."""
    players = [Somebody.registered(server.http, name) for name in ("Ana", "Otto")]
    event = Event.created(server, rounds=1, open=True, **wish)
    event.enter(*players)
    event.begin("/start")
    server.look()
    return event, players


def forget(url: str, game_id: str) -> None:
    """Have the store lose all of a game, which is there."""
    connection = Connection(url)
    assert connection.call("DEL", *connection.call("KEYS", f"{{g:{game_id}}}:*")) > 0
