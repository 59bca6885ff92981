"""All stores on one server."""

from collections.abc import Callable

from eights.config import Settings
from eights.services.matches.hosting import Hosted
from eights.services.matches.match import Match
from eights.services.players.player import Player
from eights.services.stores import Stores
from eights.services.tournaments.tournament import Tournament
from eights.store.buckets import RedisBuckets
from eights.store.connection import Connection
from eights.store.games import RedisGameStore
from eights.store.inboxes import RedisInboxes
from eights.store.player_tokens import RedisPlayerTokens
from eights.store.ratings import RedisRatings
from eights.store.records import RedisFacts, RedisRecords
from eights.store.tournament_index import RedisTournamentIndex


def stores_of(
    settings: Settings, watched: Callable[[Connection], Connection] = lambda connection: connection
) -> Stores:
    """Return the stores that the settings name; they connect when they are first used.

    ``watched`` may put something around their connection.
    """
    if settings.redis_url is None:
        raise ValueError("the settings name no store")
    return stores_on(watched(Connection(settings.redis_url, settings.durability)), settings.answer_expiry_s)


def stores_on(connection: Connection, answers_expire_in_s: int) -> Stores:
    """Return the stores behind a connection; answers to keyed requests are kept for so long."""
    games = RedisGameStore(connection, answers_expire_in_s)
    return Stores(
        games=games,
        timetable=games.timetable,
        players=RedisRecords(connection, "p", Player, answers_expire_in_s),
        player_tokens=RedisPlayerTokens(connection, answers_expire_in_s),
        inboxes=RedisInboxes(connection),
        ratings=RedisRatings(connection),
        matches=RedisRecords(connection, "m", Match, answers_expire_in_s),
        match_facts=RedisFacts(connection, "m"),
        hosted=RedisRecords(connection, "h", Hosted, answers_expire_in_s),
        tournaments=RedisRecords(connection, "t", Tournament, answers_expire_in_s),
        tournament_facts=RedisFacts(connection, "t"),
        tournament_index=RedisTournamentIndex(connection),
        buckets=RedisBuckets(connection),
    )
