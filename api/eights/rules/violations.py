"""Refusals of the rules."""

from typing import Literal, get_args

ViolationCode = Literal[
    "game_over",
    "round_over",
    "not_your_turn",
    "cannot_jump_in",
    "name_suit_first",
    "card_not_in_hand",
    "penalty_pending",
    "must_play_drawn_card",
    "forbidden_on_top_card",
    "card_does_not_match",
    "suit_required",
    "suit_not_allowed",
    "power_required",
    "power_not_allowed",
    "target_invalid",
    "announce_not_due",
    "draw_not_allowed",
    "pass_not_allowed",
    "nothing_to_challenge",
]
"""The stable codes of refused moves, in the order in which they are given where several apply."""

VIOLATION_CODES: tuple[ViolationCode, ...] = get_args(ViolationCode)


class RuleViolation(Exception):  # noqa: N818 - the field's own word; it is not an error of the program
    """A move that the rules refuse; the state it was tried on is unchanged."""

    def __init__(self, code: ViolationCode) -> None:
        super().__init__(code)
        self.code = code
