"""Asking a bot for its move."""

import msgspec

from eights.client.bot.failures import STOPS, BotFailed, trace_of
from eights.client.bot.naming import Choose
from eights.client.models import GameView, Move
from eights.client.words import words_here


def asked(name: str, choose: Choose, view: GameView) -> Move:
    """Return the move that a bot chooses; raises :class:`BotFailed` if it raises, or returns no move at all.

    Whether the move is legal, who keeps the table must judge: a play may leave out ``announce``.
    """
    try:
        move = choose(view)
    except STOPS as error:
        sentence = words_here()("bot.raised", bot=name, error=type(error).__name__, situation=situation(view))
        raise BotFailed(sentence, trace_of(error, __file__)) from error
    if not isinstance(move, Move):
        raise BotFailed(words_here()("bot.no_move_at_all", bot=name, move=repr(move), situation=situation(view)))
    return move


def refused(name: str, move: Move, view: GameView, code: str) -> BotFailed:
    """Return what is to be raised about a move that is not legal, with the code of the rule and what would be legal."""
    shown = _json(move)
    return BotFailed(words_here()("bot.illegal", bot=name, move=shown, code=code, situation=situation(view)))


def situation(view: GameView) -> str:
    """Return where the bot was asked, as the end of a sentence and a line of what it could have done."""
    legal = view.you.legal_moves if view.you else ()
    known = {"version": view.version, "variant": view.variant, "game": view.id, "legal": _json(legal)}
    return words_here()("bot.situation", **known)


def _json(value: object) -> str:
    try:
        return msgspec.json.encode(value).decode()
    except (TypeError, ValueError):  # a move with something in it that no move has
        return repr(value)
