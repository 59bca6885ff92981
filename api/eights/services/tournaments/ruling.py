"""What an organiser decides about games, with a reason, on the record; and calling a tournament off."""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from eights.services.changes import Answer, Asked
from eights.services.game import GameId
from eights.services.record_changes import RecordChange
from eights.services.refusals import Refused
from eights.services.tokens import Mint
from eights.services.tournaments.advancing import Advancing
from eights.services.tournaments.deals import Course, Deal, Results
from eights.services.tournaments.keeping import Keeping, all_rounds, require_organiser, standing_of
from eights.services.tournaments.scoring import courses
from eights.services.tournaments.tournament import Ruling, RulingKind, Tournament
from eights.services.tournaments.views import ruling_view, tournament_view

MOST_RULINGS: Final = 1000

Decision = Callable[[Tournament, Mint], RecordChange[Tournament]]


class RulingWish(msgspec.Struct, frozen=True):
    """A ruling as asked for; an award has either ``to`` or ``points``."""

    kind: RulingKind
    reason: str
    to: str | None = None
    points: tuple[int, ...] | None = None


class Place(msgspec.Struct, frozen=True):
    """Where in a tournament a game belongs."""

    round: int
    course: Course
    deal: Deal
    results: Results
    """What is known of the games of all rounds."""


class Decisions:
    """Carries out what the organiser decides beside pairings."""

    def __init__(self, keeping: Keeping, advancing: Advancing) -> None:
        self._keeping = keeping
        self._advancing = advancing

    def rule(self, tournament_id: str, game_id: GameId, wish: RulingWish, asked: Asked) -> Answer:
        """Rule about a game that counts; the answer is a ``RulingView``.

        A game that is on is called off. The last of several rulings about a game counts. Raises ``Refused``:
        ``token_missing``, ``forbidden``, ``game_not_in_tournament``, ``ruling_too_late``, ``replay_of_duplicate``,
        ``unknown_entrant``, ``award_invalid``, ``tournament_over`` where it was called off, ``too_many_rulings``.
        """

        def decide(tournament: Tournament, _: Mint) -> RecordChange[Tournament]:
            require_organiser(tournament, asked.caller)
            place = self._place_of(tournament, game_id)
            _refuse_kind(tournament, place, wish)
            ruling = Ruling(
                game_id=game_id,
                round=place.round,
                table=place.course.number,
                deal=place.deal.number,
                attempt=place.deal.attempt,
                kind=wish.kind,
                reason=wish.reason,
                at_ms=self._keeping.now_ms(),
                to=wish.to,
                points=wish.points,
            )
            after = _ruled(tournament, place, ruling)
            return RecordChange(after, lambda _: ruling_view(ruling), status=201)

        return self._change(tournament_id, asked, decide)

    def call_off(self, tournament_id: str, asked: Asked) -> Answer:
        """Call a tournament off, with all its games that are on; the answer is a ``TournamentView``.

        Raises ``Refused``: ``token_missing``, ``forbidden``, ``tournament_over``.
        """

        def decide(tournament: Tournament, _: Mint) -> RecordChange[Tournament]:
            require_organiser(tournament, asked.caller)
            if tournament.status in ("finished", "aborted"):
                raise Refused("tournament_over")
            aborted = replace(tournament, status="aborted", finished_ms=self._keeping.now_ms())
            return RecordChange(aborted, tournament_view)

        return self._change(tournament_id, asked, decide)

    def _change(self, tournament_id: str, asked: Asked, decide: Decision) -> Answer:
        self._keeping.expect(tournament_id)
        answer = self._keeping.changes.make(tournament_id, asked, decide)
        self._advancing.hasten(tournament_id)
        return answer

    def _place_of(self, tournament: Tournament, game_id: GameId) -> Place:
        stands = standing_of(self._keeping, tournament, all_rounds(tournament))
        for number, tables in stands.by_round.items():
            for course in tables:
                for deal in course.deals:
                    if deal.game_id == game_id:
                        return Place(number, course, deal, stands.results)
        raise Refused("game_not_in_tournament")


def _refuse_kind(tournament: Tournament, place: Place, wish: RulingWish) -> None:
    if tournament.status == "aborted":
        raise Refused("tournament_over")
    if len(tournament.rulings) >= MOST_RULINGS:
        raise Refused("too_many_rulings", most=MOST_RULINGS)
    if wish.kind == "replay" and tournament.plan.duplicate:
        raise Refused("replay_of_duplicate")
    _refuse_award(place.course.table.seats, wish)


def _refuse_award(seats: Sequence[str], wish: RulingWish) -> None:
    if (wish.kind == "award") != ((wish.to is None) != (wish.points is None)):
        raise Refused("award_invalid", seats=len(seats))
    if wish.to is not None and wish.to not in seats:
        raise Refused("unknown_entrant", entrant=wish.to)
    if wish.points is not None and len(wish.points) != len(seats):
        raise Refused("award_invalid", seats=len(seats))


def _ruled(tournament: Tournament, place: Place, ruling: Ruling) -> Tournament:
    """Return a tournament with a ruling; its round may have to be played on, or at least games of it be called off.

    Raises ``Refused("ruling_too_late")``: what others were paired by, or what is final, is not undone.
    """
    after = replace(tournament, rulings=(*tournament.rulings, ruling))
    goes_on = not courses(after, place.round, place.results)[place.course.number - 1].decided
    bound = goes_on or tournament.plan.format == "knockout"
    if bound and (place.round < len(tournament.rounds) or tournament.status != "playing"):
        raise Refused("ruling_too_late")
    rounds = list(tournament.rounds)
    played = rounds[place.round - 1]
    rounds[place.round - 1] = replace(played, ended_ms=None if goes_on else played.ended_ms, settled=False)
    return replace(after, rounds=tuple(rounds))
