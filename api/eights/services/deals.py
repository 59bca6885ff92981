"""Dealing the next round when asked to."""

from eights.rules.events import SeatTaken
from eights.services.access import STRANGER, Viewer, require_host
from eights.services.changes import Answer, Asked, Change, Changes
from eights.services.game import Game
from eights.services.progress import Progress
from eights.services.refusals import Refused
from eights.services.seats import house_bot
from eights.services.tokens import Mint
from eights.services.views import game_view


class Deals:
    """Deals rounds."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    def deal(self, game_id: str, asked: Asked, fill: str | None = None) -> Answer:
        """Deal the next round for the host or a seat; the answer is the new view.

        With ``fill`` the host has that house bot sit in every open seat first; seats kept for players stay theirs. A
        table of house bots alone plays it at once. Raises ``Refused``: ``token_missing``, ``forbidden`` for who has
        left, and with ``fill`` for all but the host, ``unknown_bot``, ``seats_open`` while a seat is open,
        ``round_on``, ``game_over``.
        """

        def decide(game: Game, viewer: Viewer, _: Mint) -> Change:
            if not viewer.known:
                raise Refused("token_missing" if viewer == STRANGER else "forbidden")
            ready = Progress(game) if fill is None else _filled(game, viewer, fill)
            _refuse_deal(ready.game)
            return Change(ready.dealt(), lambda after: game_view(after, viewer))

        return self._changes.make(game_id, asked, decide)


def _refuse_deal(game: Game) -> None:
    if game.status == "open":
        raise Refused("seats_open")
    if game.status == "playing":
        raise Refused("round_on")
    if game.status in ("finished", "aborted"):
        raise Refused("game_over")


def _filled(game: Game, viewer: Viewer, bot: str) -> Progress:
    """Seat a house bot in every open seat, which only the host may do."""
    require_host(viewer)
    holder, progress = house_bot(bot), Progress(game)
    if game.status != "open":
        return progress
    for seat, before in enumerate(game.seats):
        if before.is_free:
            progress = progress.seated(seat, holder).told(SeatTaken(seat, bot))
    return progress
