import json
from itertools import islice

import msgspec
import pytest
from msgspec.structs import replace

import rounds
from builders import creation, game, played_at_random
from eights.rules.events import AnyEvent, CardsDrawn, RoundDealt, RoundEnded, SeatLeft
from eights.rules.leaving import leave
from eights.rules.state import Seat
from eights.services.access import Caller, Viewer
from eights.services.following import (
    Following,
    Since,
    final_scores,
    is_over,
    page_of,
    still_holds,
    unbroken,
    update_seen_by,
)
from eights.services.game import Game, SeatHolder, Update
from eights.services.ports import Commit
from eights.services.refusals import Refused
from eights.services.revisions import Revision
from eights.store.games import LOG_LENGTH, RedisGameStore

STRANGER = Caller(None, "192.0.2.1")
SECOND = Caller(bytes([1]) * 32, "192.0.2.1")


def committed(store: RedisGameStore, game_id: str, count: int) -> list[Commit]:
    new = game(game_id)
    commits = [creation(new), *islice(played_at_random(new), count)]
    assert all(store.commit(commit) for commit in commits)
    return commits


def seen(of: Game, event: AnyEvent, seat: Seat | None) -> dict[str, object]:
    """Return the one event of an update as a seat sees it, as JSON."""
    shown = update_seen_by(of, Update(7, (event,)), seat)
    [told] = json.loads(msgspec.json.encode(shown))["events"]
    return dict(told)


def test_a_hand_that_was_dealt_is_told_to_its_holder_alone() -> None:
    dealt = RoundDealt(1, 3, "9H", (2, 2, 1, 1), hands=(("8H", "KS"), ("2C", "3C"), ("4D",), ("5D",)))
    told = {"type": "round_dealt", "number": 1, "dealer": 3, "starter": "9H", "counts": [2, 2, 1, 1]}
    assert seen(game(), dealt, None) == told
    assert seen(game(), dealt, 1) == {**told, "hand": ["2C", "3C"]}


def test_cards_that_were_drawn_are_told_to_their_owner_alone() -> None:
    drawn = CardsDrawn(2, 2, "penalty", cards=("8H", "KS"))
    told = {"type": "cards_drawn", "seat": 2, "count": 2, "reason": "penalty"}
    assert seen(game(), drawn, 0) == seen(game(), drawn, None) == told
    assert seen(game(), drawn, 2) == {**told, "cards": ["8H", "KS"]}


def test_the_line_of_a_round_that_ended_has_names_and_open_hands() -> None:
    last = rounds.laid("9C", "KD 8S", top="9H")
    *_, commit = played_at_random(replace(game(seats=2), state=last))
    ended = next(event for event in commit.update.events if isinstance(event, RoundEnded))
    line = seen(commit.game, ended, None)["score"]
    assert isinstance(line, dict)
    assert line["hands"] == [list(hand) for hand in ended.score.hands]
    assert line["totals"] == list(commit.game.state.scores)


def test_events_come_in_the_order_in_which_they_happened() -> None:
    update = Update(7, (CardsDrawn(0, 1, "turn", ("8H",)), SeatLeft(1)))
    assert [type(event) for event in update_seen_by(game(), update, 0).events] == [CardsDrawn, SeatLeft]


def test_updates_with_a_gap_are_none() -> None:
    log = [Update(version, ()) for version in (5, 6, 7)]
    assert unbroken(log, Revision(4), 7) == tuple(log)
    assert unbroken(log, Revision(7), 7) == ()
    assert unbroken(log, Revision(3), 7) is None
    assert unbroken(log, Revision(4), 8) is None


def test_what_happened_since_a_version_ends_where_the_view_is(store: RedisGameStore, game_id: str) -> None:
    commits = committed(store, game_id, 20)
    since = Following(store).since(game_id, SECOND, Revision(15))
    assert since == Since(commits[-1].game, Viewer(seat=1), tuple(commit.update for commit in commits[15:]))
    page = page_of(since)
    assert [item.version for item in page.items] == [16, 17, 18, 19, 20, 21]
    assert (page.version, page.view.version, page.view.you and page.view.you.seat) == (21, 21, 1)


def test_without_a_version_and_at_the_newest_there_is_nothing_to_tell(store: RedisGameStore, game_id: str) -> None:
    committed(store, game_id, 5)
    for after in (None, Revision(6)):
        since = Following(store).since(game_id, STRANGER, after)
        assert (since.updates, since.is_news) == ((), False)


def test_a_version_to_come_is_refused(store: RedisGameStore, game_id: str) -> None:
    committed(store, game_id, 5)
    with pytest.raises(Refused, match="version_not_reached") as refused:
        Following(store).since(game_id, STRANGER, Revision(7))
    assert refused.value.details == {"version": 6}


def test_where_the_log_no_longer_reaches_the_page_says_reset_and_lists_nothing(
    store: RedisGameStore, game_id: str
) -> None:
    newest = committed(store, game_id, LOG_LENGTH + 10)[-1].game.version
    since = Following(store).since(game_id, STRANGER, Revision(newest - LOG_LENGTH - 1))
    assert (since.updates, since.is_news) == (None, True)
    page = page_of(since)
    assert (page.items, page.reset, page.version) == ([], True, newest)
    oldest = Following(store).since(game_id, STRANGER, Revision(newest - LOG_LENGTH))
    assert oldest.updates is not None
    assert len(oldest.updates) == LOG_LENGTH


def test_final_scores_are_there_once_the_game_is_over() -> None:
    *_, last = played_at_random(game())
    over = last.game
    scores = final_scores(over)
    assert scores is not None
    assert (scores.version, scores.status, scores.totals) == (over.version, "finished", over.state.scores)
    assert (scores.winners, min(scores.ranking)) == (over.state.winners, 1)
    assert is_over(over)
    assert final_scores(game()) is None
    assert not is_over(game())


def test_a_game_that_was_called_off_has_scores_but_no_winners() -> None:
    aborted = replace(game(), aborted=True)
    scores = final_scores(aborted)
    assert scores is not None
    assert (scores.status, scores.winners) == ("aborted", None)


def test_a_seat_that_was_given_up_holds_no_longer() -> None:
    of, viewer = game(), Viewer(seat=1)
    assert still_holds(of, viewer, SECOND)
    bot = SeatHolder("Ana", bot="steady", former_hash=SECOND.token_hash)
    for holder in (SeatHolder(), SeatHolder("Ana", b"n" * 32), bot):
        given_up = replace(of, seats=(of.seats[0], holder, *of.seats[2:]))
        assert not still_holds(given_up, viewer, SECOND)
        assert still_holds(given_up, Viewer(seat=0), Caller(bytes([0]) * 32, ""))
        assert still_holds(given_up, Viewer(), STRANGER)


def test_who_has_resigned_still_holds_the_seat_that_is_out() -> None:
    *_, commit = islice(played_at_random(game()), 3)
    state, _ = leave(commit.game.state, 1)
    assert still_holds(replace(commit.game, state=state), Viewer(seat=1), SECOND)
