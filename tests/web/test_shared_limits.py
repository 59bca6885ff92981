"""Limiters of several processes on one store, each asked as a process asks its own."""

import itertools
import secrets
from collections.abc import Callable, Sequence
from itertools import cycle

import pytest

from eights.services.ports import Allotted, Buckets
from eights.store.buckets import RedisBuckets
from eights.store.connection import Connection
from eights.web.limits import MAX_BUCKETS, RateLimit
from eights.web.shared_limits import SharedLimiter

DAY_S = 24 * 3600
NOWHERE = "unix:///no/such/folder/valkey.sock"


class Counted(Buckets):
    """Buckets that count how often they are asked, and may be out of reach."""

    def __init__(self, connection: Connection) -> None:
        self._there, self._away = RedisBuckets(connection), RedisBuckets(Connection(NOWHERE))
        self.away = False
        self.asked = 0

    def take(self, limit: str, caller: str | bytes, used_us: int, wanted_us: int, within_us: int) -> Allotted:
        self.asked += 1
        return (self._away if self.away else self._there).take(limit, caller, used_us, wanted_us, within_us)

    def take_each(
        self, limit: str, caller: str, others: Sequence[str], wanted_us: int, within_us: int
    ) -> Sequence[Allotted]:
        self.asked += 1
        there = self._away if self.away else self._there
        return there.take_each(limit, caller, others, wanted_us, within_us)


Process = Callable[[int], SharedLimiter]


@pytest.fixture
def buckets(connection: Connection) -> Counted:
    return Counted(connection)


@pytest.fixture
def process(buckets: Counted) -> Process:
    """Makes the limiter of one more process, for so many requests a day."""
    name = secrets.token_hex(8)
    return lambda count: SharedLimiter(name, RateLimit(count, DAY_S), max(count // 4, 1), buckets)


def let_through(limiters: list[SharedLimiter], attempts: int, caller: str = "ana") -> int:
    """Return how many of so many requests are let through, one process being asked after the other."""
    return sum(limiter.hit(caller, 0.0).allowed for limiter in itertools.islice(cycle(limiters), attempts))


@pytest.mark.parametrize("count", [1, 7, 60, 127])
def test_small_limits_are_exact_however_many_processes_there_are(process: Process, count: int) -> None:
    assert let_through([process(count) for _ in range(4)], 2 * count + 8) == count


@pytest.mark.parametrize("processes", [1, 2, 5])
def test_of_larger_limits_each_process_lets_a_sixty_fourth_more_through_at_most(
    process: Process, processes: int
) -> None:
    total = let_through([process(6400) for _ in range(processes)], 20_000)
    assert 6400 <= total <= 6400 + (processes - 1) * 99


def test_what_is_let_through_costs_few_trips_and_what_is_refused_none(buckets: Counted, process: Process) -> None:
    limiter = process(6400)
    assert let_through([limiter], 6400) == 6400
    assert buckets.asked == 64
    assert let_through([limiter], 5000) == 0
    assert buckets.asked == 64


def test_a_process_learns_from_the_store_that_a_caller_was_refused_elsewhere(process: Process) -> None:
    one, other = process(5), process(5)
    assert let_through([one], 6) == 5
    refused = other.hit("ana", 0.0)
    assert (refused.allowed, refused.limit, refused.remaining) == (False, 5, 0)
    assert DAY_S / 5 - 60 < refused.retry_after_s <= DAY_S / 5
    assert other.hit("ben", 0.0).allowed


def test_what_is_left_is_told_of_all_processes(process: Process) -> None:
    one, other = process(10), process(10)
    assert [limiter.hit("ana", 0.0).remaining for limiter in (one, other, one)] == [9, 8, 7]


def test_a_limit_that_was_set_anew_is_counted_anew(buckets: Counted) -> None:
    name = secrets.token_hex(8)
    for limit in (RateLimit(1, DAY_S), RateLimit(1, 3600)):
        limiter = SharedLimiter(name, limit, 1, buckets)
        assert [limiter.hit("ana", 0.0).allowed for _ in range(2)] == [True, False]


def test_a_process_by_itself_keeps_its_share(buckets: Counted, process: Process) -> None:
    buckets.away = True
    limiter = process(12)
    assert let_through([limiter], 5) == 3
    verdict = limiter.hit("ben", 0.0)
    assert (verdict.limit, verdict.remaining) == (3, 2)


def test_when_the_store_is_back_processes_count_together_again(buckets: Counted, process: Process) -> None:
    one, other = process(40), process(40)
    buckets.away = True
    assert let_through([one, other], 6) == 6
    buckets.away = False
    assert let_through([one, other], 80) == 40


def test_who_was_refused_stays_so_while_the_store_is_away(buckets: Counted, process: Process) -> None:
    limiter = process(5)
    assert let_through([limiter], 6) == 5
    buckets.away = True
    assert let_through([limiter], 6) == 0


def test_an_exact_limit_is_never_put_off_and_a_larger_one_once(process: Process) -> None:
    limiter = process(6400)
    for _ in range(99):
        limiter.hit("ana", 0.0)
    assert not limiter.hit("ana", 0.0, put_off=True).asked
    assert limiter.hit("ana", 0.0).asked
    assert process(5).hit("ana", 0.0, put_off=True).asked


def test_what_is_put_off_each_time_is_told_all_the_same(process: Process) -> None:
    limiters = [process(6400) for _ in range(4)]
    attempts = itertools.islice(cycle(limiters), 4 * 6400)
    assert sum(limiter.hit("ana", 0.0, put_off=True).allowed for limiter in attempts) <= 6400 + 4 * 100


def test_memory_is_bounded_and_the_worst_are_remembered(process: Process) -> None:
    limiter = process(6400)
    assert let_through([limiter], 6401, "worst") == 6400
    for number in range(MAX_BUCKETS * 2):
        limiter.hit(str(number), 0.0)
    assert len(limiter) <= MAX_BUCKETS
    assert not limiter.hit("worst", 0.0).allowed


def test_towards_each_of_several_a_caller_has_so_many_and_the_store_is_asked_for_all_at_once(
    buckets: Counted, process: Process
) -> None:
    one, other = process(2), process(2)
    assert one.hit_each("192.0.2.1", ["ana", "otto"], 0.0) is None
    assert other.hit_each("192.0.2.1", ["ana", "eva"], 0.0) is None
    assert buckets.asked == 2
    refused = one.hit_each("192.0.2.1", ["eva", "ana"], 0.0)
    assert refused is not None
    assert not refused.allowed
    assert one.hit_each("192.0.2.2", ["ana", "ana"], 0.0) is None


def test_whoever_is_known_to_be_too_many_costs_no_trip_and_counts_towards_nobody(
    buckets: Counted, process: Process
) -> None:
    limiter = process(1)
    assert limiter.hit_each("192.0.2.1", ["ana"], 0.0) is None
    asked = buckets.asked
    assert limiter.hit_each("192.0.2.1", ["otto", "ana"], 0.0) is not None
    assert limiter.hit_each("192.0.2.1", [], 0.0) is None
    assert buckets.asked == asked
    assert limiter.hit_each("192.0.2.1", ["otto"], 0.0) is None


def test_while_the_store_is_away_each_process_still_counts_towards_each(buckets: Counted, process: Process) -> None:
    limiter = process(8)
    buckets.away = True
    answers = [limiter.hit_each("192.0.2.1", ["ana", "otto"], 0.0) for _ in range(3)]
    assert [answer is None for answer in answers] == [True, True, False]
