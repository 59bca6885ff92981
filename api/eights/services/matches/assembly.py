"""What plays matches, put together."""

import msgspec

from eights.services.competition_games import CompetitionGames
from eights.services.matches.hosting import Hosting
from eights.services.matches.matches import Matches, match_changes
from eights.services.matches.notices import MatchNotices
from eights.services.matches.playing import MatchPlaying
from eights.services.matches.reading import MatchReading
from eights.services.players.seating import Seating
from eights.services.ports import Clock, Secrets
from eights.services.stores import Stores


class MatchParts(msgspec.Struct, frozen=True):
    """The parts of the server that deal with matches."""

    games: CompetitionGames
    matches: Matches
    reading: MatchReading
    playing: MatchPlaying


def match_parts(
    stores: Stores, games: CompetitionGames, seating: Seating, clock: Clock, secrets: Secrets
) -> MatchParts:
    """Return the parts that deal with matches on some stores."""
    hosting = Hosting(stores.hosted, stores.matches, clock)
    records = (stores.matches, stores.match_facts, stores.players)
    notices = MatchNotices(stores.inboxes)
    return MatchParts(
        games=games,
        matches=Matches(stores.matches, hosting, seating, stores.timetable, clock, secrets),
        reading=MatchReading(stores.matches, stores.match_facts),
        playing=MatchPlaying(match_changes(stores.matches, secrets), records, games, notices, clock),
    )
