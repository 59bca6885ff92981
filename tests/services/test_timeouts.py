"""What happens to a seat whose time runs out, as the table sees it."""

from typing import Any

import msgspec
from msgspec.structs import replace

import rounds
from eights.rules.view import seat_table
from eights.services.clocks import least
from eights.services.course import AWAY_TURN_MS
from eights.services.game import Update
from eights.services.ports import Commit
from eights.services.times import rfc3339
from tables import Table, assert_refused
from timed import TimedServer

MOVE_S = 30
DRAW = {"action": "draw"}
AWAY_S = AWAY_TURN_MS / 1000


def laid(server: TimedServer, *hands: str, clock: dict[str, Any] | None = None, **on_it: Any) -> Table:
    """Lay a round of people out by hand, seat 0 on turn with its full time."""
    seats = [{"name": f"Player {seat}"} for seat in range(len(hands))]
    timing = {"move_s": MOVE_S, **(clock or {})}
    table = server.table(
        on_it.get("plays", "crazy-eights"), seats=seats, clock=timing, auto_deal=True, rules=on_it.get("rules", {})
    )
    game = server.store.read(table.id).game
    assert game is not None
    state = replace(rounds.laid(*hands, **on_it), chance=game.state.chance)
    deadline_ms = server.clock.ms + 1000 * MOVE_S
    game = replace(game, version=game.version + 1, state=state, deadline_ms=deadline_ms)
    assert server.store.commit(Commit(game, Update(game.version, ()), steps=(), expires_in_s=3600))
    return table


def last_events(server: TimedServer, table: Table) -> list[dict[str, Any]]:
    [*_, update] = server.store.updates(table.id, 0)
    return [event for event in msgspec.to_builtins(update.events) if event["type"] != "round_ended"]


def deadline(table: Table) -> str:
    shown: str = table.view()["round"]["deadline"]
    return shown


def in_s(server: TimedServer, seconds: float) -> str:
    return rfc3339(server.clock.ms + round(1000 * seconds))


RAN_OUT = {"type": "clock_ran_out", "seat": 0}


def test_auto_draws_and_passes_though_it_could_play(timed: TimedServer) -> None:
    table = laid(timed, "9C 4S", "KD 2D", stock="9D 3C")
    timed.later(MOVE_S)
    drawn = {"type": "cards_drawn", "seat": 0, "count": 1, "reason": "turn", "cards": ("9D",), "by": "clock"}
    assert last_events(timed, table) == [RAN_OUT, drawn, {"type": "turn_passed", "seat": 0, "by": "clock"}]
    assert table.view()["round"]["turn"] == 1


def test_auto_passes_a_turn_in_which_its_player_has_drawn(timed: TimedServer) -> None:
    table = laid(timed, "9C 4S", "KD 2D", stock="9D 3C")
    assert table.post("/moves", 0, DRAW).json()["round"]["turn"] == 0
    timed.later(MOVE_S)
    assert last_events(timed, table) == [RAN_OUT, {"type": "turn_passed", "seat": 0, "by": "clock"}]


def test_auto_takes_a_penalty_rather_than_answer_it(timed: TimedServer) -> None:
    table = laid(timed, "2C 4S", "KD 3D", top="2H", penalty=2, plays="draw-two")
    timed.later(MOVE_S)
    [_, drawn] = last_events(timed, table)
    assert (drawn["count"], drawn["reason"], drawn["by"]) == (2, "penalty", "clock")
    assert (table.view()["round"]["turn"], table.view()["round"]["penalty"]) == (1, 0)


def test_auto_plays_a_whole_turn_where_a_penalty_does_not_end_it(timed: TimedServer) -> None:
    rules = {"penalty": {"ends_turn": False}}
    table = laid(timed, "4S 5S", "KD 3D", top="2H", penalty=2, plays="draw-two", rules=rules, stock="KS QS JS TS")
    timed.later(MOVE_S)
    assert [event.get("reason") for event in last_events(timed, table)[1:]] == ["penalty", "turn"]
    assert table.view()["round"]["turn"] == 1


def test_auto_names_a_suit_for_the_dealer(timed: TimedServer) -> None:
    table = laid(timed, "9C 4S", "KD 2D", top="8H", dealer=0, turn=1, naming=True)
    timed.later(MOVE_S)
    assert [event["type"] for event in last_events(timed, table)] == ["clock_ran_out", "suit_named"]
    assert table.view()["round"]["turn"] == 1


def test_auto_draws_once_and_then_plays_what_it_must(timed: TimedServer) -> None:
    rules = {"draw": {"limit": None, "then": "any_card"}}
    table = laid(timed, "9C 4S", "KD 2D", stock="9D 3C", rules=rules)
    timed.later(MOVE_S)
    assert [event["type"] for event in last_events(timed, table)] == ["clock_ran_out", "cards_drawn", "card_played"]


def test_the_least_is_to_draw_where_one_may_play_or_draw() -> None:
    table = seat_table(rounds.laid("9C 4S 8D", "KD 2D"), 0)
    assert msgspec.to_builtins(least(table)) == DRAW


def test_a_further_turn_of_the_same_seat_has_a_time_of_its_own(timed: TimedServer) -> None:
    hands, must = ("TC 4S", "KD 2D"), {"draw": {"limit": 1, "until_playable": True, "then": "drawn_card"}}
    table = laid(timed, *hands, top="9H", stock="TH 3C 4C", plays="huit-americain", rules=must)
    timed.later(MOVE_S)
    assert [event["type"] for event in last_events(timed, table)] == ["clock_ran_out", "cards_drawn", "card_played"]
    assert table.view()["round"]["turn"] == 0
    assert deadline(table) == in_s(timed, MOVE_S)


def test_bot_lets_a_house_bot_move(timed: TimedServer) -> None:
    table = laid(timed, "9C 4S", "KD 2D", clock={"on_timeout": "bot"})
    timed.later(MOVE_S)
    played = {"type": "card_played", "seat": 0, "card": "9C", "by": "clock"}
    assert last_events(timed, table) == [RAN_OUT, played]


def test_the_house_bot_challenges_and_plays_its_turn_all_the_same(timed: TimedServer) -> None:
    table = laid(
        timed, "9C 4S 5S", "KD", top="9H", plays="huit-americain", owes_announcement=(1,), clock={"on_timeout": "bot"}
    )
    timed.later(MOVE_S)
    told = [event["type"] for event in last_events(timed, table)]
    assert told[:2] == ["clock_ran_out", "challenged"]
    assert "card_played" in told
    assert table.view()["round"]["turn"] == 1


def test_after_so_many_strikes_in_a_row_a_seat_is_away(timed: TimedServer) -> None:
    table = laid(timed, "9C 4S", "KD 2D", clock={"strikes": 2})
    shown = []
    for _ in range(4):
        timed.later(MOVE_S)
        shown.append([seat.get("away", False) for seat in table.view()["seats"]])
    assert shown == [[False, False], [False, False], [True, False], [True, True]]
    told = [event.get("away", False) for event in timed.events(table) if event["type"] == "clock_ran_out"]
    assert told == [False, False, True, True]


def away(server: TimedServer) -> Table:
    """Lay a round in which seat 0 is away, and on turn again."""
    hands = ("9C 4S 5S 6S 7S", "9D 3H 3S 3C 4D", "KH KC QC QS JD")
    table = laid(server, *hands, stock="2C 2D 2H 2S AC AD AH AS JC JH JS", clock={"strikes": 1})
    server.later(MOVE_S)
    assert table.view()["seats"][0]["away"]
    for seat in (1, 2):
        while table.view()["round"]["turn"] == seat:
            legal = table.legal(seat)
            assert table.post("/moves", seat, {"action": "pass"} if {"action": "pass"} in legal else DRAW).is_success
    assert table.view()["round"]["turn"] == 0
    return table


def test_the_server_plays_for_who_is_away_after_a_short_time(timed: TimedServer) -> None:
    table = away(timed)
    assert deadline(table) == in_s(timed, AWAY_S)
    timed.later(AWAY_S)
    assert table.view()["round"]["turn"] == 1
    acts = [event for event in last_events(timed, table) if "by" in event]
    assert acts
    assert {event["by"] for event in acts} == {"clock"}
    assert "clock_ran_out" not in [event["type"] for event in last_events(timed, table)]


def test_who_moves_is_back_with_a_full_turn_and_no_strikes(timed: TimedServer) -> None:
    table = away(timed)
    view = table.post("/moves", 0, DRAW).json()
    assert "away" not in view["seats"][0]
    assert view["round"]["deadline"] == in_s(timed, MOVE_S)
    game = timed.store.read(table.id).game
    assert game is not None
    assert game.seats[0].strikes == 0


def test_a_refused_move_brings_nobody_back(timed: TimedServer) -> None:
    table = away(timed)
    assert_refused(table.post("/moves", 0, {"action": "play", "card": "KC"}), 409, "card_not_in_hand")
    assert table.view()["seats"][0]["away"]


def test_a_game_of_people_who_are_all_away_goes_on_to_its_end(timed: TimedServer) -> None:
    table = timed.table("draw-two", seats=[{"name": "Ana"}, {"name": "Ben"}], clock={"move_s": 5, "strikes": 1})
    assert table.post("/deals", 0).is_success
    for _ in range(300):
        timed.later(5)
    assert table.view()["status"] == "finished"
    steps = table.get("/replay").json()["steps"]
    assert all(step.endswith(" by clock") for step in steps[1:])


def test_forfeit_gives_the_seat_up_after_its_strikes(timed: TimedServer) -> None:
    forfeit = {"on_timeout": "forfeit", "strikes": 2}
    table = laid(timed, "9C 4S 5S", "KD 2D 3D", "JH QH KH", stock="9D 9S 4H 5H 6H 7H TH", clock=forfeit)
    timed.later(MOVE_S)
    assert not table.view()["seats"][0]["out"]
    for seat in (1, 2):
        while table.view()["round"]["turn"] == seat:
            legal = table.legal(seat)
            assert table.post("/moves", seat, {"action": "pass"} if {"action": "pass"} in legal else DRAW).is_success
    timed.later(MOVE_S)
    assert last_events(timed, table) == [RAN_OUT, {"type": "seat_left", "seat": 0, "by": "clock"}]
    view = table.view()
    assert (view["seats"][0]["out"], view["round"]["turn"], view["status"]) == (True, 1, "playing")
    assert_refused(table.delete("/seats/0", 0), 409, "seat_out")


def test_the_last_one_whose_time_did_not_run_out_wins(timed: TimedServer) -> None:
    table = timed.table(seats=[{"name": "Ana"}, {"name": "Ben"}], auto_deal=True,
                        clock={"move_s": 5, "on_timeout": "forfeit", "strikes": 1})  # fmt: skip
    loser = table.view()["round"]["turn"]
    timed.later(5)
    view = table.view()
    assert (view["status"], view["winners"], view["round"]["deadline"]) == ("finished", [1 - loser], None)
    assert table.get("/replay").json()["steps"] == ["deal", f"{loser} leave by clock"]


def test_a_move_in_between_wipes_the_strikes_out(timed: TimedServer) -> None:
    hands = ("9C 4S 5S 6S", "KD 2D 3D 4D")
    table = laid(timed, *hands, stock="2C 2S 3C 3S 4C 5C 6C 7C AC AS JC JS", clock={"strikes": 2})
    for _ in range(3):
        timed.later(MOVE_S)
        assert table.post("/moves", 1, DRAW).is_success
        assert table.post("/moves", 0, DRAW).is_success
        timed.later(MOVE_S)
    assert not [seat for seat in table.view()["seats"] if "away" in seat]


def test_a_turn_keeps_its_time_when_others_speak_or_leave(timed: TimedServer) -> None:
    hands = ("9C 4S 5S", "KD", "QD", "JD TD 2D")
    table = laid(timed, *hands, top="9H", plays="huit-americain", owes_announcement=(1, 2))
    ends = deadline(table)
    timed.later(10)
    announced = table.post("/moves", 1, {"action": "announce"})
    assert announced.json()["round"]["deadline"] == ends
    timed.later(5)
    assert table.post("/moves", 3, {"action": "challenge", "target": 2}).json()["round"]["deadline"] == ends
    timed.later(5)
    assert table.delete("/seats/3", 3).json()["round"]["deadline"] == ends
    assert table.view()["version"] == 5
    timed.later(10)
    assert last_events(timed, table)[0] == RAN_OUT


def test_nor_does_a_seat_with_strikes_prolong_the_turn_of_another(timed: TimedServer) -> None:
    table = laid(timed, "9C 4S 5S", "KD", "QD 2D", top="9H", plays="huit-americain", owes_announcement=(1,))
    game = timed.store.read(table.id).game
    assert game is not None
    struck = (game.seats[0], replace(game.seats[1], strikes=1, away=True), game.seats[2])
    game = replace(game, version=game.version + 1, seats=struck)
    assert timed.store.commit(Commit(game, Update(game.version, ()), steps=(), expires_in_s=3600))
    ends = deadline(table)
    timed.later(10)
    assert table.post("/moves", 1, {"action": "announce"}).json()["round"]["deadline"] == ends


def test_a_draw_of_ones_own_begins_the_time_anew_and_a_next_turn_too(timed: TimedServer) -> None:
    table = laid(timed, "9C 4S", "KD 2D", stock="9D 3C")
    timed.later(10)
    assert table.post("/moves", 0, DRAW).json()["round"]["deadline"] == in_s(timed, MOVE_S)
    timed.later(10)
    passed = table.post("/moves", 0, {"action": "pass"}).json()["round"]
    assert (passed["turn"], passed["deadline"]) == (1, in_s(timed, MOVE_S))


def test_everybody_sees_the_deadline_in_every_view(timed: TimedServer) -> None:
    table = laid(timed, "9C 4S", "KD 2D")
    shown = [table.view(who)["round"]["deadline"] for who in (None, "host", 0, 1)]
    shown.append(table.get("/events").json()["view"]["round"]["deadline"])
    [listed] = timed.http.get("/v1/games", params={"status": "playing"}).json()["items"]
    assert {*shown, listed["round"]["deadline"]} == {in_s(timed, MOVE_S)}
    assert table.view()["clock"] == {"move_s": MOVE_S, "on_timeout": "auto", "strikes": 3}


def test_between_rounds_and_without_a_clock_there_is_no_deadline(timed: TimedServer) -> None:
    table = timed.table(seats=[{"name": "Ana"}, {"name": "Ben"}], clock={"move_s": 5})
    assert table.view()["round"] is None
    timeless = timed.table(seats=[{"name": "Ana"}, {"name": "Ben"}], auto_deal=True, clock=None)
    assert timeless.view()["round"]["deadline"] is None
    timed.later(10_000_000)
    assert (table.view()["version"], timeless.view()["version"]) == (1, 1)
