"""Inboxes on Redis or Valkey: all of a player's in one slot, written by one script.

The log is a stream with the ids ``<version>-<mark + 1>``, or ``<version>-0`` from before there were marks; what was
told is remembered per subject; the games that wait are a sorted set of ids by the version of the entry that told of
them, invitations another one; all games are one of ``<created at>-<id>``, read from its end.
"""

import secrets
from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from eights.services.players import notices as kinds
from eights.services.players.inbox import TOLD_KEPT_S, Entry, Inboxes, Waiting
from eights.services.players.notices import AnyNotice, DealDue, GameFinished, Invited, YourTurn
from eights.services.revisions import MARK_BYTES, Revision, mark_in
from eights.store import codec, keys
from eights.store.connection import Connection, Script
from eights.store.rows import Kinds
from eights.store.servers import Word

INBOX_LENGTH: Final = 256
"""Entries that the log keeps."""
LOG_KEPT_S: Final = 30 * 24 * 3600
"""How long it is kept after its newest entry; the numbers go on all the same."""
WAITING_KEPT: Final = 10_000
GAMES_KEPT: Final = 10_000
"""Games that the index keeps for a player; the oldest go first."""

_TELL: Final = Script(files("eights.store").joinpath("tell.lua").read_bytes(), kept=True)
_STRIKE: Final = Script(
    b"""-- KEYS 1 waiting  2 invitations  ARGV game, version of the entry that told of it, and so on
for _, list in ipairs(KEYS) do
    for place = 1, #ARGV, 2 do
        local told = tonumber(redis.call('ZSCORE', list, ARGV[place]))
        if told and told <= tonumber(ARGV[place + 1]) then redis.call('ZREM', list, ARGV[place]) end
    end
end"""
)

_KINDS: Final[Kinds[AnyNotice]] = Kinds(
    (
        *(kinds.Invited, kinds.GameStarted, kinds.DealDue, kinds.YourTurn, kinds.GameFinished),
        *(kinds.MatchInvited, kinds.MatchStarted, kinds.MatchFinished),
        *(kinds.TournamentEntered, kinds.TournamentStarted, kinds.TournamentRoundStarted),
        *(kinds.TournamentFinished, kinds.TournamentWithdrawn, kinds.TournamentInvited),
    )
)
"""Numbered by place: new ones go to the end."""


class RedisInboxes(Inboxes):
    """Inboxes as :class:`eights.services.players.inbox.Inboxes` describes them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def tell(
        self,
        player_id: str,
        subject: str,
        number: int,
        notices: Sequence[AnyNotice],
        first: AnyNotice | None = None,
        kept_s: int = TOLD_KEPT_S,
    ) -> None:
        """Add an entry with one script, unless it was added already."""
        if not notices and first is None:
            return
        parts = (f"told:{subject}", "version", "log", "waiting", "invitations")
        touched = [*(keys.inbox_key(player_id, part) for part in parts), keys.wake_channel(f"p:{player_id}")]
        mark = mark_in(secrets.token_bytes(MARK_BYTES))
        arguments: list[Word] = [number, kept_s, INBOX_LENGTH, LOG_KEPT_S, *_waits(notices), WAITING_KEPT, mark + 1]
        arguments.append(b"" if first is None else _written(first))
        self._connection.run(_TELL, touched, [*arguments, *map(_written, notices)])

    def revision(self, player_id: str) -> Revision:
        """Return the revision of the newest entry; in one round trip."""
        version, newest = self._connection.call_all(
            [
                ("GET", keys.inbox_key(player_id, "version")),
                ("XREVRANGE", keys.inbox_key(player_id, "log"), "+", "-", "COUNT", 1),
            ]
        )
        return _revision(newest[0][0]) if newest else Revision(int(version or 0))

    def after(self, player_id: str, version: int) -> Sequence[Entry]:
        """Return the entries above a version."""
        entries = self._connection.call("XRANGE", keys.inbox_key(player_id, "log"), f"{version + 1}", "+")
        return [_entry(id_, fields) for id_, fields in entries]

    def waiting(self, player_id: str, after: int, limit: int) -> Sequence[Waiting]:
        """Return games that wait for the player since an entry above a version."""
        return self._listed(player_id, "waiting", after, limit)

    def invitations(self, player_id: str, after: int, limit: int) -> Sequence[Waiting]:
        """Return games that the player is invited to since an entry above a version."""
        return self._listed(player_id, "invitations", after, limit)

    def _listed(self, player_id: str, part: str, after: int, limit: int) -> Sequence[Waiting]:
        key = keys.inbox_key(player_id, part)
        flat = self._connection.call("ZRANGE", key, f"({after}", "+inf", "BYSCORE", "LIMIT", 0, limit, "WITHSCORES")
        return [Waiting(game.decode(), int(told_at)) for game, told_at in zip(flat[::2], flat[1::2], strict=True)]

    def strike_waiting(self, player_id: str, games: Sequence[Waiting]) -> None:
        """Strike games out that do not wait any longer."""
        if games:
            flat = [word for game in games for word in (game.game_id, game.told_at)]
            lists = [keys.inbox_key(player_id, part) for part in ("waiting", "invitations")]
            self._connection.run(_STRIKE, lists, flat)

    def enter_game(self, player_id: str, game_id: str, created_at_ms: int) -> None:
        """Note that a player is in a game."""
        key = keys.inbox_key(player_id, "games")
        entering = ("ZADD", key, 0, f"{created_at_ms:013}-{game_id}")
        self._connection.call_all([entering, ("ZREMRANGEBYRANK", key, 0, -GAMES_KEPT - 1)])

    def games(self, player_id: str, before: str | None, limit: int) -> Sequence[tuple[str, str]]:
        """Return games that the player was in, newest first."""
        end = "+" if before is None else f"({before}"
        key = keys.inbox_key(player_id, "games")
        members = self._connection.call("ZRANGE", key, end, "-", "BYLEX", "REV", "LIMIT", 0, limit)
        return [(cursor.partition("-")[2], cursor) for cursor in map(bytes.decode, members)]

    def strike_games(self, player_id: str, cursors: Sequence[str]) -> None:
        """Strike games out that are no longer kept."""
        if cursors:
            self._connection.call("ZREM", keys.inbox_key(player_id, "games"), *cursors)


def _waits(notices: Sequence[AnyNotice]) -> tuple[str, str]:
    """Return the game that a telling is about, and whether it waits for the player from now on, or no longer."""
    for notice in notices:
        if isinstance(notice, Invited | DealDue | YourTurn | GameFinished):
            return notice.game_id, {GameFinished: "0", Invited: "i"}.get(type(notice), "1")
    return "", ""


def _written(notice: AnyNotice) -> bytes:
    return codec.encode_kind(notice, _KINDS)


def _entry(id_: bytes, fields: Sequence[bytes]) -> Entry:
    """Of the fields, every second one is a value; all are notices."""
    version, mark = _revision(id_)
    return Entry(version, tuple(codec.decode_kind(data, _KINDS) for data in fields[1::2]), mark)


def _revision(id_: bytes) -> Revision:
    version, mark = map(int, id_.split(b"-"))
    return Revision(version, mark - 1 if mark else None)
