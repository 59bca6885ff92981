"""What happens to a request when another one comes in between, or the store's answer is lost."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import rounds
from builders import creation, game
from eights.app import SystemClock, SystemSecrets
from eights.rules.moves import AnyMove, DrawCard, Play
from eights.rules.state import Seat
from eights.services.access import Caller, hash_token
from eights.services.changes import TRIES, Answer, Asked, Attempt, Changes
from eights.services.game import SeatHolder, Update
from eights.services.lifetimes import Lifetimes
from eights.services.moves import Moves
from eights.services.outcomes import Outcomes
from eights.services.players.player import Player
from eights.services.players.seating import Seating
from eights.services.ports import Commit, StoreUnavailable
from eights.services.records import Records
from eights.services.refusals import Refused
from eights.services.revisions import Revision
from eights.services.seats import Seats
from eights.services.writing import Writing
from eights.store.connection import Connection
from eights.store.games import RedisGameStore
from eights.store.records import RedisRecords
from store.losing_proxy import LosingProxy

NOTHING_NEW = Update(0, ())
HANDS = ("9C 4S 5S", "9H 6S KD", "2C 3C", "2D 3D")


class Preceded(RedisGameStore):
    """A store on which another writer comes in between, as often as told, after a request was judged."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection, answers_expire_in_s=600)
        self.others: list[Callable[[], object]] = []

    def commit(self, commit: Commit) -> bool:
        """Let the next of the others go first, then commit."""
        if self.others:
            self.others.pop(0)()
        return super().commit(commit)


@pytest.fixture
def preceded(connection: Connection) -> Preceded:
    return Preceded(connection)


@pytest.fixture
def laid(store: RedisGameStore, game_id: str) -> str:
    """The id of a game with jump-ins in which seat 0 may play the 9C, and seat 1 may jump in."""
    new = game(game_id, variant_id="huit-americain", visibility="unlisted")
    state = rounds.laid(*HANDS, top="9H", plays="huit-americain", options=["a_la_volee"])
    seats = tuple(SeatHolder(f"Player {seat}", hash_token(str(seat))) for seat in range(len(HANDS)))
    assert store.commit(creation(replace(new, state=state, seats=seats)))
    return game_id


def changes(store: RedisGameStore) -> Changes:
    writing = Writing(store, store.timetable, Lifetimes(), Outcomes(store.timetable, SystemClock(), ()))
    return Changes(store, writing, SystemClock(), SystemSecrets())


def seats(store: RedisGameStore) -> Seats:
    nobody_registered: Records[Player] = RedisRecords(Connection("unix:///dev/null"), "p", Player, 600)
    return Seats(changes(store), Seating(nobody_registered))


def asked(seat: Seat, key: str | None = None, if_match: int | None = None) -> Asked:
    attempt = None if key is None else Attempt(key, b"f" * 32)
    versions = None if if_match is None else frozenset([Revision(if_match)])
    return Asked(Caller(hash_token(str(seat)), "192.0.2.7"), attempt, versions)


def move(store: RedisGameStore, game_id: str, seat: Seat, move: AnyMove, **how: Any) -> Answer:
    return Moves(store, changes(store), SystemClock(), store.timetable).make(game_id, move, asked(seat, **how))


def version(store: RedisGameStore, game_id: str) -> int:
    reached = store.read(game_id).game
    assert reached is not None
    return reached.version


def test_whoever_comes_second_is_judged_on_what_the_first_left(
    store: RedisGameStore, preceded: Preceded, laid: str
) -> None:
    preceded.others = [lambda: move(store, laid, 1, Play("9H"))]
    with pytest.raises(Refused) as refused:
        move(preceded, laid, 0, Play("9C"))
    assert refused.value.code == "cannot_jump_in"
    assert {"version": 2, "legal_moves": []}.items() <= refused.value.details.items()
    assert str(refused.value.details["revision"]).startswith("2-")
    assert version(store, laid) == 2
    assert len(store.steps(laid)) == 1


def test_what_is_still_possible_after_the_first_is_done_second(
    store: RedisGameStore, preceded: Preceded, laid: str
) -> None:
    preceded.others = [lambda: seats(store).leave(laid, 3, asked(3))]
    answer = move(preceded, laid, 0, Play("9C"))
    view = msgspec.json.decode(answer.body)
    assert answer.revision.version == view["version"] == version(store, laid) == 3
    assert view["seats"][3]["out"]
    assert view["round"]["top"] == "9C"


def test_what_a_failover_put_in_the_place_of_what_was_read_is_judged_anew(
    store: RedisGameStore, connection: Connection, preceded: Preceded, laid: str
) -> None:
    def another_past() -> None:
        read = store.read(laid).game
        assert read is not None
        connection.call("DEL", *connection.call("KEYS", f"{{g:{laid}}}:*"))
        state = rounds.laid("4S 5S 7D", *HANDS[1:], top="9H", plays="huit-americain", options=["a_la_volee"])
        assert store.commit(creation(replace(read, state=state, mark=1)))

    preceded.others = [another_past]
    with pytest.raises(Refused, match="card_not_in_hand"):
        move(preceded, laid, 0, Play("9C"))
    assert version(store, laid) == 1


def test_a_version_that_was_asked_for_and_is_gone_by_the_time_of_writing_is_stale(
    store: RedisGameStore, preceded: Preceded, laid: str
) -> None:
    preceded.others = [lambda: seats(store).leave(laid, 3, asked(3))]
    with pytest.raises(Refused, match="stale_version"):
        move(preceded, laid, 0, Play("9C"), if_match=1)
    assert version(store, laid) == 2


def test_a_request_that_its_own_repeat_overtakes_gets_the_answer_of_the_repeat(
    store: RedisGameStore, preceded: Preceded, laid: str
) -> None:
    overtaking: list[Answer] = []
    preceded.others = [lambda: overtaking.append(move(store, laid, 0, Play("9C"), key="k"))]
    answer = move(preceded, laid, 0, Play("9C"), key="k")
    assert answer == replace(overtaking[0], replayed=True)
    assert version(store, laid) == 2


def test_a_request_that_always_comes_second_gives_up_with_time_to_wait(
    store: RedisGameStore, preceded: Preceded, laid: str
) -> None:
    def another_change() -> None:
        current = store.read(laid).game
        assert current is not None
        assert store.commit(Commit(replace(current, version=current.version + 1), NOTHING_NEW, (), expires_in_s=600))

    preceded.others = [another_change] * TRIES
    with pytest.raises(Refused) as refused:
        move(preceded, laid, 0, Play("9C"))
    assert refused.value.code == "too_busy"
    assert refused.value.details == {"retry_after_s": 1}
    assert version(store, laid) == 1 + TRIES
    assert move(preceded, laid, 0, Play("9C")).revision.version == 2 + TRIES


def test_a_move_whose_answer_the_store_lost_is_made_once_and_answered(
    store: RedisGameStore, laid: str, proxy: LosingProxy
) -> None:
    beyond = RedisGameStore(Connection(proxy.url), answers_expire_in_s=600)
    proxy.to_lose = 1
    answer = move(beyond, laid, 0, Play("9C"))
    assert proxy.lost == 1
    assert answer.revision.version == version(store, laid) == 2
    assert len(store.steps(laid)) == 1


def test_a_move_that_the_store_never_answered_is_told_when_the_caller_asks_again(
    store: RedisGameStore, laid: str, proxy: LosingProxy
) -> None:
    beyond = RedisGameStore(Connection(proxy.url), answers_expire_in_s=600)
    proxy.to_lose = 100
    with pytest.raises(StoreUnavailable):
        move(beyond, laid, 0, Play("9C"), key="k")
    proxy.to_lose = 0
    answer = move(beyond, laid, 0, Play("9C"), key="k")
    assert answer.replayed
    assert answer.revision.version == version(store, laid) == 2
    assert len(store.steps(laid)) == 1


def test_a_refused_request_leaves_no_record_behind(store: RedisGameStore, connection: Connection, laid: str) -> None:
    before = store.read(laid)
    with pytest.raises(Refused, match="card_not_in_hand"):
        move(store, laid, 2, Play("KD"), key="k")
    with pytest.raises(Refused, match="not_your_turn"):
        move(store, laid, 2, DrawCard(), key="k")
    assert store.read(laid) == before
    assert not connection.call("KEYS", f"{{g:{laid}}}:answer:*")
