"""Games of matches and tournaments: set up once, read, ended; and what their seats do is timed."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from eights.rules.catalogue import resolve, variant
from eights.rules.state import Chance
from eights.services.competition_games import CompetitionGames, Setting
from eights.services.game import Game, SeatHolder, TurnClock
from eights.services.identity import derived_id
from players import Somebody
from tables import assert_refused
from timed import TimedServer

RULES = resolve(variant("crazy-eights"), (), {"match": {"type": "single"}, "starter": {"wild": "plain"}})
MOVE_S = 10


class Bout:
    """A game of two players that is part of something, seat 1 dealing; and what sets it up and reads it."""

    def __init__(self, server: TimedServer, **setting: Any) -> None:
        self.server = server
        self.games: CompetitionGames = server.parts.matches.games
        self.players = [Somebody.registered(server.http, name) for name in ("Ana", "Ben")]
        self.setting = Setting(
            game_id=derived_id("bout", self.players[0].id),
            part_of="m:gqydambsmnsgk3tu",
            variant="crazy-eights",
            options=(),
            rules=RULES,
            seats=tuple(SeatHolder(one.name, player=one.id) for one in self.players),
            chance=Chance(bytes(range(32)), "deal", ("", "")),
            clock=TurnClock(MOVE_S, "forfeit", 1),
            first_dealer=1,
            **setting,
        )
        self.games.begin(self.setting)

    @property
    def path(self) -> str:
        return f"/v1/games/{self.setting.game_id}"

    def game(self) -> Game:
        [game] = self.games.games([self.setting.game_id])
        assert game is not None
        return game

    def move(self, seat: int, move: dict[str, Any], **headers: str) -> Any:
        return self.players[seat].ask("POST", f"{self.path}/moves", move, **headers)

    def drawn(self, seat: int) -> None:
        """Draw and pass, taking no time in between."""
        assert self.move(seat, {"action": "draw"}).status_code == 200
        if self.game().state.round.turn == seat:  # type: ignore[union-attr]
            assert self.move(seat, {"action": "pass"}).status_code == 200

    def thought(self) -> tuple[tuple[int, ...], ...]:
        return self.server.store.conduct(self.setting.game_id, 2).thought_ms


def test_a_game_is_begun_once_and_dealt(timed: TimedServer) -> None:
    bout = Bout(timed)
    before = bout.game()
    timed.clock.ms += 1000
    bout.games.begin(bout.setting)
    bout.games.begin(replace(bout.setting, chance=Chance(bytes(32), "other", ("", ""))))
    assert bout.game() == before
    assert (before.status, before.version, before.part_of) == ("playing", 1, "m:gqydambsmnsgk3tu")


def test_nobody_is_its_host(timed: TimedServer) -> None:
    bout = Bout(timed)
    assert_refused(
        timed.http.delete(bout.path, headers={"Authorization": "Bearer eh_" + "A" * 43}), 404, "game_not_found"
    )
    assert_refused(bout.players[0].ask("DELETE", bout.path), 403, "forbidden")


def test_each_move_is_timed_by_the_servers_clock_from_when_the_game_waited_for_it(timed: TimedServer) -> None:
    bout = Bout(timed)
    timed.clock.ms += 1200
    bout.drawn(0)
    timed.clock.ms += 300
    bout.drawn(1)
    first, second = bout.thought()
    assert (first[0], second[0]) == (1200, 300)
    assert not any((*first[1:], *second[1:]))


def test_a_turn_that_ran_out_counts_as_its_whole_time_however_late_the_clock_is(timed: TimedServer) -> None:
    bout = Bout(timed)
    timed.later(MOVE_S + 5)
    assert bout.thought() == ((MOVE_S * 1000,), ())


def test_a_game_that_is_part_of_nothing_is_not_timed(timed: TimedServer) -> None:
    table = timed.table(seats=[{"name": "Ana"}, {"name": "Ben"}], auto_deal=True, clock={"move_s": 10})
    timed.later(10)
    assert timed.store.conduct(table.id, 2).thought_ms == ((), ())
    assert table.post("/moves", 0, {"action": "play", "card": "XX"}).status_code == 409
    assert timed.store.conduct(table.id, 2).illegal == (0, 0)


def test_attempts_against_the_rules_count_and_those_that_came_too_late_do_not(timed: TimedServer) -> None:
    bout = Bout(timed)
    held = bout.game().state.round.hands[0]  # type: ignore[union-attr]
    missing = next(f"{rank}C" for rank in "234567" if f"{rank}C" not in held)
    play = {"action": "play", "card": missing}
    assert_refused(bout.move(0, play), 409, "card_not_in_hand")
    assert_refused(bout.move(0, play), 409, "card_not_in_hand")
    assert_refused(bout.move(1, {"action": "pass"}), 409, "not_your_turn")
    assert_refused(bout.move(0, {"action": "draw"}, If_Match='"99"'), 412, "stale_version")
    timed.clock.ms += MOVE_S * 1000
    assert_refused(bout.move(0, {"action": "draw"}), 409, "clock_ran_out")
    timed.look()
    assert bout.move(0, play).status_code == 409
    result = bout.games.result(bout.game())
    assert result is not None
    assert result.illegal == (2, 1)


def test_the_result_is_by_seat_and_none_while_the_game_goes_on(timed: TimedServer) -> None:
    bout = Bout(timed)
    assert bout.games.result(bout.game()) is None
    timed.later(MOVE_S)
    result = bout.games.result(bout.game())
    assert result is not None
    assert (result.status, result.winner, result.places, result.gave_up) == ("finished", 1, (2, 1), (0,))
    assert result.points[0] > 0 == result.points[1]


def test_a_player_who_is_withdrawn_gives_its_seat_up_once(timed: TimedServer) -> None:
    bout = Bout(timed)
    for _ in range(2):
        bout.games.withdraw(bout.setting.game_id, bout.players[0].id)
        bout.games.withdraw(bout.setting.game_id, "k3qlgi4whwvzcky4")
    assert (bout.game().status, bout.game().state.gone, bout.game().version) == ("finished", (0,), 2)


def test_a_game_that_is_called_off_has_no_winner_and_stays_so(timed: TimedServer) -> None:
    bout = Bout(timed)
    for _ in range(2):
        bout.games.call_off(bout.setting.game_id)
    result = bout.games.result(bout.game())
    assert result is not None
    assert (result.status, result.winner, result.gave_up, bout.game().version) == ("aborted", None, (), 2)
    timed.later(60)
    assert bout.game().version == 2


@pytest.mark.parametrize("end", [CompetitionGames.call_off, lambda games, game_id: games.withdraw(game_id, "nobody")])
def test_a_game_that_there_is_not_is_let_be(timed: TimedServer, end: Callable[[CompetitionGames, str], None]) -> None:
    games: CompetitionGames = timed.parts.matches.games
    end(games, "aaaaaaaaaaaaaaaa")
    games.open_replays(["aaaaaaaaaaaaaaaa"])
    assert games.games(["aaaaaaaaaaaaaaaa"]) == [None]


def test_replays_open_for_everybody_once_and_only_of_games_that_are_over(timed: TimedServer) -> None:
    bout = Bout(timed, deal_open=True)
    bout.games.open_replays([bout.setting.game_id])
    assert bout.game().deal_open
    timed.later(MOVE_S)
    assert_refused(bout.players[0].ask("GET", f"{bout.path}/replay"), 409, "replay_not_ready")
    for _ in range(2):
        bout.games.open_replays([bout.setting.game_id])
    assert (bout.game().deal_open, bout.game().visibility, bout.game().version) == (False, "unlisted", 3)
    assert timed.http.get(f"{bout.path}/replay").status_code == 200


def test_a_game_over_makes_what_it_is_part_of_due(timed: TimedServer) -> None:
    bout = Bout(timed)
    timed.clock.ms += MOVE_S * 1000
    due = timed.clocks.take()
    for one in due:
        timed.clocks.attend(one)
    assert "m:gqydambsmnsgk3tu" in [one.subject for one in timed.clocks.take("programs")]
    assert bout.game().status == "finished"
