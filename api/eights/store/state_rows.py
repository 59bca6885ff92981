"""Games as they are stored: rows of their fields but the rules."""

from typing import Any, Final

import msgspec
from msgspec.structs import FieldInfo, astuple, fields

from eights.rules.ruleset import Rules
from eights.rules.state import Round, State
from eights.services.game import Game
from eights.store.packed_cards import packed
from eights.store.packed_cards import unpacked as cards_of
from eights.store.score_lines import StoredLine, line_from, line_row

_HANDS, _STOCK, _DISCARD, _DRAWN = (
    Round.__struct_fields__.index(name) for name in ("hands", "stock", "discard", "drawn")
)
_ROUND, _LAST_SCORE = (State.__struct_fields__.index(name) - 1 for name in ("round", "last_score"))
_STATE: Final = Game.__struct_fields__.index("state")


def _stored(name: str, of: type[msgspec.Struct], kinds: dict[str, Any], leaving_out: str = "") -> Any:
    """Return a struct with the fields of another one, some of them of other kinds."""
    found = [_field(info, kinds.get(info.name, info.type)) for info in fields(of) if info.name != leaving_out]
    return msgspec.defstruct(name, found, array_like=True)


def _field(info: FieldInfo, kind: Any) -> tuple[str, Any] | tuple[str, Any, Any]:
    return (info.name, kind) if info.required else (info.name, kind, info.default)


_StoredState: Final = _stored("StoredState", State, {}, leaving_out="rules")
StoredGame: Final = _stored("StoredGame", Game, {"state": _StoredState})
"""A game as its row is read."""
_PackedRound: Final = _stored(
    "PackedRound", Round, {"hands": tuple[bytes, ...], "stock": bytes, "discard": bytes, "drawn": bytes | tuple[()]}
)
_PackedState: Final = _stored(
    "PackedState", State, {"round": _PackedRound | None, "last_score": StoredLine | None}, leaving_out="rules"
)
PackedGame: Final = _stored("PackedGame", Game, {"state": _PackedState})
"""The same with all cards as bytes."""


def game_row(game: Game) -> list[Any]:
    """Return the row of a game."""
    row = list(astuple(game))
    row[_STATE] = astuple(game.state)[1:]
    return row


def packed_row(game: Game) -> list[Any]:
    """Return the row of a game with all cards as bytes: less to keep, and more to do."""
    row = list(astuple(game))
    row[_STATE] = state = list(astuple(game.state)[1:])
    if game.state.round is not None:
        state[_ROUND] = _round_row(game.state.round)
    if game.state.last_score is not None:
        state[_LAST_SCORE] = line_row(game.state.last_score)
    return row


def _round_row(laid: Round) -> list[Any]:
    row = list(astuple(laid))
    row[_HANDS] = [packed(hand) for hand in laid.hands]
    row[_STOCK], row[_DISCARD], row[_DRAWN] = packed(laid.stock), packed(laid.discard), packed(laid.drawn)
    return row


def game_from(stored: Any, rules: Rules) -> Game:
    """Return the game that was read as a :data:`StoredGame`, with its rules."""
    values = list(astuple(stored))
    values[_STATE] = State(rules, *astuple(stored.state))
    return Game(*values)


def unpacked(game: Any) -> Any:
    """Return as a :data:`StoredGame` what was read as a :data:`PackedGame`; raises IndexError if it is damaged."""
    values, state = list(astuple(game)), list(astuple(game.state))
    if game.state.round is not None:
        state[_ROUND] = _round_from(game.state.round)
    if game.state.last_score is not None:
        state[_LAST_SCORE] = line_from(game.state.last_score)
    values[_STATE] = _StoredState(*state)
    return StoredGame(*values)


def _round_from(stored: Any) -> Round:
    values = list(astuple(stored))
    values[_HANDS] = tuple(map(cards_of, values[_HANDS]))
    values[_STOCK], values[_DISCARD] = cards_of(values[_STOCK]), cards_of(values[_DISCARD])
    values[_DRAWN] = cards_of(values[_DRAWN])
    return Round(*values)
