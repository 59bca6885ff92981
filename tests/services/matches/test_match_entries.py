"""Who has to enter a match before it begins, and what they hear of it."""

from eights.services.matches.match import OPEN_FOR_MS
from eights.services.matches.playing import LOOK_FOR_ENTRIES_MS
from matches import Match, heard
from players import Somebody
from timed import TimedServer


def test_a_match_waits_until_all_have_entered(timed: TimedServer) -> None:
    ana, ben, cem = (Somebody.registered(timed.http, name) for name in ("Ana", "Ben", "Cem"))
    match = Match(timed, ana.id, ben.id, "bot:steady", cem.id, creator=ana)
    timed.look()
    assert match.view()["status"] == "open"
    assert [heard(player) for player in (ana, ben, cem)] == [[], ["match_invited"], ["match_invited"]]
    match.entered(ben)
    assert (match.view()["status"], match.view()["games"]["running"]) == ("open", [])
    match.entered(cem)
    assert match.view()["status"] == "playing"
    assert heard(cem) == ["match_invited", "match_started"]
    assert len(match.go_on()["games"]["running"]) == 8


def test_everybody_in_it_hears_of_a_match_once_and_its_creator_of_the_end(timed: TimedServer) -> None:
    ana, ben = (Somebody.registered(timed.http, name) for name in ("Ana", "Ben"))
    match = Match(timed, ana.id, ben.id, deals=1)
    timed.look()
    timed.later(LOOK_FOR_ENTRIES_MS / 1000)
    match.entered(ana, ben)
    match.played_out(ana, ben)
    timed.later(3600)
    assert heard(ana) == heard(ben) == ["match_invited", "match_started", "match_finished"]
    assert heard(match.creator) == ["match_finished"]


def test_a_match_that_not_all_enter_lapses(timed: TimedServer) -> None:
    ana, ben = (Somebody.registered(timed.http, name) for name in ("Ana", "Ben"))
    match = Match(timed, ana.id, ben.id, creator=ana)
    timed.later(OPEN_FOR_MS / 1000 - 1)
    assert match.view()["status"] == "open"
    timed.later(LOOK_FOR_ENTRIES_MS / 1000)
    assert match.view()["status"] == "aborted"
    assert heard(ana) == ["match_finished"]
