"""Leaderboards: per variant a sorted set of ``<estimate, turned round>-<id>``, all with one score, in order of the
text; beside it a hash with each one's rating.

An entry moves when its rating does, and nothing else moves: whoever pages by the text of the last entry seen finds each
entry that stays where it is exactly once.
"""

from collections.abc import Sequence
from typing import Final

from eights.services.ratings.rating import Rating
from eights.services.ratings.ratings import Ranked
from eights.store import keys
from eights.store.codec import UnreadableRecord
from eights.store.connection import Connection, Script

HIGHEST: Final = 50_000_000
"""Hundredths of a rating from which estimates are counted down, so that the best comes first."""

_RANK: Final = Script(
    b"""-- KEYS 1 order  2 ratings  ARGV 1 id  2 place in the order  3 games  4 mu and sigma
local stored = redis.call('HGET', KEYS[2], ARGV[1])
local was, games = string.match(stored or '', '^(%S+) (%d+) ')
if games and tonumber(games) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], 0, ARGV[2])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ' ' .. ARGV[3] .. ' ' .. ARGV[4])
if was and was ~= ARGV[2] then redis.call('ZREM', KEYS[1], was) end
return 1""",
    kept=True,
)
_PAGE: Final = Script(
    b"""-- KEYS 1 order  2 ratings  ARGV 1 after what  2 limit
local entries = redis.call('ZRANGE', KEYS[1], ARGV[1], '+', 'BYLEX', 'LIMIT', 0, ARGV[2])
if #entries == 0 then return {0, 0} end
local ids = {}
for place, entry in ipairs(entries) do ids[place] = string.match(entry, '^%d+-(.+)$') end
local equals = string.match(entries[1], '^%d+-')
local better = redis.call('ZLEXCOUNT', KEYS[1], '-', '(' .. equals)
return {redis.call('ZRANK', KEYS[1], entries[1]), better, unpack(redis.call('HMGET', KEYS[2], unpack(ids)))}"""
)


class Leaderboards:
    """The part of :class:`eights.services.ratings.ratings.Ratings` that lies in the slots of the leaderboards."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def rank(self, variant: str, entrant: str, rating: Rating) -> None:
        """Bring a leaderboard in line with a rating, unless it has one from more games."""
        entry = f"{_turned_round(rating.cautious):08}-{entrant}"
        written = (entrant, entry, rating.games, f"{rating.mu!r} {rating.sigma!r}")
        self._connection.run(_RANK, keys.leaderboard_keys(variant), written)

    def leaderboard(self, variant: str, after: str | None, limit: int) -> Sequence[Ranked]:
        """Return entries of a leaderboard, all as of one moment, with their places."""
        start = "-" if after is None else f"({after}"
        rank, better, *rows = self._connection.run(_PAGE, keys.leaderboard_keys(variant), (start, limit))
        ranked: list[Ranked] = []
        for index, row in enumerate(rows):
            entry, rating = _entry(row)
            estimate, _, entrant = entry.partition("-")
            same = bool(ranked) and ranked[-1].cursor.startswith(f"{estimate}-")
            place = ranked[-1].place if same else 1 + (rank + index if ranked else better)
            ranked.append(Ranked(entrant, place, rating, cursor=entry))
        return ranked


def rating_in(written: bytes) -> Rating:
    """Return a rating as it is written, its three numbers in a row; raises UnreadableRecord."""
    try:
        mu, sigma, games = written.split(b" ")
        return Rating(float(mu), float(sigma), int(games))
    except ValueError:
        raise UnreadableRecord("a rating is stored in a form that this program does not know") from None


def _entry(row: bytes) -> tuple[str, Rating]:
    entry, _, rest = row.partition(b" ")
    games, _, measures = rest.partition(b" ")
    return entry.decode(errors="replace"), rating_in(measures + b" " + games)


def _turned_round(estimate: float) -> int:
    return max(0, min(HIGHEST - round(100 * estimate), 2 * HIGHEST - 1))
