"""Reading a game: its view, moves, sheet, rules and replay, each as one caller may see it."""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from eights.rules.legality import legal_moves
from eights.rules.notation import step_text
from eights.rules.replay import Step
from eights.rules.replay_file import Replay, sealed
from eights.rules.ruleset import Rules
from eights.rules.shuffle import LAYOUT, commitment
from eights.services.access import Caller, Viewer, require_seat, viewer_of
from eights.services.game import Game
from eights.services.ports import GameStore
from eights.services.refusals import Refused
from eights.services.revisions import Revision
from eights.services.times import rfc3339
from eights.services.views import GameView, MovesView, SheetView, game_view, sheet_view
from eights.services.witness import UNSEEN, Witness


class RulesView(msgspec.Struct, frozen=True):
    """The resolved rules that a game is played by; they never change."""

    variant: str
    options: tuple[str, ...]
    rules: Rules


class Reading:
    """Reads games."""

    def __init__(self, store: GameStore, witness: Witness = UNSEEN) -> None:
        self._store = store
        self._witness = witness

    def game(self, game_id: str, caller: Caller) -> GameView:
        """Return the game as the caller may see it; raises ``Refused`` as :meth:`admitted`."""
        return game_view(*self.admitted(game_id, caller))

    def moves(self, game_id: str, caller: Caller) -> MovesView:
        """Return the caller's legal moves; raises ``Refused`` also with ``token_missing`` or ``forbidden``."""
        game, viewer = self.admitted(game_id, caller)
        return MovesView(game.version, str(game.revision), legal_moves(game.state, require_seat(viewer)))

    def scores(self, game_id: str, caller: Caller) -> SheetView:
        """Return the score sheet."""
        game, _ = self.admitted(game_id, caller)
        # A round may have ended since the game was read; its line is for the next reader.
        return sheet_view(game, self._store.sheet(game_id)[: game.state.played])

    def rules(self, game_id: str, caller: Caller) -> RulesView:
        """Return the resolved rules."""
        game, _ = self.admitted(game_id, caller)
        return RulesView(game.variant, game.options, game.state.rules)

    def replay(self, game_id: str, caller: Caller) -> tuple[Replay, Revision]:
        """Return the replay of a game that is over, and of which revision; ``Refused("replay_not_ready")`` before.

        Games on the same deal have the same seed, so for them it is before as long as one of them goes on.
        """
        game, _ = self.admitted(game_id, caller)
        if game.deal_open or game.status not in ("finished", "aborted"):
            raise Refused("replay_not_ready")
        return replay_view(game, self._store.steps(game_id)), game.revision

    def admitted(self, game_id: str, caller: Caller) -> tuple[Game, Viewer]:
        """Return a game and what the caller is in it.

        Raises ``Refused`` with ``game_not_found``, also for a private game that the caller does not belong to, or
        ``token_invalid``; and :class:`~eights.services.ports.StoreUnavailable`.
        """
        game = self._store.read(game_id).game
        if game is None:
            raise Refused("game_not_found")
        viewer = viewer_of(game, caller)
        self._witness.admitted(viewer.seat)
        return game, viewer


def replay_view(game: Game, steps: Sequence[Step]) -> Replay:
    """Return the replay of a game from its move list; only for a game that is over."""
    state = game.state
    replay = Replay(
        format=1,
        id=game.id,
        version=game.version,
        variant=game.variant,
        options=game.options,
        created_at=rfc3339(game.created_at_ms),
        rules=state.rules,
        names=tuple(holder.name for holder in game.seats),
        layout=LAYOUT,
        label=state.chance.label,
        seed=state.chance.seed.hex(),
        blind=state.chance.blind.hex() or UNSET,
        seed_hash=commitment(state.chance),
        entropy=state.chance.entropy,
        suits=state.chance.suits or UNSET,
        first_dealer=game.first_dealer,
        steps=tuple(map(step_text, steps)),
        ended="aborted" if game.aborted else "finished",
        scores=state.scores,
        winners=state.winners,
        sha256="",
    )
    return sealed(replay)
