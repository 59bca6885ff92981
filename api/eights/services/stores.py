"""Everything that is stored, by what it is."""

import msgspec

from eights.services.players.inbox import Inboxes
from eights.services.players.player import Player
from eights.services.ports import GameStore, PlayerTokens, Timetable
from eights.services.ratings.ratings import Ratings
from eights.services.records import Records


class Stores(msgspec.Struct, frozen=True):
    """The stores that the services work on."""

    games: GameStore
    timetable: Timetable
    players: Records[Player]
    player_tokens: PlayerTokens
    inboxes: Inboxes
    ratings: Ratings
