"""The shuffle follows its published layout: checked against vectors, and against a second reading of the text."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.rules.cards import SUITS, pack
from eights.rules.shuffle import BLIND_BYTES, LAYOUT, SEED_BYTES, commitment, first_dealer, relabelled, shuffled
from eights.rules.state import Chance


class Vector(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What goes into one shuffle, what it passes through, and what comes out."""

    about: str
    seed: str
    commitment: str
    label: str
    entropy: tuple[str, ...]
    round: int
    shuffle: int
    key: str
    first_words: tuple[int, ...]
    cards: tuple[str, ...]
    order: tuple[str, ...]
    first_dealer: int
    blind: str = ""
    suits: str = ""
    relabelled: tuple[str, ...] = ()

    @property
    def chance(self) -> Chance:
        return Chance(bytes.fromhex(self.seed), self.label, self.entropy, bytes.fromhex(self.blind), self.suits)


VECTORS = msgspec.json.decode(Path(__file__).with_name("shuffle_vectors.json").read_bytes(), type=list[Vector])


class SecondReading:
    """The layout as somebody would write it who has the text alone: slow, and plain."""

    def __init__(self, chance: Chance, round_number: int, shuffle_number: int) -> None:
        message = b"eights/shuffle/1" + self.text(chance.label) + len(chance.entropy).to_bytes(1, "big")
        for entropy in chance.entropy:
            message += self.text(entropy)
        message += round_number.to_bytes(4, "big") + shuffle_number.to_bytes(4, "big")
        self.key = hmac.new(chance.seed, message, hashlib.sha256).digest()
        self.used = 0

    @staticmethod
    def text(text: str) -> bytes:
        return len(text.encode("utf-8")).to_bytes(4, "big") + text.encode("utf-8")

    def word(self) -> int:
        block, place = divmod(self.used, 8)
        self.used += 1
        cut = hmac.new(self.key, block.to_bytes(8, "big"), hashlib.sha256).digest()[4 * place : 4 * place + 4]
        return int.from_bytes(cut, "big")

    def below(self, bound: int) -> int:
        while (word := self.word()) >= 2**32 - (2**32 % bound):
            pass
        return word % bound

    def order(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        order = list(cards)
        i = len(order) - 1
        while i >= 1:
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
            i -= 1
        return tuple(order)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.about)
def test_vector(vector: Vector) -> None:
    assert commitment(vector.chance) == vector.commitment
    assert shuffled(vector.cards, vector.chance, vector.round, vector.shuffle) == vector.order
    assert first_dealer(vector.chance) == vector.first_dealer
    if vector.suits:
        assert relabelled(vector.order, vector.suits) == vector.relabelled


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.about)
def test_vector_read_a_second_time(vector: Vector) -> None:
    reading = SecondReading(vector.chance, vector.round, vector.shuffle)
    assert reading.key.hex() == vector.key
    assert tuple(reading.word() for _ in vector.first_words) == vector.first_words
    assert SecondReading(vector.chance, vector.round, vector.shuffle).order(vector.cards) == vector.order
    assert SecondReading(vector.chance, 0, 0).below(len(vector.entropy)) == vector.first_dealer
    assert hashlib.sha256(bytes.fromhex(vector.seed + vector.blind)).hexdigest() == vector.commitment
    for card, became in zip(vector.order, vector.relabelled, strict=bool(vector.suits)):
        assert became == (card if card == "XX" else card[0] + vector.suits["SHDC".index(card[1])])


def test_the_vectors_are_of_the_present_layout() -> None:
    assert LAYOUT == 1
    assert all(len(vector.chance.seed) == SEED_BYTES for vector in VECTORS)
    assert {len(vector.chance.blind) for vector in VECTORS} == {0, BLIND_BYTES}
    assert any(vector.suits for vector in VECTORS)


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
chances = st.builds(
    Chance,
    st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES),
    texts,
    st.lists(texts, min_size=2, max_size=12).map(tuple),
)
counts = st.integers(0, 2**32 - 1)


@given(chances, counts, counts, st.integers(0, 120))
def test_both_readings_agree(chance: Chance, round_number: int, shuffle_number: int, count: int) -> None:
    cards = tuple(map(str, range(count)))
    order = shuffled(cards, chance, round_number, shuffle_number)
    assert order == SecondReading(chance, round_number, shuffle_number).order(cards)
    assert sorted(order) == sorted(cards)
    assert first_dealer(chance) == SecondReading(chance, 0, 0).below(len(chance.entropy))


@given(chances, st.lists(st.sampled_from(pack("2-A", 2)), max_size=60))
def test_a_shuffle_loses_and_gains_no_card(chance: Chance, cards: list[str]) -> None:
    assert Counter(shuffled(cards, chance, 1, 0)) == Counter(cards)


def test_a_blind_changes_what_is_shown_of_a_seed_and_no_shuffle() -> None:
    cards = pack("2-A", 2)
    chances = [Chance(bytes(32), "label", ("", ""), blind) for blind in (b"", bytes(32), b"\1" * 32)]
    assert len({commitment(chance) for chance in chances}) == 3
    assert len({shuffled(cards, chance, 1, 0) for chance in chances}) == 1
    assert len({first_dealer(chance) for chance in chances}) == 1


@given(st.lists(st.sampled_from(pack("2-A", 2)), max_size=60), st.permutations(SUITS), st.permutations(range(60)))
def test_cards_may_be_relabelled_before_a_shuffle_or_after_it(
    cards: list[str], suits: list[str], order: list[int]
) -> None:
    places = [place for place in order if place < len(cards)]
    before = relabelled(cards, "".join(suits))
    assert relabelled([cards[place] for place in places], "".join(suits)) == tuple(before[place] for place in places)


def test_everything_that_goes_into_a_shuffle_changes_it() -> None:
    cards = pack("2-A", 0)
    chance = Chance(bytes(32), "label", ("", "x"))
    changed = [
        Chance(bytes(31) + b"\1", "label", ("", "x")),
        Chance(bytes(32), "other", ("", "x")),
        Chance(bytes(32), "label", ("x", "")),
        Chance(bytes(32), "label", ("", "x", "")),
        Chance(bytes(32), "labe", ("l", "x")),
    ]
    orders = [shuffled(cards, other, 1, 0) for other in (chance, *changed)]
    orders += [shuffled(cards, chance, 2, 0), shuffled(cards, chance, 1, 1)]
    assert len(set(orders)) == len(orders)


def test_every_order_of_few_cards_is_as_likely_as_the_others() -> None:
    times = 6000
    found = Counter(shuffled("ABCD", Chance(bytes(32), "even", ("", "")), number, 0) for number in range(times))
    expected = times / 24
    assert set(found) == set(permutations("ABCD"))
    # 49.7 is what chi-squared with 23 degrees of freedom exceeds once in a thousand; the seed is fixed.
    assert sum((count - expected) ** 2 / expected for count in found.values()) < 49.7


def test_every_seat_is_as_likely_to_deal_first() -> None:
    times = 3000
    found = Counter(first_dealer(Chance(bytes(32), f"game {number}", ("", "", "", "", ""))) for number in range(times))
    # 18.5: once in a thousand with 4 degrees of freedom.
    assert sum((found[seat] - times / 5) ** 2 / (times / 5) for seat in range(5)) < 18.5
