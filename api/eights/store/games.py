"""The game store on Redis or Valkey, 7 or newer: alone, or as a cluster, since a game lies in one slot."""

import random
import zlib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Final

from eights.config import Settings
from eights.rules.events import GameAborted, GameFinished
from eights.rules.replay import Step
from eights.rules.state import RoundScore, Seat
from eights.services.conduct import Conduct
from eights.services.game import Game, GameStatus, Update
from eights.services.ports import Commit, GameStore, Stored
from eights.services.revisions import Revision, mark_bytes, mark_in
from eights.store import codec, keys
from eights.store.connection import Connection, Script
from eights.store.lobby import Lobby
from eights.store.servers import Word
from eights.store.timetable import RedisTimetable

LOG_LENGTH: Final = 32
"""How many updates the log keeps for those who come back to a game; who was away for longer starts from its view."""
LENGTH_WHEN_OVER: Final = 8
"""How many it keeps of a game that is over: enough for those who followed it to the end."""

FOLDED_EVERY: Final = 96
"""After how many versions steps and lines are folded into what is past, which takes less. A string that grows gets
twice the room whenever it is full: so many steps are about to fill the 240 bytes that they have."""
FOLDED_UP_TO: Final = 4_096
"""The longest past, in bytes, that is folded while a game is on, which takes the longer the longer it is: after that,
steps and lines only grow."""

_ENTRY_HEAD: Final = 12
"""Bytes before an update: its version in four, and the id of its commit, which begins with the game's mark."""

_ENDINGS: Final = frozenset((GameFinished, GameAborted))

COMMIT: Final = Script(files("eights.store").joinpath("commit.lua").read_bytes(), kept=True)
_TURN: Final = Script(
    b"""-- KEYS 1 where somebody has turned to  ARGV 1 the game turned from, or empty  2 the game turned to  3 expiry
local at = redis.call('GET', KEYS[1])
if at and at ~= ARGV[1] then return at end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return ARGV[2]"""
)

_COUNT: Final = Script(
    b"""-- KEYS 1 illegal attempts  2 state  ARGV 1 seat
local left = redis.call('TTL', KEYS[2])
if left < 0 then return 0 end
redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
return redis.call('EXPIRE', KEYS[1], left)"""
)


def connect(settings: Settings) -> "RedisGameStore":
    """Return the store that the settings name; it connects when it is first used."""
    if settings.redis_url is None:
        raise ValueError("the settings name no store")
    return RedisGameStore(
        Connection(settings.redis_url, settings.durability), answers_expire_in_s=settings.answer_expiry_s
    )


class RedisGameStore(GameStore):
    """Games as :class:`eights.services.ports.GameStore` describes them."""

    def __init__(self, connection: Connection, answers_expire_in_s: int) -> None:
        self._connection = connection
        self._answers_expire_in_s = answers_expire_in_s
        self._lobby = Lobby(connection)

    @property
    def timetable(self) -> RedisTimetable:
        """The timetable in the same store."""
        return RedisTimetable(self._connection)

    def read(self, game_id: str, request_key: str | None = None) -> Stored:
        """Read a game, and the record of a keyed request, with one MGET.

        With a second one where there is a record, and it has to be kept surely.
        """
        command = _reading(game_id)
        if request_key is not None:
            command.append(keys.answer_key(game_id, request_key))
        found = self._connection.call(*command)
        if request_key is not None and found[-1]:
            found = self._connection.vouched(found, *command)
        state, rules, *answers = found
        recorded = codec.decode_recorded(answers[0]) if answers and answers[0] else None
        return Stored(game=_game(state, rules), recorded=recorded)

    def commit(self, commit: Commit) -> bool:
        """Write all of a commit or nothing, with one script."""
        game = commit.game
        over = not _ENDINGS.isdisjoint(map(type, commit.update.events))
        steps, lines = codec.encode_steps(commit.steps), codec.encode_scores(commit.update)
        folded = self._folded(commit, steps, lines, over) if over or folds(game) else None
        written = (
            _head(Revision(game.version - 1, commit.replaced_mark)),
            codec.encode_state(game),
            codec.rules_apart(game.state.rules) if game.version == 1 else b"",
            _entry_head(game.revision),
            codec.encode_update(commit.update),
            LENGTH_WHEN_OVER if over else LOG_LENGTH,
            steps if folded is None else b"",
            lines if folded is None else b"",
            commit.expires_in_s,
            codec.encode_recorded(commit.record) if commit.record and commit.request_key else b"",
            self._answers_expire_in_s,
            codec.encode_thought(commit.thought),
            folded or b"",
        )
        return bool(self._connection.run(COMMIT, _touched(game, commit.request_key), written))

    def _folded(self, commit: Commit, steps: bytes, lines: bytes, over: bool) -> bytes | None:
        """Return all steps and lines in less, or None where that takes too long.

        If they are not those of the version expected, nothing is written.
        """
        past, newest, sheet = self._kept(commit.game.id, keys.past_key, keys.steps_key, keys.sheet_key)
        if not over and len(past) > FOLDED_UP_TO:
            return None
        return codec.fold(past, newest + steps, sheet + lines, over=over)

    def _kept(self, game_id: str, *key_of: Callable[[str], str]) -> list[bytes]:
        return [kept or b"" for kept in self._connection.call("MGET", *(key(game_id) for key in key_of))]

    def steps(self, game_id: str) -> Sequence[Step]:
        """Read the whole move list of a game, oldest first."""
        return codec.decode_steps(b"".join(self._kept(game_id, keys.past_key, keys.steps_key)))

    def sheet(self, game_id: str) -> Sequence[RoundScore]:
        """Read the lines of a game's score sheet, oldest first."""
        return codec.decode_scores(*self._kept(game_id, keys.past_key, keys.sheet_key))

    def count_illegal(self, game_id: str, seat: Seat) -> None:
        """Count a move tried against the rules, for as long as the game is kept."""
        self._connection.run(_COUNT, [keys.illegal_key(game_id), keys.state_key(game_id)], [seat])

    def conduct(self, game_id: str, seats: int) -> Conduct:
        """Read thinking times and illegal attempts in one round trip."""
        times, illegal = self._connection.call_all(
            [("GET", keys.times_key(game_id)), ("HMGET", keys.illegal_key(game_id), *range(seats))]
        )
        return Conduct(tuple(int(count or 0) for count in illegal), codec.decode_thought(times or b"", seats))

    def updates(self, game_id: str, after: int) -> Sequence[Update]:
        """Read the log's updates above a version, oldest first: the last 32 are kept, and 8 once a game is over."""
        entries = self._connection.call("LRANGE", keys.log_key(game_id), 0, -1)
        if not entries:
            return self._former_updates(game_id, after)
        found = []
        for entry in reversed(entries):
            version = int.from_bytes(entry[:4], "big")
            if version <= after:
                break
            found.append(codec.decode_update(version, entry[_ENTRY_HEAD:], mark_in(entry[4:])))
        return found[::-1]

    def _former_updates(self, game_id: str, after: int) -> Sequence[Update]:
        """Read the log as it was kept before, of a game that nothing happened in since."""
        entries = self._connection.call("XRANGE", keys.former_log_key(game_id), f"({after}", "+")
        return [codec.decode_update(int(entry_id.partition(b"-")[0]), fields[3]) for entry_id, fields in entries]

    def list_public(self, status: GameStatus, before: str | None, limit: int) -> Sequence[tuple[str, str]]:
        """Read ids and cursors of public games listed under a status, newest first."""
        return self._lobby.listed(status, before, limit)

    def list_oldest(self, status: GameStatus, limit: int) -> Sequence[str]:
        """Read ids of public games listed under a status, oldest first."""
        return self._lobby.oldest(status, limit)

    def turn(self, name: str, was: str | None, to: str) -> str:
        """Remember which game somebody turned to, unless they turned elsewhere; return which game it is."""
        turned = self._connection.run(_TURN, [keys.turn_key(name)], [was or "", to, self._answers_expire_in_s])
        game_id: str = turned.decode()
        return game_id

    def read_many(self, game_ids: Sequence[str]) -> Sequence[Game | None]:
        """Read several games, in the order asked for, in one round trip."""
        if not game_ids:
            return []
        return [_game(*values) for values in self._connection.call_all([_reading(id_) for id_ in game_ids])]

    def relist(self, game: Game, was: GameStatus | None) -> None:
        """Bring the public index in line with the game's status."""
        self._lobby.relist(game, was)

    def count_public(self) -> Mapping[GameStatus, int]:
        """Count the public games in the index by status."""
        return self._lobby.counts()

    def ping(self) -> None:
        """Return if the store answers."""
        self._connection.ping()


def folds(game: Game) -> bool:
    """Tell whether it is the game's turn: those that began together are not to be folded together."""
    return (game.version + zlib.crc32(game.id.encode())) % FOLDED_EVERY == 0


def _touched(game: Game, request_key: str | None) -> list[str]:
    touched = [
        keys.state_key(game.id),
        keys.rules_key(game.id),
        keys.log_key(game.id),
        keys.steps_key(game.id),
        keys.wake_channel(game.id),
        keys.answer_key(game.id, request_key or ""),
        keys.sheet_key(game.id),
        keys.past_key(game.id),
    ]
    return touched if game.part_of is None else [*touched, keys.times_key(game.id), keys.illegal_key(game.id)]


def _head(revision: Revision) -> bytes:
    return codec.version_bytes(revision.version) + mark_bytes(revision)


def _entry_head(revision: Revision) -> bytes:
    head = _head(revision)
    # It tells a commit from others, and nobody has to be kept from guessing it.
    return head + random.randbytes(_ENTRY_HEAD - len(head))  # noqa: S311 - as said


def _reading(game_id: str) -> list[Word]:
    return ["MGET", keys.state_key(game_id), keys.rules_key(game_id)]


def _game(state: bytes | None, rules: bytes | None) -> Game | None:
    return None if state is None else codec.decode_game(state, rules or b"")
