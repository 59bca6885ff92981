"""Everything that is stored, by what it is."""

import msgspec

from eights.services.matches.hosting import Hosted
from eights.services.matches.match import Match
from eights.services.players.inbox import Inboxes
from eights.services.players.player import Player
from eights.services.ports import Buckets, GameStore, PlayerTokens, Timetable
from eights.services.ratings.ratings import Ratings
from eights.services.records import Facts, Records
from eights.services.tournaments.index import TournamentIndex
from eights.services.tournaments.tournament import Tournament


class Stores(msgspec.Struct, frozen=True):
    """The stores that the services work on."""

    games: GameStore
    timetable: Timetable
    players: Records[Player]
    player_tokens: PlayerTokens
    inboxes: Inboxes
    ratings: Ratings
    matches: Records[Match]
    match_facts: Facts
    hosted: Records[Hosted]
    tournaments: Records[Tournament]
    tournament_facts: Facts
    tournament_index: TournamentIndex
    buckets: Buckets
