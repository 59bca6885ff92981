"""Which cards may stand where in an answer: listed from the true state, place by place.

Of lists of moves every entry may hold the same cards; in their paths ``*`` stands for its place.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from eights.rules.cards import Card
from eights.rules.ruleset import Rules
from eights.rules.state import RoundScore
from eights.services.game import Game

Open = dict[str, Collection[Card]]
"""By path, dots between names and places: the cards that may stand there."""

_CARD: Final = re.compile(r"(?<![A-Za-z0-9])(?:[A23456789TJQK][SHDC]|XX)(?![A-Za-z0-9])")
_TOKENS: Final = re.compile(r"(host_token|seat_tokens\.[0-9]+|token)")
_MOVE: Final = re.compile(r"(legal_moves|steps)\.[0-9]+")
_EVERY: Final = frozenset(rank + suit for rank in "A23456789TJQK" for suit in "SHDC") | {"XX"}


def cards_shown(body: object) -> list[tuple[str, Card]]:
    """Return every card in a JSON value, in texts and in names, each with its path."""
    return [
        (_MOVE.sub(r"\1.*", path), card)
        for path, text in _texts(body, "")
        for card in _CARD.findall(text)
        if not _TOKENS.fullmatch(path)
    ]


def open_cards(game: Game, seat: int | None, prefix: str = "", sheet: Sequence[RoundScore] = ()) -> Open:
    """Return the cards that a seat, or somebody without one, may be shown in answers about a game with this sheet."""
    return {
        **{f"{prefix}{path}": cards for path, cards in _view(game, seat).items()},
        **_sheet(sheet),
        **_rules(game.state.rules),
        **_replay(game),
    }


def _texts(value: object, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield f"{path}{{}}", name
            yield from _texts(inner, _below(path, name))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _texts(inner, _below(path, place))


def _below(path: str, name: object) -> str:
    return f"{path}.{name}" if path else str(name)


def _view(game: Game, seat: int | None) -> Open:
    state = game.state
    open_: Open = _line("last_round", state.last_score) if state.last_score else {}
    laid = state.round
    if laid is None:
        return open_
    open_["round.top"] = [laid.discard[-1]]
    if seat is not None:
        hand = laid.hands[seat]
        open_ |= _in_order("you.hand", hand)
        open_ |= _in_order("you.drawn", laid.drawn if seat == laid.turn else ())
        open_["you.legal_moves.*.card"] = open_["legal_moves.*.card"] = hand
    return open_


def _in_order(path: str, cards: Sequence[Card]) -> Open:
    return {f"{path}.{place}": [card] for place, card in enumerate(cards)}


def _line(path: str, score: RoundScore) -> Open:
    """The round is over: hands are open."""
    open_: Open = {f"{path}.finishing_card": [score.finishing_card or ""]}
    for seat, hand in enumerate(score.hands):
        open_ |= _in_order(f"{path}.hands.{seat}", hand)
    return open_


def _sheet(sheet: Sequence[RoundScore]) -> Open:
    open_: Open = {}
    for place, score in enumerate(sheet):
        open_ |= _line(f"rounds.{place}", score)
    return open_


def _rules(rules: Rules) -> Open:
    """The rules are public, and speak of single cards."""
    named = {"rules.cards{}": list(rules.cards), "rules.points{}": list(rules.points)}
    return {**named, "rules.finish.multiplier{}": list(rules.finish.multiplier)}


def _replay(game: Game) -> Open:
    return {"steps.*": _EVERY} if game.status in ("finished", "aborted") else {}
