"""What the games of a match are called."""

from eights.services.identity import derived_id
from eights.services.matches.match import Match


def game_id_of(match: Match, number: int) -> str:
    """Return the id of a match's game number so-and-so, in the order of play; it tells nothing of the deal."""
    return derived_id("match", match.id, number)
