"""Duplicate tournaments: the same cards at all tables of a round, hidden until the last of them has played them."""

from typing import Any, Final

import msgspec
import pytest

from eights.rules.state import Chance
from organising import Event
from players import Somebody
from tables import assert_refused
from timed import TimedServer

HOUSE: Final = ("bot:steady", "bot:random")


def duplicate(timed: TimedServer, *players: Somebody, **wish: Any) -> Event:
    """Create a duplicate tournament of two tables, a player at the second one, and start it."""
    event = Event.created(
        timed, open=True, duplicate=True, rounds=1, pairing="manual", entrants=["bot:steady"] * 3, **wish
    )
    event.enter(*players)
    bots = [entry["entrant"] for entry in event.get()["entries"] if entry["entrant"].startswith("bot:")]
    event.begin("/start", tables=[bots[:2], [bots[2], players[0].id]])
    timed.look()
    return event


def chance_of(timed: TimedServer, game_id: str) -> Chance:
    game = timed.store.read(game_id).game
    assert game is not None
    return game.state.chance


def test_all_tables_of_a_round_have_the_same_deals_and_no_two_games_show_it(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=[*HOUSE] * 3, duplicate=True, rounds=2, deals_per_table=2)
    event.play_out()
    for played in event.results():
        deals: dict[int, set[tuple[bytes, str]]] = {}
        blinds = set()
        for table in played["tables"]:
            for deal in table["deals"]:
                chance = chance_of(timed, deal["game_id"])
                deals.setdefault(deal["deal"], set()).add((chance.seed, chance.label))
                blinds.add(chance.blind)
        assert [len(seeds) for seeds in deals.values()] == [1, 1]
        assert len(set.union(*deals.values())) == 2
        assert len(blinds) == 6
    replays = [msgspec.json.decode(line) for line in event.replays()]
    assert len({replay["seed_hash"] for replay in replays}) == len(replays) == 12
    assert len({replay["seed"] for replay in replays}) == 4


def test_results_are_compared_with_those_who_held_the_same_cards(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=[*HOUSE] * 4, duplicate=True, rounds=1)
    event.play_out()
    [played] = event.results()
    for seat in (0, 1):
        points = [table["deals"][0]["points"][seat] for table in played["tables"]]
        for table, own in zip(played["tables"], points, strict=True):
            worse = sum(other > own for other in points) + (points.count(own) - 1) / 2
            assert table["deals"][0]["matchpoints"][seat] == pytest.approx(worse / 3)
            assert table["deals"][0]["differences"][seat] == pytest.approx(sum(points) / 4 - own)
            assert table["result"][seat]["points"] == pytest.approx(worse / 3, abs=1e-6)
    assert sum(line["points"] for line in event.get("/standings")["lines"]) == pytest.approx(4, abs=1e-5)


def test_until_the_last_table_has_played_a_deal_nothing_of_it_is_shown(timed: TimedServer) -> None:
    otto, eve = Somebody.registered(timed.http), Somebody.registered(timed.http)
    event = duplicate(timed, otto)
    for _ in range(3):
        timed.later(0.05)
    first, second = (game["game_id"] for game in event.games())
    [deal] = event.results()[0]["tables"][0]["deals"]
    assert (deal["status"], deal["points"], deal["gave_up"], deal["matchpoints"]) == ("played", None, [], None)
    assert event.results()[0]["tables"][0]["result"] is None
    for somebody in (otto, eve):
        assert_refused(somebody.ask("GET", f"/v1/games/{first}"), 404, "game_not_found")
        assert_refused(somebody.ask("GET", f"/v1/games/{first}/replay"), 404, "game_not_found")
    assert event.replays() == []
    assert event.ask("GET", "/replays").text == ""
    event.play_round(otto)
    assert len(event.replays()) == 2
    for game_id in (first, second):
        assert eve.ask("GET", f"/v1/games/{game_id}/replay").status_code == 200
    [deal] = event.results()[0]["tables"][0]["deals"]
    assert deal["points"] is not None
    assert deal["matchpoints"] is not None


def test_who_gives_up_has_no_matchpoint_and_who_sat_with_it_has_a_whole_one(timed: TimedServer) -> None:
    otto = Somebody.registered(timed.http)
    event = duplicate(timed, otto)
    assert otto.ask("DELETE", event.path + "/entries/me").status_code == 200
    event.play_round()
    assert event.results()[0]["tables"][1]["deals"][0]["matchpoints"] == [1, 0]


def test_a_duplicate_deal_is_awarded_or_void_but_not_played_again(timed: TimedServer) -> None:
    otto = Somebody.registered(timed.http)
    event = duplicate(timed, otto)
    path = f"/games/{event.games()[1]['game_id']}/ruling"
    assert_refused(event.ask("POST", path, {"kind": "replay", "reason": "Again."}), 409, "replay_of_duplicate")
    assert event.ask("POST", path, {"kind": "void", "reason": "Never mind."}).status_code == 201
    event.play_round()
    assert event.results()[0]["tables"][1]["deals"][0]["matchpoints"] == [0.5, 0.5]
    assert len(event.replays()) == 2


def test_tables_that_cannot_be_of_one_size_leave_byes(timed: TimedServer) -> None:
    event = Event.created(timed, entrants=[*HOUSE] * 4, duplicate=True, table_size=3, smallest_table=2)
    paired = event.begin("/start")
    assert len({len(table["seats"]) for table in paired["tables"]}) == 1


def test_a_deal_of_a_tournament_that_is_called_off_is_opened(timed: TimedServer) -> None:
    otto = Somebody.registered(timed.http)
    event = duplicate(timed, otto)
    assert event.ask("DELETE").status_code == 200
    timed.look()
    assert len(event.replays()) == 2


def test_a_deal_that_was_called_off_with_its_table_is_opened_with_the_others(timed: TimedServer) -> None:
    otto = Somebody.registered(timed.http)
    event = duplicate(timed, otto, deals_per_table=2)
    first = event.games()[1]["game_id"]
    while event.games()[1]["deal"] == 1:
        event.move(otto)
        timed.later(0.05)
    second = event.games()[1]["game_id"]
    award = {"kind": "award", "to": otto.id, "reason": "The bot peeped."}
    assert event.ask("POST", f"/games/{first}/ruling", award).status_code == 201
    event.play_round()
    assert timed.http.get(f"/v1/games/{second}/replay").json()["ended"] == "aborted"
    assert len(event.replays()) == 4


def test_a_final_that_nobody_else_has_the_cards_of_goes_to_whom_its_points_say(timed: TimedServer) -> None:
    ana, ben = Somebody.registered(timed.http, "Ana"), Somebody.registered(timed.http, "Ben")
    event = Event.created(timed, open=True, duplicate=True, format="knockout")
    event.enter(ana, ben)
    event.begin("/start", seeding=[ana.id, ben.id])
    [game] = event.games()
    points = [0 if entrant == ben.id else 5 for entrant in game["seats"]]
    award = {"kind": "award", "points": points, "reason": "As it was played."}
    assert event.ask("POST", f"/games/{game['game_id']}/ruling", award).status_code == 201
    event.play_round()
    lines = event.get("/standings")["lines"]
    assert [(line["entrant"], line["survived"], line["points"]) for line in lines] == [
        (ben.id, 1, 0.5),
        (ana.id, 0, 0.5),
    ]
