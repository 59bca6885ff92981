import pytest

from eights.web.limits import MAX_BUCKETS, Limiter, RateLimit, network_of


def test_all_requests_may_come_at_once_and_then_no_more() -> None:
    limiter = Limiter(RateLimit(count=5, per_s=10))
    verdicts = [limiter.hit("ana", 100.0) for _ in range(6)]
    assert [verdict.allowed for verdict in verdicts] == [True] * 5 + [False]
    assert [verdict.remaining for verdict in verdicts] == [4, 3, 2, 1, 0, 0]
    assert (verdicts[-1].retry_after_s, verdicts[-1].reset_s) == (2, 10)


def test_requests_come_back_evenly() -> None:
    limiter = Limiter(RateLimit(count=5, per_s=10))
    for _ in range(5):
        limiter.hit("ana", 100.0)
    assert not limiter.hit("ana", 101.9).allowed
    assert limiter.hit("ana", 102.1).allowed
    assert not limiter.hit("ana", 102.2).allowed
    assert limiter.hit("ana", 200.0).remaining == 4


def test_who_waits_as_told_is_let_through() -> None:
    limiter = Limiter(RateLimit(count=3, per_s=60))
    now_s = 0.0
    for _ in range(50):
        verdict = limiter.hit("ana", now_s)
        assert verdict.allowed or limiter.hit("ana", now_s + verdict.retry_after_s).allowed
        now_s += verdict.retry_after_s + 0.25


def test_callers_do_not_pay_for_each_other() -> None:
    limiter = Limiter(RateLimit(count=1, per_s=60))
    assert limiter.hit("ana", 0.0).allowed
    assert limiter.hit(b"bo", 0.0).allowed
    assert not limiter.hit("ana", 0.0).allowed


def test_memory_is_bounded_and_the_worst_are_remembered() -> None:
    limiter = Limiter(RateLimit(count=2, per_s=60))
    for _ in range(2):
        limiter.hit("worst", 0.0)
    for number in range(MAX_BUCKETS * 2):
        limiter.hit(str(number), 0.0)
    assert len(limiter) <= MAX_BUCKETS
    assert not limiter.hit("worst", 0.0).allowed


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::"),
        ("2001:db8::ffff:1:2:3", "2001:db8::"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
        (":nonsense:", ":nonsense:"),
    ],
)
def test_a_household_is_one_network(address: str, network: str) -> None:
    assert network_of(address) == network
