"""What every house bot does at any table, under any rules."""

import random
from collections.abc import Iterator
from itertools import count, islice

import pytest
from hypothesis import given

from eights.bot_moves import next_bot_move
from eights.bots.dice import Dice
from eights.bots.house import HOUSE_BOTS, HouseBot
from eights.rules.dealing import deal
from eights.rules.play import apply
from eights.rules.state import Seat, State
from eights.rules.view import seat_table
from hidden_cards import exchanged
from random_rules import RandomMatch, matches_to_play, states
from rounds import begun, on_the_table

HOUSE = [bot.choose for bot in HOUSE_BOTS.values()]


def situations(match: RandomMatch) -> Iterator[tuple[State, Seat]]:
    """Yield every third state of a match that waits for a move, with the seat on turn, and with another one."""
    for number, state in enumerate(islice(states(match), 0, None, 3)):
        if state.status == "playing":
            yield state, number % state.seats
            yield state, on_the_table(state).turn


def dice() -> Dice:
    return Dice.at(bytes(32), 0, 0)


@given(matches_to_play())
def test_a_bot_makes_a_legal_move_and_lets_none_go_by_on_turn(match: RandomMatch) -> None:
    for state, seat in situations(match):
        table = seat_table(state, seat)
        for choose in HOUSE:
            move = choose(table, dice())
            assert move in table.you.legal_moves or (move is None and table.round.turn != seat)


@given(matches_to_play())
def test_a_bot_chooses_the_same_whatever_the_cards_it_cannot_see(match: RandomMatch) -> None:
    chance = random.Random(match[2])
    for state, seat in situations(match):
        table, other = seat_table(state, seat), seat_table(exchanged(state, seat, chance), seat)
        for choose in HOUSE:
            assert choose(other, dice()) == choose(table, dice())


@pytest.mark.parametrize("bot", HOUSE_BOTS.values(), ids=lambda bot: bot.name)
def test_a_bot_has_a_summary_in_both_languages(bot: HouseBot) -> None:
    assert HOUSE_BOTS[bot.name] is bot
    assert bot.summary.en.endswith(".")
    assert bot.summary.fr.endswith(".")
    assert bot.summary.en != bot.summary.fr


@given(matches_to_play())
def test_a_match_of_bots_goes_on_to_its_end_or_for_thirty_rounds(match: RandomMatch) -> None:
    """Points that are all 0 never end a match to some number of points; hence the bound."""
    rules, seats, seed = match
    bots = {seat: HOUSE[seat % len(HOUSE)] for seat in range(seats)}
    state = begun(rules, seats, seed)
    for version in count():
        if state.status == "finished" or (state.status == "round_over" and state.played == 30):
            return
        if state.status == "playing":
            made = next_bot_move(state, bots, version)
            assert made is not None
            state, _ = apply(state, *made)
        else:
            state, _ = deal(state)
