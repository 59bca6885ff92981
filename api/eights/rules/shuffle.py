"""Chance that anyone can check: every shuffle follows from a secret seed by a documented computation.

The layout below has a version, :data:`LAYOUT`; it is all that a verifier in another language needs. Integers are
unsigned and big-endian: ``u8`` has one byte, ``u32`` four, ``u64`` eight. ``||`` puts bytes one after another.
``text(t)`` is ``u32`` the number of bytes of t in UTF-8, then these bytes; a text in quotes stands for its own bytes in
ASCII, without a length. ``HMAC(k, m)`` is HMAC-SHA256 (RFC 2104) of the message m under the key k: 32 bytes.
``tests/rules/shuffle_vectors.json`` has what goes in and what comes out, the key and the first words between.

Commitment
    ``SHA-256(seed || blind)``, in hexadecimal, is shown from the game's creation; seed and blind when the game is over.
    The seed has 32 bytes. The blind has none, or, in a game that shares its seed with others, 32 of this game's own, so
    that the games do not show the same. Nothing else depends on it.

Key
    ``key = HMAC(seed, "eights/shuffle/1" || text(label) || u8 seats || text(entropy of seat 0) || ... ||
    text(entropy of the last seat) || u32 round || u32 shuffle)``. ``label`` is the deal label (the game's id, or what
    duplicate games share); a seat that added no entropy has the empty text. Rounds count from 1. In each round the
    deal is shuffle 0, and each renewal of the stock takes the next number. Round 0, shuffle 0 draws the first dealer.

Words
    ``block(i) = HMAC(key, u64 i)`` for i = 0, 1, 2, ...; each block is cut into eight ``u32`` words, used in order.

A number below n
    Take the next word w. If ``w >= 2**32 - (2**32 mod n)``, drop it and take the next; else the number is ``w mod n``.
    It is one of 0 to n-1.

Shuffle
    Fisher-Yates (Durstenfeld 1964) on the cards c[0..m-1]: for i = m-1 down to 1, let j be a number below i+1, and
    exchange c[i] and c[j]; words go on from one number to the next. After it, c[0] is the next card drawn. For a deal
    the cards start as pack after pack, each in the order of suits S H D C, in each suit the ranks upwards
    (2 3 4 5 6 7 8 9 T J Q K A, or from 7), then the jokers. For a renewal they start as the discard pile lay, from the
    bottom up, without its top card.

Relabelling
    A game that shares its deal with others may have a text ``suits``, in which each of the letters S H D C stands once.
    Then, after the shuffle of each deal, every card but the jokers gets another suit: S becomes the first letter of the
    text, H the second, D the third, C the fourth. Renewals find the cards relabelled already. Suits are exchanged only
    where the rules treat them alike (see :mod:`eights.rules.relabelling`).

First dealer
    A number below the number of seats, unless the game was created with a first dealer.
"""

import hashlib
import hmac
import struct
from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta

from eights.rules.cards import JOKER, SUITS, Card
from eights.rules.numbers import below, words
from eights.rules.state import Chance

LAYOUT: Final = 1
"""Version of the byte layout."""

SEED_BYTES: Final = 32
BLIND_BYTES: Final = 32
_DOMAIN: Final = b"eights/shuffle/1"

Hex256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="32 bytes, hexadecimal.")]


def commitment(chance: Chance) -> Hex256:
    """Return what is shown of a game's chance while it is secret: the SHA-256 of seed and blind, in hexadecimal.

    >>> commitment(Chance(bytes(32), "demo", ("", "")))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(chance.seed + chance.blind).hexdigest()


def shuffled(cards: Sequence[Card], chance: Chance, round_number: int, shuffle_number: int) -> tuple[Card, ...]:
    """Return the cards in the order that the game's chance gives them; the first is the next drawn.

    >>> "".join(shuffled("ABCDEF", Chance(bytes(32), "demo", ("", "")), 1, 0))
    'ACFDEB'
    """
    numbers = words(_key(chance, round_number, shuffle_number))
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, numbers)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def relabelled(cards: Sequence[Card], suits: str) -> tuple[Card, ...]:
    """Return the cards with their suits exchanged as the chance of a game says; without suits they stay as they are.

    >>> relabelled(("8S", "QC", "XX"), "HSDC")
    ('8H', 'QC', 'XX')
    """
    if not suits:
        return tuple(cards)
    exchanged = dict(zip(SUITS, suits, strict=True))
    return tuple(card if card == JOKER else card[0] + exchanged[card[1]] for card in cards)


def first_dealer(chance: Chance) -> int:
    """Return the seat that deals the first round."""
    return below(len(chance.entropy), words(_key(chance, 0, 0)))


def _key(chance: Chance, round_number: int, shuffle_number: int) -> bytes:
    parts = [_DOMAIN, _text(chance.label), bytes([len(chance.entropy)])]
    parts += [_text(entropy) for entropy in chance.entropy]
    parts.append(struct.pack(">II", round_number, shuffle_number))
    return hmac.digest(chance.seed, b"".join(parts), "sha256")


def _text(text: str) -> bytes:
    encoded = text.encode()
    return struct.pack(">I", len(encoded)) + encoded
