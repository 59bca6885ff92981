"""Dealing the next round, when asked to or by itself."""

from msgspec.structs import replace

from eights.rules.dealing import deal
from eights.rules.events import AnyEvent
from eights.rules.replay import Dealt, Step
from eights.services.access import Viewer
from eights.services.changes import Answer, Asked, Change, Changes
from eights.services.game import Game
from eights.services.refusals import Refused
from eights.services.tokens import Mint
from eights.services.views import game_view


class Deals:
    """Deals rounds."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    def deal(self, game_id: str, asked: Asked) -> Answer:
        """Deal the next round for the host or a seat; the answer is the new view.

        Raises ``Refused``: ``token_missing``, ``seats_open`` while a seat is open, ``round_on``, ``game_over``.
        """

        def decide(game: Game, viewer: Viewer, _: Mint) -> Change:
            if not viewer.known:
                raise Refused("token_missing")
            if game.status == "open":
                raise Refused("seats_open")
            if game.status == "playing":
                raise Refused("round_on")
            if game.status in ("finished", "aborted"):
                raise Refused("game_over")
            dealt, events, steps = _next_round(game)
            return Change(dealt, events, steps, lambda after: game_view(after, viewer))

        return self._changes.make(game_id, asked, decide)


def deal_by_itself(game: Game) -> tuple[Game, list[AnyEvent], tuple[Step, ...]]:
    """Deal the next round at once where the game is set to, and is ready to be dealt."""
    if not (game.auto_deal and game.status in ("ready", "round_over")):
        return game, [], ()
    return _next_round(game)


def _next_round(game: Game) -> tuple[Game, list[AnyEvent], tuple[Step, ...]]:
    state, events = deal(game.state)
    return replace(game, state=state), events, (Dealt(),)
