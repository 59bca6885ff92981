"""Chance for bots: given to them, so that their play can be repeated."""

import hmac
import struct
from collections.abc import Iterator, Sequence
from typing import Final, Self, TypeVar

from eights.rules.numbers import below, words

T = TypeVar("T")

_DOMAIN: Final = b"eights/dice/1"


class Dice:
    """Dice that fall as their key says: equal keys, equal throws; without the key nobody can tell the next one."""

    __slots__ = ("_key", "_numbers")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._numbers: Iterator[int] | None = None

    @classmethod
    def at(cls, seed: bytes, seat: int, version: int, blind: bytes = b"") -> Self:
        """Return the dice of a seat for its next choice in a game with this secret seed, at this version of the game.

        Games that share the seed have a blind of their own, and so other dice: what a bot did in one of them does not
        foretell the next. The dice share no number with any shuffle of the seed, and tell nothing of it.
        """
        return cls(hmac.digest(seed, _DOMAIN + struct.pack(">BQ", seat, version) + blind, "sha256"))

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound`` - 1, each as likely as the others."""
        if self._numbers is None:
            self._numbers = words(self._key)
        return below(bound, self._numbers)

    def pick(self, options: Sequence[T]) -> T:
        """Return one of the options, each as likely as the others.

        >>> dice = Dice.at(bytes(32), seat=0, version=1)
        >>> [dice.pick("SHDC") for _ in range(5)]
        ['D', 'C', 'S', 'S', 'C']
        """
        return options[self.below(len(options))]
