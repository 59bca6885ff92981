"""The chance of a match: what is random, what is fair, and what anybody can compute again."""

import hashlib
import hmac
import struct
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.rules.catalogue import resolve, variant
from eights.rules.dealing import deal
from eights.rules.replay import beginning
from eights.rules.shuffle import commitment, relabelled
from eights.services.matches.chance import chance_of, drawn_order, numbers_on, seating, seed_of, slot_of
from eights.services.matches.match import DEFAULT_CLOCK, Entrant, Match
from eights.services.matches.naming import game_id_of

SECRETS = st.binary(min_size=32, max_size=32)


def a_match(entrants: int = 3, deals: int = 4, secret: bytes = bytes(32), *, rotate: bool = True) -> Match:
    rules = resolve(variant("crazy-eights"), (), {"match": {"type": "single"}})
    return Match(
        id="gqydambsmnsgk3tu",
        version=1,
        variant="crazy-eights",
        options=(),
        rules_data=msgspec.msgpack.encode(rules),
        entrants=tuple(Entrant(f"bot:b{number}", f"b{number}", entered=True) for number in range(entrants)),
        creator="k3qlgi4whwvzcky4",
        deals=deals,
        rotate_seats=rotate,
        clock=DEFAULT_CLOCK,
        created_at_ms=0,
        status="playing",
        secret=secret,
        order=drawn_order(secret, deals * (entrants if rotate else 1)),
        over=bytes(deals),
    )


@given(SECRETS, st.integers(2, 4), st.integers(1, 30))
def test_every_deal_is_played_once_in_every_rotation(secret: bytes, entrants: int, deals: int) -> None:
    match = a_match(entrants, deals, secret)
    slots = [slot_of(match, number) for number in range(match.games)]
    assert Counter((slot.deal, slot.rotation) for slot in slots) == Counter(
        (number, rotation) for number in range(deals) for rotation in range(entrants)
    )
    for number in range(deals):
        on_it = numbers_on(match, number)
        assert [slots[place] for place in on_it] == [type(slots[0])(number, turned) for turned in range(entrants)]
        # every entrant has held every seat's cards
        assert all(
            len(set(seats)) == entrants for seats in zip(*(seating(match, slots[at]) for at in on_it), strict=True)
        )


@given(SECRETS)
def test_without_rotation_every_deal_is_played_once_and_the_table_turns(secret: bytes) -> None:
    match = a_match(3, 6, secret, rotate=False)
    slots = sorted((slot_of(match, number) for number in range(match.games)), key=lambda slot: slot.deal)
    assert [(slot.deal, slot.rotation) for slot in slots] == [(0, 0), (1, 1), (2, 2), (3, 0), (4, 1), (5, 2)]


def test_games_on_a_deal_share_their_cards_but_for_the_suits_and_commit_differently() -> None:
    match = a_match()
    chances = [chance_of(match, slot_of(match, number)) for number in numbers_on(match, 2)]
    assert len({(chance.seed, chance.label) for chance in chances}) == 1
    assert len({commitment(chance) for chance in chances}) == len(chances)
    hands = []
    for chance in chances:
        state, _ = deal(beginning(match.rules, chance, None))
        assert state.round is not None
        back = "".join("SHDC"[chance.suits.index(suit)] for suit in "SHDC")
        hands.append((state.dealer, [relabelled(hand, back) for hand in state.round.hands]))
    assert hands[0] == hands[1] == hands[2]


def test_games_come_in_another_order_for_each_secret() -> None:
    orders = {drawn_order(bytes([number]) * 32, 12) for number in range(50)}
    assert len(orders) == 50


def test_any_place_may_come_first() -> None:
    firsts = Counter(
        drawn_order(struct.pack(">32B", *([number % 256] * 31 + [number // 256])), 4)[1] for number in range(800)
    )
    assert set(firsts) == {0, 1, 2, 3}
    assert min(firsts.values()) > 140  # 200 expected, with a standard deviation of 12


def test_seeds_follow_from_the_secret_as_it_is_documented() -> None:
    secret = hashlib.sha256(b"some secret").digest()
    match = a_match(secret=secret)
    expected = hmac.digest(secret, b"eights/match/1 seed" + (3).to_bytes(4, "big"), "sha256")
    assert seed_of(match, 3) == expected
    assert chance_of(match, slot_of(match, numbers_on(match, 3)[0])).seed == expected


def test_a_games_id_says_nothing_but_when_it_was_begun() -> None:
    one, other = a_match(), a_match(secret=b"s" * 32)
    assert [game_id_of(one, number) for number in range(12)] == [game_id_of(other, number) for number in range(12)]


@pytest.mark.parametrize("secret", [bytes(32), b"s" * 32])
def test_the_order_is_the_documented_shuffle(secret: bytes) -> None:
    key = hmac.digest(secret, b"eights/match/1 order", "sha256")
    blocks = b"".join(hmac.digest(key, struct.pack(">Q", number), "sha256") for number in range(4))
    words = iter(struct.unpack(">32I", blocks))
    order = list(range(6))
    for last in range(5, 0, -1):
        other = next(words) % (last + 1)  # no word is so high that it would have to be dropped
        order[last], order[other] = order[other], order[last]
    assert drawn_order(secret, 6) == struct.pack(">6H", *order)
