"""Chance that the seats add: committed to before, mixed into the cards, checked afterwards."""

import httpx
import pytest
from msgspec.structs import replace

from eights.rules.dealing import deal
from eights.rules.replay import beginning
from eights.rules.replay_file import read
from eights.rules.state import Chance, State
from eights.rules.verification import Memory, verify
from tables import Table, assert_refused

DIE = "a die fell on 4"


def opened(http: httpx.Client) -> Table:
    """A table with Ana in seat 0 and an open seat 1."""
    wish = {"variant": "crazy-eights", "seats": [{"name": "Ana"}, {}], "rules": {"starter": {"wild": "plain"}}}
    return Table(http, http.post("/v1/games", json=wish).json())


def sit(table: Table, entropy: str) -> httpx.Response:
    return table.post("/seats", None, {"name": "Ben", "entropy": entropy})


def test_the_commitment_is_shown_to_everybody_before_any_entropy_and_is_what_the_replay_opens(
    http: httpx.Client,
) -> None:
    table = opened(http)
    shown = table.view()["seed_hash"]
    assert sit(table, DIE).status_code == 201
    assert table.view()["seed_hash"] == shown
    assert table.post("/deals", "host").is_success
    assert table.delete("", "host").is_success
    replay = read(table.get("/replay").content)
    assert verify(replay, Memory(shown, {0: "", 1: DIE})).findings == ()


def test_the_entropy_of_one_seat_changes_what_everybody_is_dealt(http: httpx.Client) -> None:
    table = opened(http)
    joined = sit(table, DIE)
    assert table.post("/deals", "host").is_success
    hands = [table.view(table.tokens[0])["you"]["hand"], table.view(joined.json()["token"])["you"]["hand"]]
    assert table.delete("", "host").is_success
    replay = read(table.get("/replay").content)
    with_it = Chance(bytes.fromhex(replay.seed), replay.label, ("", DIE))
    assert dealt(beginning(replay.rules, with_it, replay.first_dealer)) == hands
    without = dealt(beginning(replay.rules, replace(with_it, entropy=("", "")), replay.first_dealer))
    assert without[0] != hands[0]
    assert without[1] != hands[1]


def dealt(state: State) -> list[list[str]]:
    after, _ = deal(state)
    assert after.round is not None
    return [list(hand) for hand in after.round.hands]


def test_entropy_of_64_characters_is_taken(http: httpx.Client) -> None:
    assert sit(opened(http), "é" * 64).status_code == 201


@pytest.mark.parametrize(
    ("entropy", "code"),
    [("x" * 65, "wrong_length"), ("", "wrong_length"), ("x" * 60_000, "wrong_length"), ("a\tb", "not_a_name")],
)
def test_entropy_that_is_too_long_or_cannot_be_seen_is_refused_with_its_place(
    http: httpx.Client, entropy: str, code: str
) -> None:
    refused = sit(opened(http), entropy)
    assert_refused(refused, 422, "invalid_request")
    assert [(fault["path"], fault["code"]) for fault in refused.json()["errors"]] == [("entropy", code)]
    assert len(refused.content) < 1000


def test_two_tables_of_the_same_seats_are_not_dealt_alike(http: httpx.Client) -> None:
    hashes = {opened(http).view()["seed_hash"] for _ in range(3)}
    assert len(hashes) == 3
