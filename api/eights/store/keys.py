"""The names of what is stored.

Everything of one game carries the hash tag ``{g:<id>}``, so that it lies in one slot of a cluster and one script may
touch it all.
"""

import hashlib
from collections.abc import Iterable

from eights.services.game import GameStatus
from eights.services.ports import Lane


def state_key(game_id: str) -> str:
    """Return the key of a game's state: a string, see :mod:`eights.store.codec`.

    >>> state_key("k3q")
    '{g:k3q}:state'
    """
    return f"{{g:{game_id}}}:state"


def rules_key(game_id: str) -> str:
    """Return the key of a game's rules where they are long: a string, written once."""
    return f"{{g:{game_id}}}:rules"


def log_key(game_id: str) -> str:
    """Return the key of a game's log: a list of the newest updates, each behind its version and its commit's id."""
    return f"{{g:{game_id}}}:updates"


def former_log_key(game_id: str) -> str:
    """Return the key under which a log was kept before: a stream with one entry per version, ``<version>-0``."""
    return f"{{g:{game_id}}}:log"


def steps_key(game_id: str) -> str:
    """Return the key of the newest part of a game's move list: a string that grows."""
    return f"{{g:{game_id}}}:steps"


def past_key(game_id: str) -> str:
    """Return the key of the steps and lines of the sheet before those: a string that is written anew now and then."""
    return f"{{g:{game_id}}}:past"


def sheet_key(game_id: str) -> str:
    """Return the key of the newest lines of a game's score sheet: a string that grows by a line with each round."""
    return f"{{g:{game_id}}}:sheet"


def times_key(game_id: str) -> str:
    """Return the key of the times that seats took over their moves, in a match or tournament: a string that grows."""
    return f"{{g:{game_id}}}:times"


def illegal_key(game_id: str) -> str:
    """Return the key of the illegal moves tried in a match or tournament: a hash of numbers by seat."""
    return f"{{g:{game_id}}}:illegal"


def answer_key(game_id: str, request_key: str) -> str:
    """Return the key of the answer that was given to a keyed request."""
    return f"{{g:{game_id}}}:answer:{request_key}"


def wake_channel(subject: str) -> str:
    """Return the sharded channel on which each new version of a game is announced, or of an inbox (``p:<id>``).

    >>> wake_channel("k3q"), wake_channel("p:k3q")
    ('{g:k3q}:wake', '{p:k3q}:wake')
    """
    return f"{{{subject}}}:wake" if ":" in subject else f"{{g:{subject}}}:wake"


def waited_key(key: str | bytes | int) -> str:
    """Return a key beside another one, for a moment, in its slot: written before it is waited for disk or replicas.

    >>> waited_key("{g:k3q}:state"), waited_key("plain")
    ('{g:k3q}:waited', '{plain}:waited')
    """
    text = key.decode() if isinstance(key, bytes) else str(key)
    return f"{{{text[1 : text.index('}')] if text.startswith('{') and '}' in text else text}}}:waited"


def lobby_key(status: GameStatus) -> str:
    """Return the key of the public games under a status: a sorted set.

    >>> lobby_key("open")
    '{lobby}:open'
    """
    return f"{{lobby}}:{status}"


def clock_key(lane: Lane, shard: int) -> str:
    """Return the key of one shard of a lane of the timetable: a sorted set.

    >>> clock_key("people", 3), clock_key("programs", 3)
    ('{clock:3}', '{clock:programs:3}')
    """
    return f"{{clock:{shard}}}" if lane == "people" else f"{{clock:{lane}:{shard}}}"


def bucket_key(limit: str, caller: str | bytes) -> str:
    """Return the key of what a caller has used of a limit: callers may choose what they are called, but not a slot.

    >>> bucket_key("moves", "192.0.2.7")
    '{limit:moves:37dad677cf0b3997d0f5dd0d7889f84b}'
    """
    return f"{{limit:{limit}:{_short(caller)}}}"


def bucket_keys(limit: str, caller: str, others: Iterable[str]) -> list[str]:
    """Return the keys of what a caller has used of a limit for each of several others, all in one slot.

    >>> bucket_keys("invitations", "192.0.2.7", ["k3qlgi4whwvzcky4"])
    ['{limit:invitations:37dad677cf0b3997d0f5dd0d7889f84b}:3a76be521c787cec382445776e258c06']
    """
    within = bucket_key(limit, caller)
    return [f"{within}:{_short(other)}" for other in others]


def _short(name: str | bytes) -> str:
    return hashlib.sha256(name if isinstance(name, bytes) else name.encode()).hexdigest()[:32]


def turn_key(name: str) -> str:
    """Return the key of the game that those who look for a seat have turned to, under a name of theirs."""
    return f"{{turn:{name}}}"


def record_key(kind: str, record_id: str) -> str:
    """Return the key of a player (``p``), a match (``m``) or a tournament (``t``): a string like a game's state.

    >>> record_key("p", "k3q")
    '{p:k3q}:state'
    """
    return f"{{{kind}:{record_id}}}:state"


def record_answer_key(kind: str, record_id: str, request_key: str) -> str:
    """Return the key of the answer that was given to a keyed request about a record."""
    return f"{{{kind}:{record_id}}}:answer:{request_key}"


def record_commit_key(kind: str, record_id: str, commit_id: str) -> str:
    """Return the key that says for a while that a commit of a record was written."""
    return f"{{{kind}:{record_id}}}:commit:{commit_id}"


def facts_key(kind: str, record_id: str) -> str:
    """Return the key of the facts about a record: a hash, by name."""
    return f"{{{kind}:{record_id}}}:facts"


def token_key(token_hash: bytes) -> str:
    """Return the key under which a player's id is found by the SHA-256 of a token."""
    return f"{{token:{token_hash.hex()}}}"


def inbox_key(player_id: str, part: str) -> str:
    """Return the key of a part of a player's inbox: ``log``, ``version``, ``waiting``, ``invitations``,
    ``games``, ``told:<subject>``.

    >>> inbox_key("k3q", "log")
    '{p:k3q}:log'
    """
    return f"{{p:{player_id}}}:{part}"


def judgement_key(game_id: str) -> str:
    """Return the key of what a game does to ratings: a hash, in the game's slot."""
    return f"{{g:{game_id}}}:rating"


def ratings_key(entrant: str) -> str:
    """Return the key of somebody's ratings: a hash by variant.

    >>> ratings_key("bot:steady")
    '{p:bot:steady}:ratings'
    """
    return f"{{p:{entrant}}}:ratings"


def rated_key(entrant: str) -> str:
    """Return the key of the games that somebody's ratings count: a sorted set by the time of judgement."""
    return f"{{p:{entrant}}}:rated"


def rating_history_key(entrant: str, variant: str) -> str:
    """Return the key of the games that made a rating: a stream with one entry per game, ``<number>-0``."""
    return f"{{p:{entrant}}}:history:{variant}"


def meetings_key(player_id: str, variant: str) -> str:
    """Return the key of whom a player met in rated games: a sorted set by how often, lately."""
    return f"{{p:{player_id}}}:met:{variant}"


def leaderboard_keys(variant: str) -> tuple[str, str]:
    """Return the keys of a leaderboard: its order, a sorted set; and the ratings in it, a hash.

    >>> leaderboard_keys("survivor")
    ('{board:survivor}:order', '{board:survivor}:ratings')
    """
    return f"{{board:{variant}}}:order", f"{{board:{variant}}}:ratings"


def tournaments_key(status: str) -> str:
    """Return the key of the public tournaments under a status: a sorted set.

    >>> tournaments_key("open")
    '{tournaments}:open'
    """
    return f"{{tournaments}}:{status}"
