"""What stands in the way of a step of a tournament, so that an organiser is told and not left waiting."""

from collections.abc import Sequence
from typing import Final

from eights.services.refusals import Refused
from eights.services.tournaments.keeping import Standing
from eights.services.tournaments.tournament import Tournament
from eights.services.tournaments.wording import Obstacle
from eights.tournaments.plan import Blocker

GAMES_LISTED: Final = 20


def blocked(blockers: Sequence[Blocker]) -> Refused:
    """Return the refusal of a step for what stands in its way."""
    return Refused("tournament_blocked", blockers=tuple(map(Obstacle, blockers)))


def games_open(tournament: Tournament, stands: Standing) -> Refused:
    """Return the refusal of a round for the games that the one before it waits for; the first of them are named."""
    last = len(tournament.rounds)
    waiting = [course.deals[-1].game_id for course in stands.by_round[last] if not course.decided]
    listed = " ".join(waiting[:GAMES_LISTED])
    return blocked([Blocker("games_open", {"round": last, "open": len(waiting), "games": listed})])
