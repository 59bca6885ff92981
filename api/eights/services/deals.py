"""Dealing the next round when asked to."""

from eights.services.access import STRANGER, Viewer
from eights.services.changes import Answer, Asked, Change, Changes
from eights.services.game import Game
from eights.services.progress import Progress
from eights.services.refusals import Refused
from eights.services.tokens import Mint
from eights.services.views import game_view


class Deals:
    """Deals rounds."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    def deal(self, game_id: str, asked: Asked) -> Answer:
        """Deal the next round for the host or a seat; the answer is the new view.

        A table of house bots alone plays it at once. Raises ``Refused``: ``token_missing``, ``forbidden`` for
        who has left, ``seats_open`` while a seat is open, ``round_on``, ``game_over``.
        """

        def decide(game: Game, viewer: Viewer, _: Mint) -> Change:
            if not viewer.known:
                raise Refused("token_missing" if viewer == STRANGER else "forbidden")
            if game.status == "open":
                raise Refused("seats_open")
            if game.status == "playing":
                raise Refused("round_on")
            if game.status in ("finished", "aborted"):
                raise Refused("game_over")
            return Change(Progress(game).dealt(), lambda after: game_view(after, viewer))

        return self._changes.make(game_id, asked, decide)
