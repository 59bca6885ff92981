"""Addresses of operations on things that there are not."""

from typing import Final

from guarding.documented import Described

NOTHING: Final = "a" * 16
VALUES: Final = {
    **dict.fromkeys(("game_id", "player_id", "match_id", "tournament_id", "entrant"), NOTHING),
    "seat": 0,
    "variant_id": "draw-two",
    "code": "forbidden",
}


def path_to_nothing(operation: Described) -> str:
    """Return an address of the documented form."""
    return operation.path.format(**VALUES)
