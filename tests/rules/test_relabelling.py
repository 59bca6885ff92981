"""Suits that the rules treat alike may be exchanged on every card, and it is the same game."""

import random
import re
from collections import Counter
from itertools import permutations
from typing import Any

import msgspec
import pytest
from hypothesis import event, example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from eights.rules.cards import RANKS, SUITS
from eights.rules.catalogue import resolve, variant, variants
from eights.rules.legality import legal_moves
from eights.rules.relabelling import alike, relabelling
from eights.rules.replay import Moved, Step, take
from eights.rules.ruleset import Rules
from eights.rules.state import Chance, State
from random_rules import RandomMatch, matches_to_play
from rounds import begun, played_at_random

_A_CARD = re.compile(f"[{RANKS}][{SUITS}]").fullmatch
ALL = (("S", "H", "D", "C"),)
NOT_SPADES = (("S",), ("H", "D", "C"))


def patched(patch: dict[str, Any], plays: str = "synthesis") -> Rules:
    return resolve(variant(plays), (), patch)


def exchanged(value: Any, suits: str) -> Any:
    """Return anything made of texts and lists with every suit in it exchanged, those of cards as well."""
    if isinstance(value, str):
        if value in SUITS and len(value) == 1:
            return suits[SUITS.index(value)]
        return value[0] + suits[SUITS.index(value[1])] if _A_CARD(value) else value
    if isinstance(value, dict):
        return {name: exchanged(part, suits) for name, part in value.items()}
    return [exchanged(part, suits) for part in value] if isinstance(value, list | tuple) else value


def on_the_table(state: State, suits: str = SUITS) -> Any:
    """Return all of a state but its rules and its chance, in other suits if any are given."""
    return exchanged(msgspec.to_builtins(state)[2:], suits)


def moves_of(state: State, seat: int, suits: str = SUITS) -> list[Any]:
    return sorted((exchanged(msgspec.to_builtins(move), suits) for move in legal_moves(state, seat)), key=repr)


def the_same_step(step: Step, suits: str) -> Step:
    if not isinstance(step, Moved):
        return step
    return replace(step, move=msgspec.convert(exchanged(msgspec.to_builtins(step.move), suits), type(step.move)))


def in_other_suits(state: State, suits: str) -> State:
    return replace(state, chance=replace(state.chance, suits=suits))


def assert_it_is_the_same_game(match: RandomMatch, suits: str, *, most: int) -> set[str]:
    """Play a game at random and in other suits at once; return the kinds of events that came up."""
    plain = begun(match.rules, match.seats, match.seed)
    other = in_other_suits(plain, suits)
    kinds: set[str] = set()
    for step, after, events in played_at_random(plain, random.Random(match.seed), most=most, leaving=0.005):
        other, told = take(other, the_same_step(step, suits))
        assert on_the_table(other) == on_the_table(after, suits)
        assert exchanged(msgspec.to_builtins(told), SUITS) == exchanged(msgspec.to_builtins(events), suits)
        assert all(moves_of(other, seat) == moves_of(after, seat, suits) for seat in range(match.seats))
        kinds |= {type(happened).__name__ for happened in events}
    return kinds


@given(matches_to_play(), st.binary(min_size=16, max_size=16))
def test_a_game_in_other_suits_is_the_same_game_under_any_rules(match: RandomMatch, drawn: bytes) -> None:
    suits = relabelling(match.rules, drawn)
    event("suits stay" if suits == SUITS else "suits are exchanged")
    assert_it_is_the_same_game(match, suits, most=60)


@pytest.mark.parametrize("plays", sorted(variants()))
def test_a_match_in_other_suits_is_the_same_match_through_renewals_and_rounds(plays: str) -> None:
    rules = patched({"match": {"type": "rounds", "rounds": 5}, "hand_size": {"2": 20}}, plays)
    assert alike(rules) == (NOT_SPADES if "2S" in rules.points else ALL)
    suits = "SCHD" if "2S" in rules.points else "CSHD"
    kinds = assert_it_is_the_same_game(RandomMatch(rules, 2, 4), suits, most=3000)
    assert {"StockRenewed", "RoundEnded", "GameFinished", "SuitNamed"} <= kinds


def test_exchanging_suits_that_are_not_alike_is_another_game() -> None:
    rules = patched({"points": {"QS": 60}, "match": {"type": "rounds", "rounds": 3}})
    for seed in range(20):
        try:
            assert_it_is_the_same_game(RandomMatch(rules, 2, seed), "HSDC", most=2000)
        except AssertionError:
            return
    pytest.fail("it was the same game every time")


@pytest.mark.parametrize(
    ("patch", "classes"),
    [
        ({"cards": {"Q": {"draw": 1}}}, ALL),
        ({"cards": {"QS": {"draw": 5}}}, NOT_SPADES),
        ({"cards": {"QS": {"skip": 1}, "QH": {"skip": 1}}}, (("S", "H"), ("D", "C"))),
        ({"cards": {"QS": {"skip": 1}, "QH": {"skip": 2}}}, (("S",), ("H",), ("D", "C"))),
        ({"cards": {"QS": {}}}, ALL),
        ({"points": {"QS": 25}}, NOT_SPADES),
        ({"points": {"QS": 10}}, ALL),  # as any queen
        ({"finish": {"multiplier": {"QS": 3}}}, NOT_SPADES),
        ({"finish": {"multiplier": {"QS": 1}}}, ALL),
        ({"cards": {"9": {"not_on": ["QS"]}}}, NOT_SPADES),
        ({"cards": {"9": {"not_on": ["Q"]}}}, ALL),
        ({"cards": {"9": {"not_on": ["QC", "QS", "QH", "QD"]}}}, ALL),
        ({"cards": {"joker": {"wild": True, "not_on": ["QS"]}}}, NOT_SPADES),
        ({"cards": {"QS": {"not_on": ["joker"]}}}, NOT_SPADES),
        ({"cards": {f"9{suit}": {"not_on": [f"Q{suit}"]} for suit in SUITS}}, ALL),
        ({"cards": {f"9{suit}": {"not_on": [f"Q{suit}"]} for suit in "SH"}}, (("S", "H"), ("D", "C"))),
        ({"cards": {"9S": {"not_on": ["QH"]}, "9H": {"not_on": ["QS"]}}}, (("S", "H"), ("D", "C"))),
        ({"cards": {"9S": {"not_on": ["QH"]}}}, (("S",), ("H",), ("D", "C"))),
        ({"cards": {f"9{suit}": {"not_on": [f"Q{other}"]} for suit, other in zip(SUITS, "HDCS", strict=True)}},
         (("S",), ("H",), ("D",), ("C",))),
    ],
)  # fmt: skip
def test_suits_are_alike_where_nothing_is_said_of_one_that_is_not_said_of_the_other(
    patch: dict[str, Any], classes: tuple[tuple[str, ...], ...]
) -> None:
    assert alike(patched(patch)) == classes


def test_what_is_said_of_cards_that_are_not_in_the_deck_does_not_matter() -> None:
    on_two = {"2S": {"draw": 3}, "9": {"not_on": ["3S"]}}
    short = {"deck": {"ranks": "7-A"}, "cards": on_two, "points": {"4S": 1}}
    assert alike(patched(short, "crazy-eights")) == ALL
    assert alike(patched({"cards": on_two}, "crazy-eights")) == NOT_SPADES
    of_jokers = {"cards": {"QS": {"not_on": ["joker"]}}}
    assert alike(patched(of_jokers, "crazy-eights")) == ALL
    assert alike(patched(of_jokers)) == NOT_SPADES


@given(matches_to_play(), st.binary(max_size=32))
@example(RandomMatch(patched({"cards": {"QS": {"draw": 5}}}), 2, 0), bytes(16))
def test_only_suits_that_are_alike_are_exchanged(match: RandomMatch, drawn: bytes) -> None:
    suits = relabelling(match.rules, drawn)
    classes = {suit: members for members in alike(match.rules) for suit in members}
    assert sorted(suits) == sorted(SUITS)
    assert all(became in classes[suit] for suit, became in zip(SUITS, suits, strict=True))
    assert suits == relabelling(match.rules, drawn)


@pytest.mark.parametrize(
    ("patch", "ways"),
    [({}, list(permutations(SUITS))), ({"points": {"QS": 25}}, [("S", *rest) for rest in permutations("HDC")])],
)
def test_every_way_to_exchange_them_is_as_likely_as_the_others(patch: dict[str, Any], ways: list[Any]) -> None:
    times, rules = 1200, patched(patch)
    found = Counter(relabelling(rules, number.to_bytes(16, "big")) for number in range(times))
    expected = times / len(ways)
    assert set(found) == {"".join(way) for way in ways}
    # 49.7 is what chi-squared with 23 degrees of freedom exceeds once in a thousand (less for fewer); nothing varies.
    assert sum((count - expected) ** 2 / expected for count in found.values()) < 49.7


def test_a_game_without_suits_is_dealt_as_one_in_which_each_stays() -> None:
    state = begun(patched({}), 3)
    assert state.chance == Chance(bytes(32), "table", ("", "", ""))
    steps = [step for step, _, _ in played_at_random(state, random.Random(1), most=100)]
    plain, stayed = state, in_other_suits(state, SUITS)
    for step in steps:
        (plain, events), (stayed, told) = take(plain, step), take(stayed, step)
        assert (on_the_table(plain), events) == (on_the_table(stayed), told)
