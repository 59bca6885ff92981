"""Ratings on Redis or Valkey.

A judgement lies with its game, a rating and its history with the player, and each is changed by one script there.
"""

import math
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

import msgspec

from eights.services.ratings.rating import Rating
from eights.services.ratings.ratings import Opponent, RatedEntrant, RatedGame, RatedOnce, Ratings
from eights.services.ratings.weights import HALVED_AFTER_MS
from eights.store import codec, keys
from eights.store.connection import Connection, Script
from eights.store.leaderboards import Leaderboards, rating_in

KNOWN_ONE_BY_ONE: Final = 10_000
"""Games of a player that are known as counted. A game is come back to within seconds, by whoever finds it not done, and
nobody finishes so many meanwhile; if somebody does, the game is taken for counted."""
HISTORY_LENGTH: Final = 1_000
OPPONENTS_KNOWN: Final = 256

_APPLY: Final = Script(files("eights.store").joinpath("rating_apply.lua").read_bytes(), kept=True)
_JUDGED: Final = Script(
    b"""-- KEYS 1 judgement  ARGV 1 expiry in seconds
redis.call('EXPIRE', KEYS[1], ARGV[1])
return redis.call('HMGET', KEYS[1], 'judged', 'done')"""
)
_JUDGE: Final = Script(
    b"""-- KEYS 1 judgement  ARGV 1 the judgement  2 expiry in seconds
redis.call('HSETNX', KEYS[1], 'judged', ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return redis.call('HGET', KEYS[1], 'judged')""",
    kept=True,
)


class _Details(msgspec.Struct, frozen=True, array_like=True):
    """What the history says of a game besides the rating."""

    at_ms: int
    private: bool
    place: int
    opponents: tuple[Opponent, ...]


_decode_game: Final = msgspec.msgpack.Decoder(RatedGame).decode
_decode_details: Final = msgspec.msgpack.Decoder(_Details).decode
_FORMAT_VERSION: Final = 1


class RedisRatings(Leaderboards, Ratings):
    """Ratings as :class:`eights.services.ratings.ratings.Ratings` describes them."""

    def __init__(self, connection: Connection, known_one_by_one: int = KNOWN_ONE_BY_ONE) -> None:
        super().__init__(connection)
        self._known_one_by_one = known_one_by_one

    def judged(self, game_id: str, expires_in_s: int) -> tuple[RatedGame | None, bool]:
        """Return what a game does to ratings, and whether all of that is done, in one round trip."""
        judged, done = self._connection.run(_JUDGED, [keys.judgement_key(game_id)], [expires_in_s])
        return None if judged is None else codec.decode_record(judged, _decode_game), done is not None

    def judge(self, game_id: str, rated: RatedGame, expires_in_s: int) -> RatedGame:
        """Establish what a game does to ratings with one script."""
        written = (codec.encode_record(rated, _FORMAT_VERSION), expires_in_s)
        return codec.decode_record(self._connection.run(_JUDGE, [keys.judgement_key(game_id)], written), _decode_game)

    def done(self, game_id: str) -> None:
        """Note that all that a game does to ratings is done."""
        self._connection.call("HSET", keys.judgement_key(game_id), "done", 1)

    def of(self, entrant: str) -> Mapping[str, Rating]:
        """Return somebody's ratings by variant."""
        flat = self._connection.call("HGETALL", keys.ratings_key(entrant))
        return {variant.decode(): rating_in(value) for variant, value in zip(flat[::2], flat[1::2], strict=True)}

    def at(self, variant: str, entrants: Sequence[str]) -> Sequence[Rating]:
        """Return several ratings at one variant in one round trip."""
        commands = [("HGET", keys.ratings_key(entrant), variant) for entrant in entrants]
        return [Rating() if value is None else rating_in(value) for value in self._connection.call_all(commands)]

    def meetings(self, variant: str, entrants: Sequence[str], at_ms: int) -> Mapping[str, Mapping[str, float]]:
        """Return how often players met each other, in one round trip."""
        commands = [("ZMSCORE", keys.meetings_key(one, variant), *entrants) for one in entrants]
        now = _aged(at_ms)
        return {
            one: {
                other: 0.0 if score is None else math.exp(float(score) - now)
                for other, score in zip(entrants, scores, strict=True)
            }
            for one, scores in zip(entrants, self._connection.call_all(commands), strict=True)
        }

    def apply(self, game_id: str, game: RatedGame, entrant: RatedEntrant) -> Rating:
        """Change a rating by what a game does to it, once, with one script."""
        id_, shift = entrant.id, entrant.shift
        opponents = tuple(Opponent(other.id, other.place) for other in game.entrants if other.id != id_)
        details = _Details(game.at_ms, game.private, entrant.place, opponents)
        touched = (
            keys.rated_key(id_),
            keys.ratings_key(id_),
            keys.rating_history_key(id_, game.variant),
            keys.meetings_key(id_, game.variant),
        )
        written: tuple[str | bytes | int, ...] = (
            game_id,
            game.at_ms,
            game.variant,
            _text(Rating()),
            repr(shift.mu),
            repr(shift.sigma_factor),
            codec.encode_record(details, _FORMAT_VERSION),
            self._known_one_by_one,
            HISTORY_LENGTH,
            repr(_aged(game.at_ms)),
            OPPONENTS_KNOWN,
            *(opponent.id for opponent in opponents),
        )
        return rating_in(self._connection.run(_APPLY, touched, written))

    def history(self, entrant: str, variant: str, before: int | None, limit: int) -> Sequence[RatedOnce]:
        """Return the games that made a rating, newest first, from below a number on."""
        start = "+" if before is None else f"({before}-0"
        key = keys.rating_history_key(entrant, variant)
        return [_once(*entry) for entry in self._connection.call("XREVRANGE", key, start, "-", "COUNT", limit)]


def _aged(at_ms: int) -> float:
    """What a meeting at that time adds to a count, as a logarithm: instead of the old ones halving, new ones double.

    So nothing has to be recounted as time goes by: Cormode et al., Forward Decay (2009).
    """
    return at_ms / HALVED_AFTER_MS * math.log(2)


def _text(rating: Rating) -> str:
    return f"{rating.mu!r} {rating.sigma!r} {rating.games}"


def _once(entry_id: bytes, fields: Sequence[Any]) -> RatedOnce:
    _, game_id, _, before, _, after, _, written = fields
    details: _Details = codec.decode_record(written, _decode_details)
    return RatedOnce(
        number=int(entry_id.partition(b"-")[0]),
        game_id=game_id.decode(),
        at_ms=details.at_ms,
        private=details.private,
        place=details.place,
        opponents=details.opponents,
        before=rating_in(before),
        after=rating_in(after),
    )
