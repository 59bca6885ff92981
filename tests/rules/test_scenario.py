"""Scenario files: what holds, what does not, and what is no scenario at all."""

from typing import Any

import msgspec
import pytest

from eights.rules.scenario import run
from eights.rules.scenario_file import InvalidScenario, read

TABLE = {"hands": [["4H", "KS"], ["2C", "2D"]], "discard": ["9H"], "stock": ["3C"], "dealer": 1, "turn": 0}
PLAY = {"seat": 0, "move": {"action": "play", "card": "4H"}}


def ruling(*steps: dict[str, Any], table: dict[str, Any] | None = None, **changes: Any) -> bytes:
    plain = {"id": "a/b", "source": "here", "variant": "crazy-eights", "players": 2}
    return msgspec.json.encode([{**plain, "table": table or TABLE, "steps": steps, **changes}])


def difference(*steps: dict[str, Any], **changes: Any) -> list[str]:
    found = run(read(ruling(*steps, **changes))[0])
    return [] if found is None else str(found).splitlines()


def test_a_ruling_that_holds_has_no_difference() -> None:
    assert difference({"legal": {"1": []}}, {**PLAY, "expect": {"turn": 1, "top": "4H"}}, {"check": {"turn": 1}}) == []


def test_the_first_difference_is_told_as_a_diff() -> None:
    lines = difference({**PLAY, "expect": {"turn": 0, "top": "4H"}}, {"check": {"turn": 7}})
    assert lines[0] == "a/b, step 1:"
    assert lines[-3:] == ["-turn: 0", "+turn: 1", ' top: "4H"']


def test_a_list_of_legal_moves_is_complete() -> None:
    assert '+{"action":"draw"}' in difference({"legal": {"0": [{"action": "play", "card": "4H"}]}})
    missing = {"legal": {"1": [{"action": "draw"}]}}
    assert '-{"action":"draw"}' in difference(missing)


def test_announce_may_be_left_out_of_a_list_of_legal_moves() -> None:
    plays = [{"action": "play", "card": "4H"}]
    said = [{"action": "play", "card": "4H", "announce": True}]
    for listed in (plays, said):
        assert difference({"legal": {"0": listed}}, variant="synthesis") == []


def test_a_refusal_that_does_not_come_is_a_difference() -> None:
    assert difference({**PLAY, "error": "card_does_not_match"})[-2:] == ["-error: card_does_not_match", "+error: None"]


def test_a_refusal_that_nobody_expects_is_a_difference() -> None:
    refused = {"seat": 0, "move": {"action": "play", "card": "KS"}}
    assert difference(refused)[-2:] == ["-error: None", "+error: card_does_not_match"]


def test_hands_are_compared_without_order() -> None:
    assert difference({"check": {"hands": {"0": ["KS", "4H"]}}}) == []
    assert difference({"check": {"hands": {"0": ["KS", "KS"]}}})[-1] == '+hands: {"0":["4H","KS"]}'


@pytest.mark.parametrize(
    ("steps", "changes", "why"),
    [
        ([], {"players": 1}, "players is not from 2 to 12"),
        ([], {"players": 3}, "a table has 3 hands and a discard pile"),
        ([], {"surprise": 1}, "unknown field"),
        ([], {"table": {**TABLE, "discard": []}}, "a table has 2 hands and a discard pile"),
        ([], {"table": {"dealer": 0}}, "either hands, stock and discard, or a deck"),
        ([], {"table": {**TABLE, "deck": ["4H"]}}, "either hands, stock and discard, or a deck"),
        ([], {"table": {**TABLE, "dealer": 2}}, "names a seat that there is not"),
        ([], {"table": {**TABLE, "scores": [1]}}, "a table has 2 scores"),
        ([], {"table": {**TABLE, "stock": ["1H"]}}, "1H is no card"),
        ([], {"table": {**TABLE, "stock": ["8"]}}, "8 is no card"),
        ([], {"table": {**TABLE, "suit": "SH"}}, "SH is no suit"),
        ([], {"table": {**TABLE, "direction": 2}}, "Invalid enum value 2"),
        ([{}], {}, "a step is one of"),
        ([{**PLAY, "check": {}}], {}, "a step is one of"),
        ([{"move": {"action": "draw"}}], {}, "a move has a seat"),
        ([{"check": {}, "error": "game_over"}], {}, "only a move an error"),
        ([{"check": {}, "expect": {}}], {}, "something to expect"),
        ([{"legal": {"2": []}}], {}, "step 1: it names a seat that there is not"),
        ([{"check": {"hands": {"5": []}}}], {}, "it names a seat that there is not"),
        ([{"deal": {"dealer": 3, "deck": ["8H"]}}], {}, "names a seat that there is not"),
        ([{"seat": 0, "move": {"action": "jump"}}], {}, "Invalid value 'jump'"),
        ([{**PLAY, "error": "no_such_code"}], {}, "no_such_code"),
    ],
)
def test_a_file_that_holds_no_scenario_is_refused(
    steps: list[dict[str, Any]], changes: dict[str, Any], why: str
) -> None:
    with pytest.raises(InvalidScenario, match=why):
        read(ruling(*steps, **changes))


@pytest.mark.parametrize("text", [b"", b"[", b"{}", b'[{"id": "\xff"}]', b"[" * 100_000, b"\xff\xfe"])
def test_a_file_that_is_no_list_of_scenarios_is_refused(text: bytes) -> None:
    with pytest.raises(InvalidScenario):
        read(text)


@pytest.mark.parametrize(
    ("steps", "changes", "why"),
    [
        ([], {"variant": "bridge"}, "a/b: unknown_variant: bridge"),
        ([], {"options": ["cumul"]}, "a/b: unknown_option: cumul"),
        ([], {"options": ["jacks_skip", "jacks_skip"]}, "a/b: duplicate_option: jacks_skip"),
        (
            [],
            {"options": ["points_game", "single_deal"]},
            "a/b: options_exclude_each_other: points_game, single_deal",
        ),
        ([], {"rules": {"jump_in": "yes"}}, "a/b: jump_in: Expected true or false"),
        ([], {"table": {"dealer": 0, "deck": ["4H"] * 14}}, "a deal takes 15 cards, the deck has 14"),
        ([{"leave": 0}, {"leave": 0}], {}, "seat 0 is not playing"),
    ],
)
def test_a_scenario_that_cannot_be_played_is_refused(
    steps: list[dict[str, Any]], changes: dict[str, Any], why: str
) -> None:
    (scenario,) = read(ruling(*steps, **changes))
    with pytest.raises(InvalidScenario, match=why):
        run(scenario)
