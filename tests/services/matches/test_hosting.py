"""How many matches a player may have going at once, however close together they are set up."""

import pytest

from eights.config import Settings
from eights.services.matches.hosting import MOST_AT_ONCE, ON_ITS_WAY_MS, Hosted, Hosting
from eights.services.records import RecordCommit
from eights.services.refusals import Refused
from eights.store.stores import stores_of
from matches import Match
from players import Somebody
from timed import HandClock, TimedServer


def hosting_on(url: str, clock: HandClock) -> Hosting:
    stores = stores_of(Settings(redis_url=url))
    return Hosting(stores.hosted, stores.matches, clock)


def test_matches_count_from_when_they_are_noted_though_none_is_written_yet(timed_url: str) -> None:
    hosting = hosting_on(timed_url, HandClock())
    for number in range(MOST_AT_ONCE):
        hosting.note("ana", f"match-{number}")
    hosting.note("ana", "match-0")
    with pytest.raises(Refused) as refused:
        hosting.note("ana", "one-more")
    assert refused.value.code == "too_many_matches"
    hosting.note("ben", "one-more")


def test_a_match_that_was_never_written_does_not_count_for_good(timed_url: str) -> None:
    clock = HandClock()
    hosting = hosting_on(timed_url, clock)
    for number in range(MOST_AT_ONCE):
        hosting.note("ana", f"match-{number}")
    clock.ms += ON_ITS_WAY_MS
    hosting.note("ana", "one-more")


def test_a_match_that_is_there_counts_until_it_is_over(timed: TimedServer, timed_url: str) -> None:
    ana = Somebody.registered(timed.http, "Ana")
    ben = Somebody.registered(timed.http, "Ben")
    hosting = hosting_on(timed_url, timed.clock)
    matches = [Match(timed, ana.id, ben.id, creator=ana) for _ in range(MOST_AT_ONCE)]
    timed.clock.ms += ON_ITS_WAY_MS
    with pytest.raises(Refused):
        hosting.note(ana.id, "one-more")
    assert ana.ask("DELETE", matches[0].path).status_code == 200
    hosting.note(ana.id, "one-more")


def test_what_was_kept_before_times_were_noted_counts_still(timed: TimedServer, timed_url: str) -> None:
    ana = Somebody.registered(timed.http, "Ana")
    match = Match(timed, ana.id, "bot:steady", creator=ana, deals=1)
    stores = stores_of(Settings(redis_url=timed_url))
    before = Hosted("ana", 1, (match.id, "never-written"))
    assert stores.hosted.commit(RecordCommit(before, 60))
    hosting_on(timed_url, timed.clock).note("ana", "another")
    kept = stores.hosted.read("ana").value
    assert kept is not None
    assert kept.matches == (match.id, "another")
