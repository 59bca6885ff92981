"""Asking a bot for its move."""

import msgspec

from eights.client.bot.failures import STOPS, BotFailed, trace_of
from eights.client.bot.naming import Choose
from eights.client.models import GameView, Move


def asked(name: str, choose: Choose, view: GameView) -> Move:
    """Return the move that a bot chooses; raises :class:`BotFailed` if it raises, or returns no move at all.

    Whether the move is legal, who keeps the table must judge: a play may leave out ``announce``.
    """
    try:
        move = choose(view)
    except STOPS as error:
        raise BotFailed(f"{name} raised {type(error).__name__} {situation(view)}", trace_of(error, __file__)) from error
    if not isinstance(move, Move):
        raise BotFailed(f"{name} returned {move!r}, which is no Move, {situation(view)}")
    return move


def refused(name: str, move: Move, view: GameView, code: str) -> BotFailed:
    """Return what is to be raised about a move that is not legal, with the code of the rule and what would be legal."""
    shown = _json(move)
    return BotFailed(f"{name} returned {shown}, which is not legal ({code}), {situation(view)}")


def situation(view: GameView) -> str:
    """Return where the bot was asked, as the end of a sentence and a line of what it could have done."""
    legal = view.you.legal_moves if view.you else ()
    return f"at version {view.version} of {view.variant} game {view.id}; legal were {_json(legal)}"


def _json(value: object) -> str:
    try:
        return msgspec.json.encode(value).decode()
    except (TypeError, ValueError):  # a move with something in it that no move has
        return repr(value)
