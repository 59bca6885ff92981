"""Making moves."""

from msgspec.structs import replace

from eights.rules.legality import legal_moves
from eights.rules.moves import AnyMove
from eights.rules.state import Seat
from eights.rules.violations import RuleViolation
from eights.services.access import Viewer, require_seat
from eights.services.changes import Answer, Asked, Change, Changes
from eights.services.conduct import counts_as_illegal
from eights.services.game import Game
from eights.services.ports import Clock, GameStore, Timetable
from eights.services.progress import Progress
from eights.services.refusals import Refused
from eights.services.tokens import Mint
from eights.services.views import game_view
from eights.services.witness import UNSEEN, Witness


class Moves:
    """Makes moves for seats."""

    def __init__(
        self, store: GameStore, changes: Changes, clock: Clock, timetable: Timetable, witness: Witness = UNSEEN
    ) -> None:
        self._witness = witness
        self._store = store
        self._changes = changes
        self._clock = clock
        self._timetable = timetable

    def make(self, game_id: str, move: AnyMove, asked: Asked) -> Answer:
        """Make a move for the caller's seat; the answer is the new view, house bots having moved.

        Raises ``Refused``: ``token_missing``, ``forbidden``; and ``not_dealt``, ``clock_ran_out`` or the rule's code,
        with the version, the revision and the caller's legal moves.
        """

        variant = ""

        def decide(game: Game, viewer: Viewer, _: Mint) -> Change:
            nonlocal variant
            variant = game.variant
            return self._judged(game, viewer, move)

        try:
            answer = self._changes.make(game_id, asked, decide)
        except Refused as refused:
            if refused.code == "clock_ran_out":
                # Somebody is at it, unless the store lost the entry when one of its servers was replaced.
                self._timetable.enter(game_id, self._clock.now_ms())
            if variant:
                self._witness.moved(variant, refused.code)
            raise
        if not answer.replayed:
            self._witness.moved(variant, "ok")
        return answer

    def _judged(self, game: Game, viewer: Viewer, move: AnyMove) -> Change:
        seat = require_seat(viewer)
        if game.state.round is None and not game.aborted:
            raise _refused("not_dealt", game, seat)
        if _is_late(game, seat, self._clock.now_ms()):
            raise _refused("clock_ran_out", game, seat)
        try:
            progress = Progress(game).moved(seat, move)
        except RuleViolation as violation:
            code = _told(violation, game, seat)
            if counts_as_illegal(game, code):
                self._store.count_illegal(game.id, seat)
            raise _refused(code, game, seat) from None
        return Change(_back_at_the_table(progress, seat), lambda made: game_view(made, viewer))


def _is_late(game: Game, seat: Seat, now_ms: int) -> bool:
    laid = game.state.round
    on_turn = game.status == "playing" and laid is not None and laid.turn == seat
    return on_turn and game.deadline_ms is not None and now_ms >= game.deadline_ms


def _told(violation: RuleViolation, game: Game, seat: Seat) -> str:
    """A seat that is no longer on turn because its last turn ran out is told so."""
    return "clock_ran_out" if violation.code == "not_your_turn" and game.seats[seat].strikes else violation.code


def _refused(code: str, game: Game, seat: Seat) -> Refused:
    return Refused(code, version=game.version, revision=str(game.revision), legal_moves=legal_moves(game.state, seat))


def _back_at_the_table(progress: Progress, seat: Seat) -> Progress:
    holder = progress.game.seats[seat]
    if not (holder.strikes or holder.away):
        return progress
    return progress.seated(seat, replace(holder, strikes=0, away=False))
