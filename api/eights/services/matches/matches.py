"""Setting matches up, entering them, and calling them off."""

from msgspec.structs import replace

from eights.services.changes import Answer, Asked
from eights.services.identity import id_for
from eights.services.matches.hosting import Hosting
from eights.services.matches.match import KEPT_S, Match, subject_of
from eights.services.matches.setup import NewMatch, laid_out
from eights.services.matches.views import match_view
from eights.services.players.seating import Seating
from eights.services.ports import Clock, Secrets, Timetable
from eights.services.record_changes import RecordChange, RecordChanges
from eights.services.records import Records
from eights.services.refusals import Refused
from eights.services.tokens import Mint

SECRET_BYTES = 32


def match_changes(matches: Records[Match], secrets: Secrets) -> RecordChanges[Match]:
    """Return what changes matches."""
    return RecordChanges(matches, secrets, missing="match_not_found", expiry=lambda _: KEPT_S)


class Matches:
    """Matches as players set them up, enter them and call them off.

    What follows from that is done by the clock (:mod:`eights.services.matches.playing`), which is told of every change
    before and after it is written.
    """

    def __init__(
        self,
        matches: Records[Match],
        hosting: Hosting,
        seating: Seating,
        timetable: Timetable,
        clock: Clock,
        secrets: Secrets,
    ) -> None:
        self._matches = matches
        self._hosting = hosting
        self._seating = seating
        self._timetable = timetable
        self._clock = clock
        self._secrets = secrets
        self._changes = match_changes(matches, secrets)

    def create(self, wish: NewMatch, player_id: str, asked: Asked) -> Answer:
        """Set a match up, as a player; the answer is a :class:`~eights.services.matches.views.MatchView`.

        Raises ``Refused``: as :func:`~eights.services.matches.setup.laid_out`, ``too_many_matches``,
        ``idempotency_key_reused``, ``too_busy``.
        """
        match_id = id_for("match", asked, self._secrets)

        def lay_out(_: Mint) -> RecordChange[Match]:
            secret = self._secrets.token_bytes(SECRET_BYTES)
            match = laid_out(match_id, wish, player_id, secret, self._clock.now_ms(), self._seating)
            self._hosting.note(player_id, match_id)
            self._call(match_id)
            return RecordChange(match, match_view, 201)

        return self._called(match_id, self._changes.create(match_id, asked, lay_out))

    def enter(self, match_id: str, player_id: str, asked: Asked) -> Answer:
        """Enter a match, as a player whom it was offered to; once all have, it begins. The answer is the match.

        Raises ``Refused``: ``match_not_found``, ``forbidden``, ``entered_already``, ``match_not_open``, ``too_busy``.
        """

        def decide(match: Match, _: Mint) -> RecordChange[Match]:
            place = _place_of(match, player_id)
            if match.entrants[place].entered:
                raise Refused("entered_already")
            if match.status != "open":
                raise Refused("match_not_open")
            entered = replace(match.entrants[place], entered=True)
            entrants = (*match.entrants[:place], entered, *match.entrants[place + 1 :])
            match = replace(match, entrants=entrants)
            if all(entrant.entered for entrant in entrants):
                match = replace(match, status="playing", started_at_ms=self._clock.now_ms())
            self._call(match_id)
            return RecordChange(match, match_view, 201)

        return self._called(match_id, self._changes.make(match_id, asked, decide))

    def decline(self, match_id: str, player_id: str, asked: Asked) -> Answer:
        """Decline a match before it begins, or take an entry back: either calls it off. The answer is the match.

        Raises ``Refused``: ``match_not_found``, ``forbidden``, ``match_not_open``, ``too_busy``.
        """

        def decide(match: Match, _: Mint) -> RecordChange[Match]:
            _place_of(match, player_id)
            if match.status != "open":
                raise Refused("match_not_open")
            return RecordChange(self._aborted(replace(match, declined_by=player_id)), match_view)

        return self._called(match_id, self._changes.make(match_id, asked, decide))

    def abort(self, match_id: str, player_id: str, asked: Asked) -> Answer:
        """Call a match off, as the player who set it up; the answer is the match.

        Raises ``Refused``: ``match_not_found``, ``forbidden``, ``match_over``, ``too_busy``.
        """

        def decide(match: Match, _: Mint) -> RecordChange[Match]:
            if match.creator != player_id:
                raise Refused("forbidden")
            if match.is_over:
                raise Refused("match_over")
            return RecordChange(self._aborted(match), match_view)

        return self._called(match_id, self._changes.make(match_id, asked, decide))

    def _aborted(self, match: Match) -> Match:
        self._call(match.id)
        return replace(match, status="aborted", ended_at_ms=self._clock.now_ms())

    def _called(self, match_id: str, answer: Answer) -> Answer:
        if not answer.replayed:
            self._call(match_id)
        return answer

    def _call(self, match_id: str) -> None:
        """Have the clock look at a match now: before a change, lest nobody does after it, and after it."""
        self._timetable.enter(subject_of(match_id), self._clock.now_ms())


def _place_of(match: Match, player_id: str) -> int:
    for place, entrant in enumerate(match.entrants):
        if entrant.id == player_id:
            return place
    raise Refused("forbidden")
