"""Starting a tournament, and each of its rounds: created exactly once, however often somebody asks."""

import msgspec
from msgspec.structs import replace

from eights.services.changes import Answer, Asked, stale
from eights.services.record_changes import RecordChange
from eights.services.records import revision_of
from eights.services.refusals import Refused
from eights.services.tokens import Mint
from eights.services.tournaments.advancing import Advancing
from eights.services.tournaments.blocking import blocked, games_open
from eights.services.tournaments.ending import after_round
from eights.services.tournaments.keeping import Keeping, require_organiser, standing_of
from eights.services.tournaments.pairing import Pairings, next_round, plan_by_hand, planned_rounds
from eights.services.tournaments.seeding import seeded
from eights.services.tournaments.tournament import Round, Tournament
from eights.services.tournaments.views import TournamentRoundView, paired_view, planned_view
from eights.tournaments.plan import Blocker, RoundPlan


class RoundWish(msgspec.Struct, frozen=True):
    """What is said of a round that is asked for."""

    pairings: Pairings | None = None
    number: int | None = None
    """Which round it is to be, so that a late repeat does not ask for the one after it."""
    seeding: tuple[str, ...] = ()
    """For the first round: entrants in the order of their strength; the others come after them, as they entered."""


class _ThereAlready(Exception):  # noqa: N818 - an answer, not an error of the program
    """The round that is asked for was paired already."""

    def __init__(self, tournament: Tournament, number: int) -> None:
        super().__init__(number)
        self.tournament = tournament
        self.number = number


class Rounds:
    """Pairs rounds."""

    def __init__(self, keeping: Keeping, advancing: Advancing) -> None:
        self._keeping = keeping
        self._advancing = advancing

    def start(self, tournament_id: str, wish: RoundWish, asked: Asked) -> Answer:
        """Pair the first round, and end the time of entries; the answer is a ``TournamentRoundView``.

        Whoever asks again gets the same round. Raises ``Refused``: ``token_missing``, ``forbidden``,
        ``tournament_over``, ``tournament_blocked``, ``unknown_entrant``, ``entrant_named_twice``, ``stale_version``,
        ``pairing_invalid`` with faults.
        """
        return self._pair(tournament_id, replace(wish, number=1), asked)

    def next(self, tournament_id: str, wish: RoundWish, asked: Asked) -> Answer:
        """Pair the next round, once the one before is over; the answer is a ``TournamentRoundView``.

        As long as a round is on, whoever asks gets that. Raises as :meth:`start`.
        """
        return self._pair(tournament_id, wish, asked)

    def rehearse(self, tournament_id: str, wish: RoundWish, asked: Asked) -> TournamentRoundView:
        """Return the round that would be paired now, and change nothing; raises as :meth:`start`."""
        tournament = self._keeping.read(tournament_id)
        if not asked.allows(revision_of(tournament)):
            raise stale(revision_of(tournament))
        require_organiser(tournament, asked.caller)
        try:
            paired = self._paired(tournament, wish)
        except _ThereAlready as there:
            if wish.number is not None:
                return self._shown(there)
            raise games_open(tournament, standing_of(self._keeping, tournament, [there.number])) from None
        return planned_view(len(paired.rounds), paired.rounds[-1].plan)

    def _pair(self, tournament_id: str, wish: RoundWish, asked: Asked) -> Answer:
        def decide(tournament: Tournament, _: Mint) -> RecordChange[Tournament]:
            require_organiser(tournament, asked.caller)
            paired = self._paired(tournament, wish)
            number = len(paired.rounds)
            return RecordChange(paired, lambda kept: paired_view(kept, number, {}), status=201)

        self._keeping.expect(tournament_id)
        try:
            answer = self._keeping.changes.make(tournament_id, asked, decide)
        except _ThereAlready as there:
            answer = Answer(200, msgspec.json.encode(self._shown(there)), revision_of(there.tournament))
        self._advancing.hasten(tournament_id)
        return answer

    def _shown(self, there: _ThereAlready) -> TournamentRoundView:
        """Return a round that was paired before, as it is now."""
        stands = standing_of(self._keeping, there.tournament, [there.number])
        return paired_view(there.tournament, there.number, stands.results)

    def _paired(self, tournament: Tournament, wish: RoundWish) -> Tournament:
        """Return a tournament with another round; raises :class:`_ThereAlready` where that is not what is asked for."""
        if tournament.status == "aborted":
            raise Refused("tournament_over")
        paired = len(tournament.rounds)
        if wish.number is not None and wish.number <= paired:
            raise _ThereAlready(tournament, wish.number)
        if tournament.status == "finished":
            raise Refused("tournament_over")
        if wish.number is not None and wish.number > paired + 1:
            raise blocked([Blocker("another_round", {"next": paired + 1, "asked": wish.number})])
        if tournament.status == "open":
            return self._first(tournament, wish)
        before = self._with_last_over(tournament, wish)
        return self._with_round(before, next_round(self._keeping, before, wish.pairings))

    def _first(self, tournament: Tournament, wish: RoundWish) -> Tournament:
        if wish.number != 1:
            raise blocked([Blocker("not_started")])
        ready = seeded(tournament, wish.seeding)
        begun = replace(ready, status="playing", invited=(), planned_rounds=planned_rounds(ready))
        return self._with_round(begun, next_round(self._keeping, begun, wish.pairings))

    def _with_last_over(self, tournament: Tournament, wish: RoundWish) -> Tournament:
        """Return the tournament with its last round closed; the clock may not have come to that yet."""
        if tournament.round_on is None:
            return tournament
        last = len(tournament.rounds)
        stands = standing_of(self._keeping, tournament, [last])
        if any(not course.decided for course in stands.by_round[last]):
            if wish.number is None and _asks_for(wish, tournament.rounds[-1]):
                raise _ThereAlready(tournament, last)
            raise games_open(tournament, stands)
        now_ms = self._keeping.now_ms()
        closed = replace(tournament.rounds[-1], ended_ms=now_ms)
        over = replace(tournament, rounds=(*tournament.rounds[:-1], closed))
        over = after_round(over, self._keeping.history(over), now_ms)
        if over.status == "finished":
            raise Refused("tournament_over")
        return over

    def _with_round(self, tournament: Tournament, plan: RoundPlan) -> Tournament:
        return replace(tournament, rounds=(*tournament.rounds, Round(plan, self._keeping.now_ms())))


def _asks_for(wish: RoundWish, paired: Round) -> bool:
    return wish.pairings is None or plan_by_hand(wish.pairings) == paired.plan
