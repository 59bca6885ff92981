"""What can be wrong with rules, as codes with a sentence each in English and French (``faults.toml``)."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

import msgspec

from eights.rules.text import Language, Text

FaultCode = Literal[
    "unknown_field",
    "wrong_type",
    "out_of_range",
    "not_one_of",
    "min_above_max",
    "not_a_seat_count",
    "default_hand_size_missing",
    "too_few_cards",
    "too_many_packs",
    "jump_in_needs_two_packs",
    "not_a_selector",
    "joker_not_wild",
    "again_with_draw",
    "duplicate_power",
    "duplicate_selector",
    "penalty_too_large",
    "points_missing",
    "match_never_ends",
    "elimination_needs_own_points",
]
"""The stable codes of what is wrong with rules: the first four about their shape, the rest about what they mean."""

FAULT_CODES: tuple[FaultCode, ...] = get_args(FaultCode)

MOST_FAULTS = 50
"""How many faults are told at once: an answer should not be many times as long as the rules it refuses."""


@cache
def _sentences() -> Mapping[str, Text]:
    source = files("eights.rules").joinpath("faults.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(source), dict[str, Text])


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong with rules.

    ``path`` names the field by dots from the top of the rules (``deck.packs``, ``cards.8.not_on.0``; empty for the
    rules themselves), ``code`` what is wrong with it, and ``params`` what the sentence speaks of.
    """

    path: str
    code: FaultCode
    params: dict[str, str | int | Text] = {}

    def message(self, language: Language) -> str:
        """Say what is wrong in one sentence.

        >>> Fault("players.min", "min_above_max", {"min": 5, "max": 4}).message("en")
        'The table needs at least 5 seats but has no more than 4.'
        """
        words = {
            name: value.in_language(language) if isinstance(value, Text) else value
            for name, value in self.params.items()
        }
        return _sentences()[self.code].in_language(language).format_map(words)


class InvalidRules(ValueError):  # noqa: N818 - says what the rules are
    """Rules that are refused; ``faults`` holds what is wrong with them: one at least, ``MOST_FAULTS`` at most."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        super().__init__("; ".join(f"{fault.path}: {fault.code}" for fault in self.faults))
