"""How a program of the demo chooses: at random among its legal moves, with the manners of a player at a table."""

import random
from typing import Final

import msgspec

from eights.client.models import GameView, Move, OwnView, RoundView

PREFERS_TO_PLAY: Final = 0.9
"""How often a program that may play a card does so, where it might draw or pass instead."""
FORGETS: Final = 0.2
"""How often a program forgets to announce its last card."""
NOTICES: Final = 0.5
"""How often a program sees, in one situation, that it may speak or act out of turn."""


def choose(view: GameView, chance: random.Random) -> Move | None:
    """Choose one of the viewer's legal moves; None to let the others go on, which never happens on turn.

    The same view and the same state of ``chance`` give the same choice.
    """
    if view.you is None or view.round is None or not view.you.legal_moves:
        return None
    remark = _remark(view.you, chance)
    if remark is not None:
        return remark
    return _turn(view.you, view.round, chance)


def _remark(you: OwnView, chance: random.Random) -> Move | None:
    remarks = [move for move in you.legal_moves if move.action in ("announce", "challenge")]
    return chance.choice(remarks) if remarks and chance.random() < NOTICES else None


def _turn(you: OwnView, on: RoundView, chance: random.Random) -> Move | None:
    plays = [move for move in you.legal_moves if move.action == "play"]
    others = [move for move in you.legal_moves if move.action in ("draw", "pass", "name_suit")]
    if on.turn != you.seat and chance.random() >= NOTICES:
        return None
    if not plays and not others:
        return None
    if plays and (not others or chance.random() < PREFERS_TO_PLAY):
        return _announced(chance.choice(plays), chance)
    return chance.choice(others)


def _announced(play: Move, chance: random.Random) -> Move:
    forgotten = play.announce and chance.random() < FORGETS
    return msgspec.structs.replace(play, announce=False) if forgotten else play
