"""What the players of a game are told of it as it is, however often they are told."""

import secrets
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from builders import game as new_game
from builders import played_at_random
from eights.services.game import Game, SeatHolder
from eights.services.lifetimes import Lifetimes
from eights.services.players.inbox import Inboxes
from eights.services.players.notices import AnyNotice, DealDue, GameFinished, GameStarted, Invited, YourTurn
from eights.services.players.telling import Place, Telling, notices_of
from eights.store.connection import Connection
from eights.store.inboxes import RedisInboxes

ANA, BEN = "anaanaanaanaanaa", "benbenbenbenbenb"


@pytest.fixture
def inboxes(connection: Connection) -> RedisInboxes:
    return RedisInboxes(connection)


def seated(seats: Sequence[SeatHolder], **as_: Any) -> Game:
    """Return a game with these people in its seats, not dealt yet."""
    fresh = new_game(secrets.token_hex(8), seats=len(seats))
    return replace(fresh, seats=tuple(seats), **as_)


def sitting(*players: str) -> list[SeatHolder]:
    return [SeatHolder(player, player=player) for player in players]


def everybody() -> tuple[str, str]:
    """Two players of the test's own."""
    return secrets.token_hex(8), secrets.token_hex(8)


def told(inboxes: Inboxes, player: str) -> list[tuple[AnyNotice, ...]]:
    entries = inboxes.after(player, 0)
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    return [entry.notices for entry in entries]


def follow(inboxes: Inboxes, *games: Game) -> None:
    """Tell what there is to tell after each change."""
    telling = Telling(inboxes, Lifetimes())
    for before, game in zip((None, *games), games, strict=False):
        telling.tell(before, game)


def dealt(game: Game) -> Game:
    return next(commit.game for commit in played_at_random(game))


def on_turn(game: Game) -> int:
    assert game.state.round is not None
    return game.state.round.turn


def test_that_a_game_started_goes_before_its_first_turn_in_one_entry(inboxes: RedisInboxes) -> None:
    players = everybody()
    laid = replace(seated(sitting(*players)), auto_deal=True)
    game = dealt(laid)
    follow(inboxes, game)
    turn = on_turn(game)
    first, other = players[turn], players[1 - turn]
    started = [GameStarted(game.id, seat, "crazy-eights") for seat in (0, 1)]
    assert told(inboxes, first) == [(started[turn], YourTurn(game.id, turn, game.version))]
    assert told(inboxes, other) == [(started[1 - turn],)]


def test_a_table_that_does_not_deal_by_itself_tells_everybody_that_a_deal_is_due(inboxes: RedisInboxes) -> None:
    players = everybody()
    game = seated(sitting(*players))
    follow(inboxes, game)
    for seat, player in enumerate(players):
        assert told(inboxes, player) == [(GameStarted(game.id, seat, "crazy-eights"), DealDue(game.id, seat, 1))]


def test_who_is_out_deals_only_where_house_bots_alone_play_on() -> None:
    human = seated([*sitting(ANA, BEN), SeatHolder("Steady", bot="steady")])
    state = replace(human.state, out=(0,))
    place = Place(ANA, 0, "seated")
    assert notices_of(replace(human, state=state), place) == ()
    alone = replace(human, state=replace(state, out=(0, 1)))
    assert notices_of(alone, place) == [DealDue(human.id, 0, 1)]


def test_an_invitation_is_told_once_and_nothing_else_before_it_is_accepted(inboxes: RedisInboxes) -> None:
    ana, ben = everybody()
    game = seated([*sitting(ana), SeatHolder(invited=ben)])
    follow(inboxes, game, replace(game, version=2), replace(game, version=3, seats=tuple(sitting(ana, ben))))
    assert told(inboxes, ben) == [
        (Invited(game.id, 1, "crazy-eights"),),
        (GameStarted(game.id, 1, "crazy-eights"), DealDue(game.id, 1, 3)),
    ]


def test_a_table_with_an_open_seat_has_not_started(inboxes: RedisInboxes) -> None:
    ana, _ = everybody()
    game = seated([*sitting(ana), SeatHolder()])
    follow(inboxes, game)
    assert told(inboxes, ana) == []
    assert [found for found, _ in inboxes.games(ana, None, 9)] == [game.id]


def test_everybody_is_told_that_it_is_over_those_who_left_too(inboxes: RedisInboxes) -> None:
    ana, ben = everybody()
    game = dealt(seated([*sitting(ana), SeatHolder("Ben", bot="steady", former_player=ben)]))
    follow(inboxes, game)
    over = replace(game, version=9, aborted=True, state=replace(game.state, status="finished"))
    follow(inboxes, over)
    for seat, player in enumerate((ana, ben)):
        [finished] = told(inboxes, player)[-1]
        assert finished == GameFinished(game.id, seat, 9, "aborted", (0, 0), (1, 1), None)
    assert inboxes.waiting(ana, 0, 9) == []


def test_who_is_told_late_is_not_told_what_has_passed(inboxes: RedisInboxes) -> None:
    players = everybody()
    games = [commit.game for commit in played_at_random(seated(sitting(*players)))][:8]
    telling = Telling(inboxes, Lifetimes())
    telling.tell(games[-2], games[-1])
    before = [told(inboxes, player) for player in players]
    for game in games[:-1]:
        telling.tell(None, game)
    assert [told(inboxes, player) for player in players][on_turn(games[-1])] == before[on_turn(games[-1])]


@given(st.data())
def test_whoever_tells_however_often_each_turn_that_stands_is_told_once(embedded_url: str, data: st.DataObject) -> None:
    connection = Connection(embedded_url)
    inboxes, players = RedisInboxes(connection), everybody()
    telling, known = Telling(inboxes, Lifetimes()), [seated(sitting(*players))]
    known += [commit.game for commit in played_at_random(known[0], seed=data.draw(st.integers(0, 9)))][:20]
    for at, now in enumerate(known):
        if data.draw(st.booleans(), label="told by its writer"):
            telling.tell(known[at - 1] if at else None, now)
        late = data.draw(st.lists(st.integers(0, at), max_size=2), label="told late by others")
        for earlier in late:
            telling.tell(None, known[earlier])
        if data.draw(st.booleans(), label="the clock looks"):
            telling.tell(None, now)
            for seat, player in enumerate(players):
                expected = notices_of(now, Place(player, seat, "seated"))
                assert not expected or told(inboxes, player)[-1][-1:] == tuple(expected)
    for player in players:
        notices = [notice for entry in told(inboxes, player) for notice in entry]
        assert len(set(notices)) == len(notices)
        assert not notices or isinstance(notices[0], GameStarted)
    connection.close()
