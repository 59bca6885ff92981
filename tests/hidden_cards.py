"""The same table with other hidden cards: what a viewer sees or does must not change with them."""

import random

from msgspec.structs import replace

from eights.rules.state import Seat, State
from rounds import on_the_table


def exchanged(state: State, viewer: Seat | None, chance: random.Random) -> State:
    """Return the game with all cards that a viewer cannot see dealt out anew, everybody holding as many as before."""
    laid = on_the_table(state)
    hidden = [card for seat, hand in enumerate(laid.hands) if seat != viewer for card in hand] + list(laid.stock)
    chance.shuffle(hidden)
    fresh = iter(hidden)
    hands = tuple(hand if seat == viewer else tuple(next(fresh) for _ in hand) for seat, hand in enumerate(laid.hands))
    drawn = laid.drawn if laid.turn == viewer else hands[laid.turn][: len(laid.drawn)]
    return replace(state, round=replace(laid, hands=hands, drawn=drawn, stock=tuple(fresh)))
