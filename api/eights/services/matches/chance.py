"""All chance of a match follows from one secret of 32 bytes, whose SHA-256 is shown from the creation on.

The secret itself is shown when the match is over; then anybody can compute the deals again, and the order that their
games were played in. ``HMAC(secret, m)`` is HMAC-SHA256, ``u32`` a number of four bytes, big-endian; deals and games
count from 0.

- The seed of deal d: ``HMAC(secret, "eights/match/1 seed" || u32 d)``. Its label is the match's id, a hyphen and d.
- The blind of game g on deal d: ``HMAC(secret, "eights/match/1 blind" || u32 d || u32 g)``. Its suits are drawn with
  ``HMAC(secret, "eights/match/1 suits" || u32 d || u32 g)``, as :mod:`eights.rules.relabelling` says.
- The order of all games, which start as deal after deal, in each by rotation: shuffled as :mod:`eights.rules.shuffle`
  shuffles cards, with the key ``HMAC(secret, "eights/match/1 order")``.

Why all this: entrants that remember could know a deal again. So its games come in random order, in suits exchanged
where the rules treat them alike, and each commits to the common seed differently. What no server can hide is a deal
itself: an entrant that keeps every hand that it saw may still guess that it now plays against one of them.
"""

import array
import hmac
import struct
import sys
from functools import lru_cache
from typing import Final

import msgspec

from eights.rules.numbers import below, words
from eights.rules.relabelling import relabelling
from eights.rules.state import Chance
from eights.services.matches.match import Match

_DOMAIN: Final = b"eights/match/1 "


class Slot(msgspec.Struct, frozen=True):
    """One game of a match: which deal, and how far the entrants are turned around the table."""

    deal: int
    rotation: int


def drawn_order(secret: bytes, games: int) -> bytes:
    """Return the random order of a match's games, as :class:`Match` keeps it."""
    numbers = words(_derived(secret, "order"))
    order = array.array("H", range(games))
    for last in range(games - 1, 0, -1):
        other = below(last + 1, numbers)
        order[last], order[other] = order[other], order[last]
    if sys.byteorder == "little":
        order.byteswap()
    return order.tobytes()


def slot_of(match: Match, number: int) -> Slot:
    """Return what is played as a match's game number so-and-so, in the order of play."""
    place = _places(match.order)[number]
    if match.rotate_seats:
        return Slot(*divmod(place, match.rotations))
    # One game a deal: so that nobody always has the same neighbour to the left of the dealer, the table turns.
    return Slot(place, place % len(match.entrants))


def numbers_on(match: Match, deal: int) -> tuple[int, ...]:
    """Return the numbers, in the order of play, of the games on a deal, by rotation."""
    when = _when(match.order)
    return tuple(when[deal * match.rotations + game] for game in range(match.rotations))


def seating(match: Match, slot: Slot) -> tuple[int, ...]:
    """Return who sits on each seat: the entrants' numbers, by seat.

    Entrant e sits on seat e + rotation.
    """
    seats = len(match.entrants)
    return tuple((seat - slot.rotation) % seats for seat in range(seats))


def seed_of(match: Match, deal: int) -> bytes:
    """Return the secret seed of a deal."""
    return _derived(match.secret, "seed", deal)


def label_of(match: Match, deal: int) -> str:
    """Return the deal label that the games on a deal share."""
    return f"{match.id}-{deal}"


def chance_of(match: Match, slot: Slot) -> Chance:
    """Return the chance of one game."""
    entropy = ("",) * len(match.entrants)
    seed, label = seed_of(match, slot.deal), label_of(match, slot.deal)
    if match.rotations == 1:
        return Chance(seed, label, entropy)
    blind = _derived(match.secret, "blind", slot.deal, slot.rotation)
    suits = relabelling(match.rules, _derived(match.secret, "suits", slot.deal, slot.rotation))
    return Chance(seed, label, entropy, blind, suits)


def _derived(secret: bytes, what: str, *numbers: int) -> bytes:
    return hmac.digest(secret, _DOMAIN + what.encode() + struct.pack(f">{len(numbers)}I", *numbers), "sha256")


@lru_cache(maxsize=64)
def _places(order: bytes) -> tuple[int, ...]:
    return struct.unpack(f">{len(order) // 2}H", order)


@lru_cache(maxsize=64)
def _when(order: bytes) -> tuple[int, ...]:
    when = [0] * (len(order) // 2)
    for number, place in enumerate(_places(order)):
        when[place] = number
    return tuple(when)
