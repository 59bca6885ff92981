import secrets

from eights.services.ports import Allotted
from eights.store.buckets import RedisBuckets
from eights.store.connection import Connection
from eights.store.keys import bucket_key

HOUR_US = 3_600_000_000
TENTH_US = HOUR_US // 10


def close_to(allotted: Allotted, debt_us: int) -> bool:
    """Tell whether a bucket has to be given back so much, but for what came back since."""
    return debt_us - HOUR_US // 100 < allotted.debt_us <= debt_us


def test_a_bucket_has_so_much_and_no_more(connection: Connection) -> None:
    buckets, caller = RedisBuckets(connection), secrets.token_bytes(32)
    taken = [buckets.take("moves", caller, 0, TENTH_US, HOUR_US) for _ in range(12)]
    assert [one.allowed for one in taken] == [True] * 10 + [False] * 2
    assert all(close_to(one, min(number, 10) * TENTH_US) for number, one in enumerate(taken, 1))


def test_what_was_used_already_counts_also_where_nothing_more_is_let_through(connection: Connection) -> None:
    buckets, caller = RedisBuckets(connection), secrets.token_bytes(32)
    assert close_to(buckets.take("moves", caller, 8 * TENTH_US, TENTH_US, HOUR_US), 9 * TENTH_US)
    refused = buckets.take("moves", caller, TENTH_US, TENTH_US, HOUR_US)
    assert not refused.allowed
    assert close_to(refused, HOUR_US)


def test_it_fills_up_again(connection: Connection) -> None:
    buckets, caller = RedisBuckets(connection), secrets.token_bytes(32)
    assert buckets.take("moves", caller, 0, 1000, 1000).allowed
    while not buckets.take("moves", caller, 0, 1000, 1000).allowed:
        pass
    while connection.call("EXISTS", bucket_key("moves", caller)):
        pass


def test_callers_and_limits_have_buckets_of_their_own(connection: Connection) -> None:
    buckets, caller = RedisBuckets(connection), secrets.token_hex(8)
    for limit, who in (("moves", caller), ("joins", caller), ("moves", caller + "2")):
        assert buckets.take(limit, who, 0, HOUR_US, HOUR_US).allowed


def test_a_caller_has_a_bucket_for_each_of_several_others(connection: Connection) -> None:
    buckets, caller = RedisBuckets(connection), secrets.token_hex(8)
    first = buckets.take_each("invitations", caller, ["ana", "otto"], HOUR_US, HOUR_US)
    assert [one.allowed for one in first] == [True, True]
    again = buckets.take_each("invitations", caller, ["eva", "otto", "eva"], HOUR_US, HOUR_US)
    assert [one.allowed for one in again] == [True, False, False]
    assert buckets.take_each("invitations", caller + "2", ["otto"], HOUR_US, HOUR_US)[0].allowed
