"""Inboxes on a real store: each telling is heard once, and entries are numbered without gaps."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from eights.services.players.inbox import Entry, Waiting
from eights.services.players.notices import (
    AnyNotice,
    DealDue,
    GameFinished,
    GameStarted,
    Invited,
    MatchFinished,
    MatchInvited,
    MatchStarted,
    TournamentEntered,
    TournamentFinished,
    TournamentRoundStarted,
    TournamentStarted,
    TournamentWithdrawn,
    YourTurn,
)
from eights.services.revisions import Revision
from eights.store import keys
from eights.store.connection import Connection
from eights.store.inboxes import INBOX_LENGTH, RedisInboxes
from eights.store.wakes import RedisWakes

GAME, OTHER = "mzxw6ytboi4dqmjt", "k3qlgi4whwvzcky4"
STARTED = GameStarted(GAME, 0, "crazy-eights")


def turn(version: int, game_id: str = GAME) -> YourTurn:
    return YourTurn(game_id, 0, version)


def finished(version: int, game_id: str = GAME) -> GameFinished:
    return GameFinished(game_id, 0, version, "finished", (0, 12), (1, 2), (0,))


def told(inboxes: RedisInboxes, player: str, after: int) -> list[Entry]:
    """Return the entries after a version, without the marks that they got by chance."""
    return [replace(entry, mark=None) for entry in inboxes.after(player, after)]


@pytest.fixture
def inboxes(connection: Connection) -> RedisInboxes:
    return RedisInboxes(connection)


@pytest.fixture
def player(game_id: str) -> str:
    return game_id


def test_entries_count_from_one(inboxes: RedisInboxes, player: str) -> None:
    assert (inboxes.revision(player).version, inboxes.after(player, 0)) == (0, [])
    for number in (3, 5, 9):
        inboxes.tell(player, GAME, number, [turn(number)])
    assert inboxes.revision(player).version == 3
    assert told(inboxes, player, 1) == [Entry(2, (turn(5),)), Entry(3, (turn(9),))]


def test_the_newest_entry_has_the_inboxs_mark(inboxes: RedisInboxes, connection: Connection, player: str) -> None:
    assert inboxes.revision(player) == Revision(0)
    inboxes.tell(player, GAME, 3, [turn(3)])
    inboxes.tell(player, GAME, 5, [turn(5)])
    first, second = inboxes.after(player, 0)
    assert inboxes.revision(player) == second.revision == Revision(2, second.mark)
    assert None not in (first.mark, second.mark)
    connection.call("DEL", keys.inbox_key(player, "log"))  # as it is when nothing was told for long
    assert inboxes.revision(player) == Revision(2)


def test_an_entry_from_before_there_were_marks_has_none(
    inboxes: RedisInboxes, connection: Connection, player: str
) -> None:
    inboxes.tell(player, GAME, 3, [turn(3)])
    log = keys.inbox_key(player, "log")
    [[_, fields]] = connection.call("XRANGE", log, "-", "+")
    connection.call("DEL", log)
    connection.call("XADD", log, "1-0", *fields)
    assert inboxes.revision(player) == Revision(1)
    inboxes.tell(player, GAME, 5, [turn(5)])
    assert [entry.mark is None for entry in inboxes.after(player, 0)] == [True, False]


def test_what_is_told_again_or_too_late_is_not_heard(inboxes: RedisInboxes, player: str) -> None:
    for number in (5, 5, 4, 6, 5):
        inboxes.tell(player, GAME, number, [turn(number)])
    assert told(inboxes, player, 0) == [Entry(1, (turn(5),)), Entry(2, (turn(6),))]


def test_subjects_do_not_silence_each_other(inboxes: RedisInboxes, player: str) -> None:
    inboxes.tell(player, GAME, 5, [turn(5)])
    inboxes.tell(player, OTHER, 2, [turn(2, OTHER)])
    assert told(inboxes, player, 1) == [Entry(2, (turn(2, OTHER),))]


def test_what_goes_first_goes_once_and_also_alone(inboxes: RedisInboxes, player: str) -> None:
    inboxes.tell(player, GAME, 2, [turn(2)], first=STARTED)
    inboxes.tell(player, GAME, 3, [turn(3)], first=STARTED)
    inboxes.tell(player, GAME, 4, [], first=STARTED)
    inboxes.tell(player, OTHER, 2, [], first=STARTED)
    assert told(inboxes, player, 0) == [Entry(1, (STARTED, turn(2))), Entry(2, (turn(3),)), Entry(3, (STARTED,))]


def test_nothing_to_say_is_no_entry(inboxes: RedisInboxes, player: str) -> None:
    inboxes.tell(player, GAME, 2, [])
    assert inboxes.revision(player).version == 0


ALL: list[AnyNotice] = [
    *(Invited(GAME, 1, "survivor"), STARTED, DealDue(GAME, 1, 4), turn(6), finished(9)),
    *(MatchInvited(OTHER), MatchStarted(OTHER), MatchFinished(OTHER)),
    *(TournamentEntered(OTHER), TournamentStarted(OTHER), TournamentFinished(OTHER), TournamentWithdrawn(OTHER)),
    *(TournamentRoundStarted(OTHER, 1, 3), TournamentRoundStarted(OTHER, 2, None, bye=True)),
]


def test_every_kind_comes_back_as_it_went_in(inboxes: RedisInboxes, player: str) -> None:
    inboxes.tell(player, GAME, 1, ALL)
    assert told(inboxes, player, 0) == [Entry(1, tuple(ALL))]


def test_the_log_keeps_its_newest_entries(inboxes: RedisInboxes, player: str) -> None:
    newest = INBOX_LENGTH + 3
    for number in range(1, newest + 1):
        inboxes.tell(player, GAME, number, [turn(number)])
    assert [entry.version for entry in inboxes.after(player, 0)] == list(range(4, newest + 1))


def test_the_numbers_go_on_after_the_log_has_expired(
    inboxes: RedisInboxes, connection: Connection, player: str
) -> None:
    inboxes.tell(player, GAME, 1, [turn(1)])
    connection.call("DEL", keys.inbox_key(player, "log"))
    inboxes.tell(player, GAME, 2, [turn(2)])
    assert told(inboxes, player, 0) == [Entry(2, (turn(2),))]


def test_what_is_kept_for_a_while_is_forgotten_then(inboxes: RedisInboxes, connection: Connection, player: str) -> None:
    inboxes.tell(player, GAME, 1, [turn(1)], kept_s=1000)
    assert 0 < connection.call("TTL", keys.inbox_key(player, f"told:{GAME}")) <= 1000
    assert connection.call("TTL", keys.inbox_key(player, "log")) > 0
    assert connection.call("TTL", keys.inbox_key(player, "version")) == -1


def test_a_game_waits_until_it_is_over(inboxes: RedisInboxes, player: str) -> None:
    inboxes.tell(player, GAME, 4, [turn(4)])
    inboxes.tell(player, OTHER, 2, [turn(2, OTHER)])
    inboxes.tell(player, GAME, 5, [turn(5)])
    assert inboxes.waiting(player, 0, 9) == [Waiting(OTHER, 2), Waiting(GAME, 3)]
    assert inboxes.waiting(player, 0, 1) == [Waiting(OTHER, 2)]
    assert inboxes.waiting(player, 2, 9) == [Waiting(GAME, 3)]
    inboxes.tell(player, GAME, 6, [finished(6)])
    assert inboxes.waiting(player, 0, 9) == [Waiting(OTHER, 2)]


def test_a_game_that_was_told_of_again_is_not_struck_out(inboxes: RedisInboxes, player: str) -> None:
    inboxes.tell(player, GAME, 4, [turn(4)])
    inboxes.tell(player, OTHER, 2, [turn(2, OTHER)])
    seen = inboxes.waiting(player, 0, 9)
    inboxes.tell(player, GAME, 5, [turn(5)])
    inboxes.strike_waiting(player, seen)
    assert inboxes.waiting(player, 0, 9) == [Waiting(GAME, 3)]


def invited(game_id: str = GAME) -> Invited:
    return Invited(game_id, 0, "crazy-eights")


def test_an_invitation_waits_apart_from_the_games_that_go_on(inboxes: RedisInboxes, player: str) -> None:
    inboxes.tell(player, f"{GAME}:invited", 1, [invited()])
    inboxes.tell(player, OTHER, 2, [turn(2, OTHER)])
    assert inboxes.waiting(player, 0, 9) == [Waiting(OTHER, 2)]
    assert inboxes.invitations(player, 0, 9) == [Waiting(GAME, 1)]


def test_an_invitation_waits_until_the_game_goes_on_or_is_over_or_it_is_struck_out(
    inboxes: RedisInboxes, player: str
) -> None:
    third = "lgi4whwvzcky4hqe"
    for game in (GAME, OTHER, third):
        inboxes.tell(player, f"{game}:invited", 1, [invited(game)])
    inboxes.tell(player, GAME, 4, [turn(4)])
    inboxes.tell(player, OTHER, 4, [finished(4, OTHER)])
    assert inboxes.invitations(player, 0, 9) == [Waiting(third, 3)]
    assert inboxes.waiting(player, 0, 9) == [Waiting(GAME, 4)]
    inboxes.strike_waiting(player, [Waiting(third, 3)])
    assert inboxes.invitations(player, 0, 9) == []


def test_games_are_listed_newest_first(inboxes: RedisInboxes, player: str) -> None:
    for _ in range(2):
        inboxes.enter_game(player, GAME, 1_000)
        inboxes.enter_game(player, OTHER, 2_000)
    (first, cursor), (second, last) = inboxes.games(player, None, 9)
    assert (first, second) == (OTHER, GAME)
    assert [game for game, _ in inboxes.games(player, cursor, 9)] == [GAME]
    inboxes.strike_games(player, [last])
    assert inboxes.games(player, cursor, 9) == []


def test_who_watches_an_inbox_is_woken(inboxes: RedisInboxes, store_url: str, player: str) -> None:
    woken, told = threading.Semaphore(0), RedisWakes(store_url)
    told.watch(f"p:{player}", woken.release)
    assert woken.acquire(timeout=10), "a first call comes once it is watched"
    inboxes.tell(player, GAME, 1, [turn(1)])
    assert woken.acquire(timeout=10)


@given(st.lists(st.tuples(st.sampled_from([GAME, OTHER]), st.integers(1, 6)), max_size=12))
def test_whatever_is_told_in_whatever_order_each_subject_is_heard_upwards_and_no_number_is_missing(
    embedded_url: str, tellings: list[tuple[str, int]]
) -> None:
    connection = Connection(embedded_url)
    connection.call("DEL", *(keys.inbox_key("told", part) for part in ("version", "log", "waiting", "invitations")))
    connection.call("DEL", *(keys.inbox_key("told", f"told:{game}") for game in (GAME, OTHER)))
    inboxes, highest = RedisInboxes(connection), {GAME: 0, OTHER: 0}
    expected: list[Entry] = []
    for game, number in tellings:
        inboxes.tell("told", game, number, [turn(number, game)])
        if number > highest[game]:
            highest[game] = number
            expected.append(Entry(len(expected) + 1, (turn(number, game),)))
    assert told(inboxes, "told", 0) == expected
    connection.close()
