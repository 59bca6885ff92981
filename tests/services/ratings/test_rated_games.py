"""A game that ends on a server moves the ratings of who played it, also if the server dies right then."""

import random
from typing import Any

import pytest

from eights.services.outcomes import LOOK_AGAIN_AFTER_MS
from eights.services.players.notices import GameFinished
from eights.services.ports import Commit
from eights.services.ratings.rating import RatingChange
from eights.store.connection import Connection
from eights.store.games import RedisGameStore
from eights.store.inboxes import RedisInboxes
from players import Somebody
from tables import Table
from timed import Killed, TimedServer

VARIANT = "crazy-eights"
SOON_S = LOOK_AGAIN_AFTER_MS / 1000


class Deadly(RedisGameStore):
    """A store whose process dies as soon as it has written that a game is over."""

    def __init__(self, url: str) -> None:
        super().__init__(Connection(url), answers_expire_in_s=600)

    def commit(self, commit: Commit) -> bool:
        """Commit, and die of the end."""
        done = super().commit(commit)
        if commit.game.status == "finished":
            raise Killed
        return done


def table_of(server: TimedServer, *holders: Somebody | str, **wish: Any) -> Table:
    """Lay a table at which players sit down, somebody by a name alone, or a house bot as ``bot:<name>``."""
    seats = [_asked_for(holder) for holder in holders]
    table = server.table(VARIANT, seats=seats, options=["single_deal"], **wish)
    for seat, holder in enumerate(holders):
        if isinstance(holder, Somebody):
            table.tokens[seat] = holder.token
            assert table.post("/seats", seat, {"seat": seat}).is_success
    return table


def _asked_for(holder: Somebody | str) -> dict[str, str]:
    if isinstance(holder, Somebody):
        return {}
    return {"bot": holder[4:]} if holder.startswith("bot:") else {"name": holder}


def registered(server: TimedServer, count: int) -> list[Somebody]:
    return [Somebody.registered(server.http, f"Player {number}") for number in range(count)]


def play_out(table: Table) -> None:
    for _ in table.played_out(random.Random(3)):
        pass


def have_turns(table: Table) -> None:
    """Deal, and let everybody have a turn."""
    assert table.post("/deals", "host").is_success
    for _ in table.view()["seats"]:
        turn = table.view()["round"]["turn"]
        while table.view()["round"]["turn"] == turn:
            assert table.post("/moves", turn, table.legal(turn)[-1]).is_success


def ratings(server: TimedServer, *ids: str) -> list[dict[str, Any]]:
    """What the profiles show."""
    return [server.http.get(f"/v1/players/{id_}").json()["ratings"].get(VARIANT, {}) for id_ in ids]


def counts(server: TimedServer, *ids: str) -> list[int]:
    return [rating.get("games", 0) for rating in ratings(server, *ids)]


def test_the_last_move_of_a_game_moves_the_ratings(timed: TimedServer) -> None:
    ana, ben = registered(timed, 2)
    table = table_of(timed, ana, ben)
    play_out(table)
    found = ratings(timed, ana.id, ben.id)
    assert [rating["games"] for rating in found] == [1, 1]
    [winner] = table.view()["winners"]
    assert found[winner]["rating"] > found[1 - winner]["rating"]


@pytest.mark.parametrize(("who", "why"), [("Passer-by", "guests"), ("bot:steady", "house_bots")])
def test_a_game_with_a_guest_or_a_house_bot_is_not_rated_and_says_so(timed: TimedServer, who: str, why: str) -> None:
    [ana] = registered(timed, 1)
    table = table_of(timed, ana, who, first_dealer=1)  # seat 0 is on turn
    assert (table.view()["rated"], table.view()["unrated_because"]) == (False, why)
    assert table.post("/deals", "host").is_success
    while table.view()["round"]["turn"] == 0 and table.view()["version"] < 6:
        assert table.post("/moves", 0, table.legal(0)[-1]).is_success
    table.delete("/seats/0", 0)
    timed.later(SOON_S)
    assert counts(timed, ana.id) == [0]


def test_a_game_is_not_rated_twice_when_the_clock_comes_by(timed: TimedServer, timed_url: str) -> None:
    ana, ben = registered(timed, 2)
    play_out(table_of(timed, ana, ben))
    before = ratings(timed, ana.id, ben.id)
    for server in (timed, TimedServer(timed_url)):
        server.clock.ms = timed.clock.ms
        server.later(SOON_S)
        server.later(60)
    assert ratings(timed, ana.id, ben.id) == before


def test_a_server_that_dies_at_the_end_of_a_game_leaves_the_rating_to_the_clock(
    timed: TimedServer, timed_url: str
) -> None:
    ana, ben = registered(timed, 2)
    table = table_of(timed, ana, ben)
    dying = TimedServer(timed_url, Deadly(timed_url))
    table.http = dying.http
    with pytest.raises(Killed):
        play_out(table)
    assert counts(timed, ana.id, ben.id) == [0, 0]
    timed.later(SOON_S)
    assert counts(timed, ana.id, ben.id) == [1, 1]
    timed.later(60)
    assert counts(timed, ana.id, ben.id) == [1, 1]


def test_a_game_that_expired_before_it_was_rated_is_not_rated(timed: TimedServer, timed_url: str) -> None:
    ana, ben = registered(timed, 2)
    table = table_of(timed, ana, ben)
    table.http = TimedServer(timed_url, Deadly(timed_url)).http
    with pytest.raises(Killed):
        play_out(table)
    connection = Connection(timed_url)
    connection.call("DEL", *connection.call("KEYS", f"{{g:{table.id}}}:*"))
    timed.later(SOON_S)
    timed.later(60)
    assert counts(timed, ana.id, ben.id) == [0, 0]
    assert connection.call("KEYS", "{clock:*") == []


def test_a_game_that_is_called_off_moves_no_rating(timed: TimedServer) -> None:
    ana, ben = registered(timed, 2)
    table = table_of(timed, ana, ben)
    assert table.post("/deals", "host").is_success
    assert table.delete("", "host").is_success
    timed.later(SOON_S)
    assert counts(timed, ana.id, ben.id) == [0, 0]


def test_who_leaves_a_seat_to_a_bot_is_rated_as_last_whatever_the_bot_does(timed: TimedServer) -> None:
    people = registered(timed, 3)
    table = table_of(timed, *people, on_leave="bot")
    have_turns(table)
    assert table.delete("/seats/0", 0).is_success
    while table.view()["status"] == "playing":
        turn = table.view()["round"]["turn"]
        assert table.post("/moves", turn, table.legal(turn)[0]).is_success
    left = timed.http.get(f"/v1/players/{people[0].id}/ratings/{VARIANT}").json()["items"]
    assert [once["place"] for once in left] == [3]
    assert counts(timed, *(player.id for player in people), "bot:steady") == [1, 1, 1, 0]


def test_who_resigns_after_a_turn_loses(timed: TimedServer) -> None:
    ana, ben = registered(timed, 2)
    table = table_of(timed, ana, ben)
    have_turns(table)
    assert table.delete("/seats/0", 0).is_success
    lost, won = ratings(timed, ana.id, ben.id)
    assert lost["mu"] < 25 < won["mu"]


@pytest.mark.parametrize("on_leave", ["forfeit", "bot"])
def test_a_game_that_somebody_leaves_before_a_first_turn_counts_for_nobody(timed: TimedServer, on_leave: str) -> None:
    people = registered(timed, 2)
    table = table_of(timed, *people, on_leave=on_leave)
    assert table.view()["rated"] is True
    assert table.post("/deals", "host").is_success
    assert table.delete("/seats/1", 1).is_success
    assert (table.view()["rated"], table.view()["unrated_because"]) == (False, "left_early")
    while table.view()["status"] == "playing":
        assert table.post("/moves", 0, table.legal(0)[0]).is_success
    timed.later(SOON_S)
    assert counts(timed, *(player.id for player in people)) == [0, 0]


def test_who_lets_the_first_turn_run_out_and_forfeits_has_lost(timed: TimedServer) -> None:
    people = registered(timed, 2)
    clock = {"move_s": 5, "on_timeout": "forfeit", "strikes": 1}
    table = table_of(timed, *people, clock=clock, first_dealer=1)
    assert table.post("/deals", "host").is_success
    timed.later(6)
    assert table.view()["status"] == "finished"
    lost, won = ratings(timed, *(player.id for player in people))
    assert lost["mu"] < 25 < won["mu"]


def hosted(server: TimedServer) -> tuple[Table, Somebody, Somebody]:
    """A table that one of its two players has laid."""
    ana, ben = registered(server, 2)
    body = {"variant": VARIANT, "options": ["single_deal"], "seats": [{"player": ana.id}, {}]}
    created = ana.ask("POST", "/v1/games", body)
    assert created.status_code == 201, created.text
    table = Table(server.http, created.json())
    table.tokens |= {0: ana.token, 1: ben.token}
    assert table.post("/seats", 1, {"seat": 1}).is_success
    return table, ana, ben


def test_a_host_who_calls_off_a_game_that_they_play_in_has_lost_it(timed: TimedServer) -> None:
    table, ana, ben = hosted(timed)
    have_turns(table)
    assert table.delete("", "host").is_success
    assert table.view()["rated"] is True
    lost, won = ratings(timed, ana.id, ben.id)
    assert lost["mu"] < 25 < won["mu"]


def test_a_host_who_left_a_game_and_calls_it_off_then_has_lost_it(timed: TimedServer) -> None:
    ana, ben, chloe = registered(timed, 3)
    seats = [{"player": ana.id}, {}, {}]
    created = ana.ask("POST", "/v1/games", {"variant": VARIANT, "options": ["single_deal"], "seats": seats})
    table = Table(timed.http, created.json())
    table.tokens |= {0: ana.token, 1: ben.token, 2: chloe.token}
    for seat in (1, 2):
        assert table.post("/seats", seat, {"seat": seat}).is_success
    have_turns(table)
    assert table.delete("/seats/0", 0).is_success
    assert table.delete("", "host").is_success
    lost, *others = ratings(timed, ana.id, ben.id, chloe.id)
    assert all(lost["mu"] < 25 < other["mu"] for other in others)


def test_a_host_who_calls_a_game_off_before_their_first_turn_moves_no_rating(timed: TimedServer) -> None:
    table, ana, ben = hosted(timed)
    assert table.post("/deals", "host").is_success
    assert table.delete("", "host").is_success
    assert table.view()["unrated_because"] == "called_off"
    assert counts(timed, ana.id, ben.id) == [0, 0]


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"rules": {"hand_size": {"2": 1}}}, "own_rules"),
        ({"variant": "huit-americain", "options": ["a_la_volee"]}, "option_unrated"),
    ],
)
def test_what_the_catalogue_does_not_offer_as_rated_is_not_rated(
    timed: TimedServer, wish: dict[str, Any], why: str
) -> None:
    ana, ben = registered(timed, 2)
    table = Table(timed.http, ana.ask("POST", "/v1/games", {"variant": VARIANT, "seats": [{}, {}], **wish}).json())
    table.tokens |= {0: ana.token, 1: ben.token}
    for seat in (0, 1):
        assert table.post("/seats", seat, {"seat": seat}).is_success
    assert table.view()["unrated_because"] == why
    play_out(table)
    assert [timed.http.get(f"/v1/players/{one.id}").json()["ratings"] for one in (ana, ben)] == [{}, {}]


def test_a_game_moves_the_rating_at_its_own_variant_alone(timed: TimedServer) -> None:
    ana, ben = registered(timed, 2)
    play_out(table_of(timed, ana, ben))
    assert list(timed.http.get(f"/v1/players/{ana.id}").json()["ratings"]) == [VARIANT]


def test_who_played_is_told_what_it_did_to_the_rating(timed: TimedServer, timed_url: str) -> None:
    ana, ben = registered(timed, 2)
    play_out(table_of(timed, ana, ben))
    inboxes = RedisInboxes(Connection(timed_url))
    for player in (ana, ben):
        told = [notice for entry in inboxes.after(player.id, 0) for notice in entry.notices]
        [finished] = [notice for notice in told if isinstance(notice, GameFinished)]
        [after] = ratings(timed, player.id)
        assert finished.rating == RatingChange(VARIANT, 0.0, after["rating"])
