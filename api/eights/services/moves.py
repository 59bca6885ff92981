"""Making moves."""

from msgspec.structs import replace

from eights.rules.legality import legal_moves
from eights.rules.moves import AnyMove
from eights.rules.play import apply
from eights.rules.replay import Moved
from eights.rules.violations import RuleViolation
from eights.services.access import Viewer, require_seat
from eights.services.changes import Answer, Asked, Change, Changes
from eights.services.deals import deal_by_itself
from eights.services.game import Game
from eights.services.refusals import Refused
from eights.services.tokens import Mint
from eights.services.views import game_view


class Moves:
    """Makes moves for seats."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    def make(self, game_id: str, move: AnyMove, asked: Asked) -> Answer:
        """Make a move for the caller's seat; the answer is the new view.

        Raises ``Refused``: ``token_missing``, ``forbidden``; and ``not_dealt`` or the rule's code, with the version
        and the caller's legal moves.
        """

        def decide(game: Game, viewer: Viewer, _: Mint) -> Change:
            seat = require_seat(viewer)
            if game.state.round is None and not game.aborted:
                raise Refused("not_dealt", version=game.version, legal_moves=[])
            try:
                state, events = apply(game.state, seat, move)
            except RuleViolation as violation:
                raise Refused(violation.code, version=game.version, legal_moves=legal_moves(game.state, seat)) from None
            after, dealt, steps = deal_by_itself(replace(game, state=state))
            return Change(after, [*events, *dealt], (Moved(seat, move), *steps), lambda made: game_view(made, viewer))

        return self._changes.make(game_id, asked, decide)
