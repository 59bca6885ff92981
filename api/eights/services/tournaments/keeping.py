"""Where tournaments are kept, and how they are changed and looked at by whoever does something about them."""

from collections.abc import Mapping, Sequence
from hmac import compare_digest
from typing import Final

import msgspec

from eights.services.access import Caller
from eights.services.ports import Clock, Secrets, Timetable
from eights.services.record_changes import RecordChanges
from eights.services.records import Facts, Records
from eights.services.refusals import Refused
from eights.services.tournaments.collecting import Collecting
from eights.services.tournaments.deals import Course, Results, games_of_round
from eights.services.tournaments.scoring import courses, round_result
from eights.services.tournaments.tournament import KEPT_S, Tournament, subject_of
from eights.tournaments.plan import RoundResult

ROUNDS_REMEMBERED: Final = 200
"""Results of settled rounds that a process keeps at hand."""
LOOK_AGAIN_AFTER_MS: Final = 2_000
"""How soon the clock sees to it that nothing was left undone after a change."""


class Keeping:
    """Keeps tournaments."""

    def __init__(
        self,
        records: Records[Tournament],
        facts: Facts,
        collecting: Collecting,
        timetable: Timetable,
        clock: Clock,
        secrets: Secrets,
    ) -> None:
        self.records = records
        self.facts = facts
        self.changes = RecordChanges(records, secrets, "tournament_not_found", lambda _: KEPT_S)
        self._collecting = collecting
        self._timetable = timetable
        self._clock = clock
        self._known: dict[tuple[object, ...], RoundResult] = {}

    def read(self, tournament_id: str) -> Tournament:
        """Return a tournament; raises ``Refused("tournament_not_found")``."""
        tournament = self.records.read(tournament_id).value
        if tournament is None:
            raise Refused("tournament_not_found")
        return tournament

    def expect(self, tournament_id: str, within_ms: int = LOOK_AGAIN_AFTER_MS) -> None:
        """Have the clock look at a tournament: before a change of it is written, and after."""
        self._timetable.enter(subject_of(tournament_id), self._clock.now_ms() + within_ms)

    def now_ms(self) -> int:
        """Return the server's time."""
        return self._clock.now_ms()

    def results(self, tournament: Tournament, rounds: Sequence[int]) -> Results:
        """Return what is known of the games of some rounds, those played anew included."""
        wanted = dict.fromkeys(ruling.game_id for ruling in tournament.rulings if ruling.round in rounds)
        for number in rounds:
            wanted.update(dict.fromkeys(games_of_round(tournament, number)))
        return self._collecting.results(tournament.id, wanted)

    def history(self, tournament: Tournament) -> list[RoundResult]:
        """Return the results of the rounds that are over; those of settled rounds are computed once."""
        keys = {number: _key(tournament, number) for number in all_rounds(tournament)}
        unknown = [number for number, key in keys.items() if key not in self._known]
        stands = standing_of(self, tournament, unknown)
        found = {number: round_result(tournament, number, tables) for number, tables in stands.by_round.items()}
        found.update({number: self._known.get(key) for number, key in keys.items() if number not in found})
        self._remember({keys[number]: found[number] for number in unknown if tournament.rounds[number - 1].settled})
        return [result for _, result in sorted(found.items()) if result is not None]

    def _remember(self, results: Mapping[tuple[object, ...], RoundResult | None]) -> None:
        if len(self._known) + len(results) > ROUNDS_REMEMBERED:
            self._known.clear()
        self._known.update((key, result) for key, result in results.items() if result is not None)


class Standing(msgspec.Struct, frozen=True):
    """How some rounds of a tournament stand."""

    results: Results
    by_round: dict[int, list[Course]]


def standing_of(keeping: Keeping, tournament: Tournament, rounds: Sequence[int]) -> Standing:
    """Return how some rounds stand, with one look at the store."""
    results = keeping.results(tournament, rounds)
    return Standing(results, {number: courses(tournament, number, results) for number in rounds})


def _key(tournament: Tournament, number: int) -> tuple[object, ...]:
    """Return what the result of a settled round follows from."""
    rulings = tuple(ruling for ruling in tournament.rulings if ruling.round == number)
    return tournament.id, number, rulings, tournament.forfeited_in(number)


def all_rounds(tournament: Tournament) -> range:
    """Return the numbers of the rounds so far."""
    return range(1, len(tournament.rounds) + 1)


def is_organiser(tournament: Tournament, caller: Caller) -> bool:
    """Tell whether the caller has the organiser's token."""
    return caller.token_hash is not None and compare_digest(tournament.organiser_hash, caller.token_hash)


def require_organiser(tournament: Tournament, caller: Caller) -> None:
    """Raise ``Refused`` with ``token_missing`` or ``forbidden`` unless the caller is the tournament's organiser."""
    if not is_organiser(tournament, caller):
        raise Refused("token_missing" if caller.token_hash is None else "forbidden")
