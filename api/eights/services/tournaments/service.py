"""All that can be done with tournaments, put together."""

import msgspec

from eights.services.competition_games import CompetitionGames
from eights.services.players.seating import Seating
from eights.services.ports import Clock, Secrets
from eights.services.stores import Stores
from eights.services.tournaments.advancing import Advancing
from eights.services.tournaments.collecting import Collecting
from eights.services.tournaments.creating import Creation
from eights.services.tournaments.entering import Entering
from eights.services.tournaments.exports import Replays
from eights.services.tournaments.keeping import Keeping
from eights.services.tournaments.pairing_rounds import Rounds
from eights.services.tournaments.reading import Reading
from eights.services.tournaments.ruling import Decisions


class Tournaments(msgspec.Struct, frozen=True):
    """The parts that tournaments consist of."""

    creation: Creation
    entering: Entering
    rounds: Rounds
    decisions: Decisions
    reading: Reading
    replays: Replays
    advancing: Advancing


def tournaments_on(
    stores: Stores, collecting: Collecting, games: CompetitionGames, clock: Clock, secrets: Secrets
) -> Tournaments:
    """Return the parts that work on some stores."""
    index = stores.tournament_index
    keeping = Keeping(stores.tournaments, stores.tournament_facts, collecting, stores.timetable, clock, secrets)
    advancing = Advancing(keeping, games, stores.inboxes, index)
    seating = Seating(stores.players)
    return Tournaments(
        creation=Creation(keeping, seating, secrets, advancing),
        entering=Entering(keeping, seating, advancing),
        rounds=Rounds(keeping, advancing),
        decisions=Decisions(keeping, advancing),
        reading=Reading(keeping, index),
        replays=Replays(keeping, stores.games),
        advancing=advancing,
    )
