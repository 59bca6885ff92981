"""``eights bot`` against a real server: it plays all that there is to play, and survives what happens to programs."""

import itertools
import re
import signal
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from client.bot.bot_process import Author, BotProcess, Noted, interrupt
from eights.client import EightsClient, GameView
from eights.client.match_models import Match
from serving.processes import wait_until
from serving.server_process import ServerProcess

NO_LIMITS: Final = {"EIGHTS_RATELIMIT_ENABLED": "false"}
NO_HURRY: Final = {"move_s": 120}
HURRY: Final = {"move_s": 1, "on_timeout": "auto", "strikes": 20}


@contextmanager
def serving(data: Path, *options: str) -> Iterator[ServerProcess]:
    """Run a server, and end it with the block, if it has not ended."""
    server = ServerProcess(data, *options, settings=NO_LIMITS)
    try:
        yield server
    finally:
        server.send(signal.SIGTERM)
        server.ended()


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server.url


@pytest.fixture
def otto(url: str, tmp_path: Path) -> Author:
    return Author(url, tmp_path / "otto", "Otto")


@pytest.fixture
def nina(url: str, tmp_path: Path) -> Author:
    return Author(url, tmp_path / "nina", "Nina")


def match_of(author: Author, *others: str, deals: int) -> Match:
    with author.client() as client:
        return client.matches.create("huit-americain", [author.id, *others], deals, clock=NO_HURRY)


def game_against_steady(author: Author, **wish: Any) -> GameView:
    seats = [{"player": author.id}, {"bot": "steady"}]
    with author.client() as client:
        return client.create("crazy-eights", seats=seats, options=["single_deal"], **wish).game


def seen(author: Author, match: Match) -> Match:
    with author.client() as client:
        return client.matches.get(match.id)


def calls_by_version(noted: list[Noted]) -> Counter[tuple[str, int]]:
    return Counter((line.game_id, line.version) for line in noted if line.what == "begin")


def assert_nothing_went_wrong(match: Match, *bots: BotProcess) -> None:
    assert match.status == "finished"
    assert match.result is not None
    assert [(one.forfeits, one.illegal_attempts) for one in match.result.entrants] == [(0, 0)] * len(match.entrants)
    for bot in bots:
        assert [word for word in ("Traceback", "not legal", "refused moves", "move refused") if word in bot.told] == []


def test_two_bots_play_a_match_to_its_end(otto: Author, nina: Author) -> None:
    match = match_of(otto, nina.id, "bot:steady", deals=3)
    with otto.playing("choose", "--match", match.id) as his, nina.playing("slow", "--until-idle", "2") as hers:
        code, printed = his.ended()
        assert (code, hers.ended()) == (0, (0, ""))
        over = seen(otto, match)
        assert_nothing_went_wrong(over, his, hers)
        assert over.result is not None
        assert f"huit-americain: 3 deals, {over.games.total} games" in printed
        assert all(difference.says["en"] in printed for difference in over.result.differences)
        for author, bot in ((otto, his), (nina, hers)):
            assert author.token not in printed + bot.told
            assert set(calls_by_version(bot.noted).values()) == {1}


@pytest.mark.parametrize("name", ["[/x]", "[link=https://example.org]x[/link]"])
def test_the_name_of_an_opponent_is_no_markup(otto: Author, url: str, tmp_path: Path, name: str) -> None:
    other = Author(url, tmp_path / "other", name)
    match = match_of(otto, other.id, deals=1)
    with otto.playing("choose", "--match", match.id) as his, other.playing("choose", "--match", match.id) as hers:
        for bot in (his, hers):
            code, printed = bot.ended()
            assert code == 0
            assert name in printed
        assert f"{name} ({other.id}) plays" in hers.told


def test_a_bot_that_is_too_slow_is_told_and_has_not_succeeded(otto: Author) -> None:
    with otto.client() as client:
        match = client.matches.create("huit-americain", [otto.id, "bot:steady"], 2, clock={"move_s": 1})
    with otto.playing("sleepy", "--match", match.id, "--parallel", "1") as bot:
        code, _ = bot.ended()
    over = seen(otto, match)
    assert over.result is not None
    forfeits = next(line.forfeits for line in over.result.entrants if line.entrant == otto.id)
    assert f"games forfeited: {forfeits}" in bot.told
    assert "too slow" in bot.told
    assert "broke off" not in bot.told
    assert (code, forfeits) == (1, over.games.total)


def test_turns_that_the_clock_played_are_counted_and_no_failure(otto: Author) -> None:
    game_against_steady(otto, auto_deal=True, clock=HURRY)
    with otto.playing("sleepy") as bot:
        wait_until(lambda: "too slow" in bot.told)
        assert interrupt(bot)[0] == 0
    assert re.search(r"turns that ran out: [1-9]", bot.told)


def test_games_are_played_at_once_but_each_by_one_call_at_a_time(otto: Author) -> None:
    match = match_of(otto, "bot:random", deals=3)
    with otto.playing("slow", "--match", match.id) as bot:
        assert bot.ended()[0] == 0
    by_game = defaultdict(list)
    at_once, most = 0, 0
    for line in bot.noted:
        by_game[line.game_id].append(line.what)
        at_once += 1 if line.what == "begin" else -1
        most = max(most, at_once)
    assert len(by_game) == 6
    assert all(what == ["begin", "end"] * (len(what) // 2) for what in by_game.values())
    assert most > 1


def test_a_bot_that_is_killed_goes_on_with_all_its_games(otto: Author, nina: Author) -> None:
    match = match_of(otto, nina.id, deals=4)
    with nina.playing("choose", "--match", match.id) as hers:
        with otto.playing("slow", "--match", match.id) as killed:
            wait_until(lambda: len(killed.noted) > 30)
            killed.send(signal.SIGKILL)
            assert killed.ended()[0] == -signal.SIGKILL
        assert seen(otto, match).status == "playing"
        with otto.playing("slow", "--match", match.id) as again:
            assert again.ended()[0] == 0
        assert hers.ended()[0] == 0
    assert_nothing_went_wrong(seen(otto, match), again, hers)


def test_bots_outlive_their_server(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as first:
        otto, nina = (Author(first.url, tmp_path / name, name) for name in ("otto", "nina"))
        match = match_of(otto, nina.id, deals=4)
        with nina.playing("choose", "--match", match.id) as hers, otto.playing("slow", "--match", match.id) as his:
            wait_until(lambda: len(his.noted) > 30)
            first.send(signal.SIGTERM)
            assert first.ended() == 0
            with serving(tmp_path / "data", "--port", first.url.rpartition(":")[2]):
                assert (his.ended()[0], hers.ended()[0]) == (0, 0)
                assert "the inbox broke off" in his.told
                assert_nothing_went_wrong(seen(otto, match), his, hers)


def test_invitations_to_games_are_accepted_and_the_rounds_dealt(otto: Author, nina: Author) -> None:
    with nina.client() as client:
        seats = [{"player": nina.id}, {"player": otto.id}]
        game = client.create("crazy-eights", seats=seats, rules={"match": {"type": "rounds", "rounds": 3}}).game
    with otto.playing("choose", "--until-idle", "2") as his, nina.playing("choose", "--until-idle", "2") as hers:
        assert (his.ended(), hers.ended()) == ((0, ""), (0, ""))
    with nina.client() as client:
        assert client.game(game.id).status == "finished"
        assert len(client.scores(game.id).rounds) == 3


def test_no_invitation_is_accepted_that_nobody_wants_accepted(otto: Author, nina: Author) -> None:
    match = match_of(nina, otto.id, deals=1)
    with nina.client() as client:
        game = client.create("crazy-eights", seats=[{"player": nina.id}, {"player": otto.id}]).game
        own = game_against_steady(otto, auto_deal=True)
        with otto.playing("choose", "--accept", "none", "--until-idle", "1") as bot:
            assert bot.ended()[0] == 0
        assert {line.game_id for line in bot.noted} == {own.id}
        assert (client.game(game.id).status, client.matches.get(match.id).status) == ("open", "open")


def test_what_a_bot_raises_is_told_once_and_the_clock_decides(otto: Author) -> None:
    game_against_steady(otto, auto_deal=True, clock=HURRY)
    with otto.playing("raising") as bot:
        wait_until(lambda: len(calls_by_version(bot.noted)) >= 3)
        assert interrupt(bot)[0] == 0
        assert bot.told.count("ZeroDivisionError: my own fault") == 1
        assert 'noting.py", line' in bot.told
        assert set(calls_by_version(bot.noted).values()) == {1}


@pytest.mark.parametrize("function", ["raising", "illegal"])
def test_a_game_that_is_forfeited_for_want_of_a_legal_move_is_the_bots_own_fault(otto: Author, function: str) -> None:
    with otto.playing(function) as bot:
        wait_until(lambda: "plays" in bot.told)
        game_against_steady(otto, auto_deal=True, clock={"move_s": 5, "on_timeout": "forfeit"})
        wait_until(lambda: "no legal move came" in bot.told)
        assert interrupt(bot)[0] == 1
    assert bot.told.endswith("games forfeited: 1\n")


@pytest.mark.parametrize("function", ["illegal", "nonsense"])
def test_what_is_refused_is_told_and_tried_three_times_at_most(otto: Author, function: str) -> None:
    game_against_steady(otto, auto_deal=True, clock=HURRY)
    with otto.playing(function) as bot:
        wait_until(lambda: len(calls_by_version(bot.noted)) >= 3)
        assert interrupt(bot)[0] == 0
        codes = re.findall(r"which is not legal \((\w+)\)", bot.told)
        assert sorted(codes) == sorted(set(codes)) != []
        assert "legal were" in bot.told
        assert max(calls_by_version(bot.noted).values()) == 3


@pytest.mark.parametrize(("function", "why"), [("raising", "ZeroDivisionError"), ("illegal", "which is not legal")])
def test_what_is_wrong_with_a_bot_ends_it_if_so_wished(otto: Author, function: str, why: str) -> None:
    game_against_steady(otto, auto_deal=True)
    with otto.playing(function, "--on-error", "stop") as bot:
        assert bot.ended() == (1, "")
        assert why in bot.told
        assert len(bot.noted) == 1


def test_a_bot_whose_token_was_changed_ends(otto: Author) -> None:
    with otto.playing("choose") as bot, otto.client() as client:
        wait_until(lambda: "Otto" in bot.told)
        new = client.players.take_new_token()
        assert bot.ended() == (1, "")
        assert "token" in bot.told
        assert otto.token not in bot.told
    with EightsClient(otto.url, new) as client:
        assert client.players.me().id == otto.id


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_who_is_told_to_end_finishes_the_move(otto: Author, number: signal.Signals) -> None:
    game = game_against_steady(otto, auto_deal=True)
    with otto.playing("patient") as bot:
        wait_until(lambda: len(bot.noted) > 0)
        bot.send(number)
        wait_until(lambda: "ending" in bot.told)
        (otto.folder / "go").touch()
        assert bot.ended() == (0, "")
        (begun, ended) = bot.noted
    with otto.client() as client:
        assert begun.version == ended.version < client.game(game.id).version


def test_who_is_told_twice_ends_at_once(otto: Author) -> None:
    game = game_against_steady(otto, auto_deal=True)
    with otto.playing("patient") as bot:
        wait_until(lambda: len(bot.noted) > 0)
        bot.send(signal.SIGINT)
        bot.send(signal.SIGTERM)
        assert bot.ended()[0] == 130
        (begun,) = bot.noted
    with otto.client() as client:
        assert client.game(game.id).version == begun.version


def test_a_match_that_is_called_off_is_no_success(otto: Author, nina: Author) -> None:
    match = match_of(otto, nina.id, deals=1)
    with otto.playing("choose", "--match", match.id) as bot, nina.client() as client:
        wait_until(lambda: "Otto" in bot.told)
        client.matches.decline(match.id)
        assert bot.ended() == (1, "The match was called off.\n")


def test_a_match_of_others_is_none_to_play(otto: Author, nina: Author) -> None:
    match = match_of(nina, "bot:steady", deals=1)
    with otto.playing("choose", "--match", match.id) as bot:
        assert bot.ended() == (1, "")
        assert "eights: " in bot.told


def test_more_games_than_a_snapshot_shows_are_all_found(otto: Author) -> None:
    games = {game_against_steady(otto, first_dealer=0).id for _ in range(60)}
    with otto.playing("choose", "--until-idle", "2") as bot:
        assert bot.ended()[0] == 0
    assert {line.game_id for line in bot.noted} == games
    for line, further in itertools.pairwise(line for line in bot.noted if line.game_id == min(games)):
        assert line.version <= further.version
