"""A server on which there is one of everything, and one of each kind of caller."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import httpx
import redis

from guarding.documented import Described
from matches import Match
from organising import Event
from players import Somebody
from tables import Table
from timed import TimedServer

Stage = Literal["open", "ready", "dealt", "over"]
Visibility = Literal["public", "private"]

KINDS: Final = (
    *("nobody", "basic", "malformed", "unknown_seat", "unknown_player", "ended"),
    *("host_elsewhere", "seat_elsewhere", "host", "seat", "other_seat"),
    *("seated", "invited", "stranger", "organiser", "other_organiser"),
)
"""Kinds of callers. ``seated`` is a registered player who has a part in everything: the game, the match, which it set
up, and the tournament. ``ended`` is the token that it had before. ``invited`` is one who has been asked to the match
and the tournament, ``stranger`` one who has nothing to do with anything. ``other_organiser`` has another tournament."""

STAGES: Final[Mapping[str, Stage]] = {
    "takeSeat": "open",
    "dealRound": "ready",
    "getReplay": "over",
    "askForRematch": "over",
}
"""At which of the tables an operation can succeed, if not where the first round is on."""
BEGUN: Final = ("beginNextRound", "ruleOnGame")
"""What is asked of the tournament that has begun."""
BODIES: Final[Mapping[str, Any]] = {
    "makeMove": {"action": "draw"},
    "createMatch": {"variant": "crazy-eights", "entrants": ["bot:steady", "bot:random"], "deals": 1},
    "ruleOnGame": {"kind": "void", "reason": "Both played for the other side."},
}
"""What is sent where the first example of the document is about things that are not here."""
QUERIES: Final = {"listLeaders": "?variant=draw-two"}
KEY: Final = "a key that nobody can guess".replace(" ", "-")


class Snapshot:
    """Everything that a store holds, to the bit."""

    def __init__(self, store: redis.Redis) -> None:
        self._store = store
        names: list[Any] = list(store.scan_iter(count=1000))
        pipeline = store.pipeline(transaction=False)
        for name in names:
            pipeline.dump(name)
            pipeline.pexpiretime(name)
        values = iter(pipeline.execute())
        self.entries: dict[bytes, tuple[bytes, int]] = dict(zip(names, zip(values, values, strict=True), strict=True))

    def changed_since(self, earlier: "Snapshot") -> list[str]:
        """Return the names of what was not so in an earlier one."""
        ours, theirs = self.entries, earlier.entries
        return sorted(name.decode() for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name))

    def restore(self) -> None:
        """Let the store hold this and nothing else."""
        pipeline = self._store.pipeline()
        pipeline.flushall()
        for name, (value, expires_at_ms) in self.entries.items():
            pipeline.restore(name, max(expires_at_ms, 0), value, absttl=True)
        pipeline.execute()


class GuardedWorld:
    """The server, its store, and all that is on it."""

    def __init__(self, url: str) -> None:
        self._store = redis.Redis.from_url(url)
        self.server = TimedServer(url)
        http = self.server.http
        self.seated = Somebody.registered(http, "Ana", "human")
        self._ended, self.seated.token = self.seated.token, _renewed(self.seated)
        self.invited = Somebody.registered(http, "Ben", "human")
        self.stranger = Somebody.registered(http, "Zoé", "human")
        self._elsewhere = Table.laid(http, visibility="unlisted")
        self._tables: dict[tuple[Stage, Visibility], Table] = {
            (stage, visibility): self._laid(stage, visibility)
            for stage in ("open", "ready", "dealt", "over")
            for visibility in ("public", "private")
        }
        self._match = Match(self.server, self.seated.id, self.invited.id, creator=self.seated)
        self._event, self._begun = self._events()
        for name in self._store.scan_iter():  # what expires by itself while tests run would be taken for a change
            self._store.persist(name)
        self._whole = self.kept()

    def _laid(self, stage: Stage, visibility: Visibility) -> Table:
        seats: list[dict[str, str]] = [{"name": "Cho"}, {"name": "Dan"}, {"player": self.seated.id}]
        if stage == "open":
            seats.append({})
        wish: dict[str, Any] = {"variant": "crazy-eights", "seats": seats, "visibility": visibility}
        # seat 0 is on turn after the deal, and may draw, whatever the cards
        wish |= {"first_dealer": 2, "rules": {"starter": {"wild": "plain"}}}
        table = Table(self.server.http, self.seated.ask("POST", "/v1/games", wish).json())
        if stage in ("dealt", "over"):
            assert table.post("/deals", "host").is_success
        if stage == "over":
            assert table.delete("", "host").is_success
        return table

    def _events(self) -> tuple[Event, Event]:
        asked = [self.invited.id, "bot:steady", "bot:random", "bot:steady"]
        event, begun = (Event.created(self.server, entrants=entrants) for entrants in (asked, asked[1:]))
        for one in (event, begun):
            assert one.ask("POST", "/entries", {"entrants": [self.seated.id]}).is_success
            one.enter(self.seated)
        begun.begin("/start")
        return event, begun

    def kept(self) -> Snapshot:
        """Return what the store holds now."""
        return Snapshot(self._store)

    def restore(self) -> None:
        """Let everything be as in the beginning."""
        if self.kept().changed_since(self._whole):
            self._whole.restore()

    def close(self) -> None:
        """Let go of the store."""
        self.server.http.close()
        self._store.close()

    def path(self, operation: Described, visibility: Visibility = "public") -> str:
        """Return the address at which to ask for an operation."""
        event = self._begun if operation.id in BEGUN else self._event
        values = {
            "game_id": self._table(operation, visibility).id,
            "player_id": self.seated.id,
            "match_id": self._match.id,
            "tournament_id": event.id,
            "entrant": self.seated.id,
            "seat": 0,
            "variant_id": "huit-americain",
            "code": "forbidden",
        }
        if operation.id == "ruleOnGame":
            values["game_id"] = event.games()[0]["game_id"]
        return operation.path.format(**values) + QUERIES.get(operation.id, "")

    def ask(self, operation: Described, kind: str, visibility: Visibility = "public", **other: Any) -> httpx.Response:
        """Ask for an operation as a kind of caller, in the documented form.

        ``method``, ``body`` and ``query`` take the place of what is documented; ``headers`` are sent besides.
        """
        headers = self._authorization(operation, kind, visibility) | other.get("headers", {})
        if operation.method == "POST":
            headers["Idempotency-Key"] = f"{KEY}-{operation.id}-{kind}"
        body = other.get("body", BODIES.get(operation.id, next(iter(operation.examples), None)))
        path = self.path(operation, visibility)
        if "query" in other:
            path = f"{path.partition('?')[0]}?{other['query']}"
        return self.server.http.request(other.get("method", operation.method), path, json=body, headers=headers)

    def _table(self, operation: Described, visibility: Visibility) -> Table:
        return self._tables[STAGES.get(operation.id, "dealt"), visibility]

    def _authorization(self, operation: Described, kind: str, visibility: Visibility) -> dict[str, str]:
        table = self._table(operation, visibility)
        event, other = (self._begun, self._event) if operation.id in BEGUN else (self._event, self._begun)
        tokens = {
            "malformed": "es_short",
            "unknown_seat": f"es_{'A' * 43}",
            "unknown_player": f"ep_{'A' * 43}",
            "ended": self._ended,
            "host_elsewhere": self._elsewhere.tokens["host"],
            "seat_elsewhere": self._elsewhere.tokens[0],
            "host": table.tokens["host"],
            "seat": table.tokens[0],
            "other_seat": table.tokens[1],
            "seated": self.seated.token,
            "invited": self.invited.token,
            "stranger": self.stranger.token,
            "organiser": event.token,
            "other_organiser": other.token,
        }
        if kind == "basic":
            return {"Authorization": "Basic YTpi"}
        return {"Authorization": f"Bearer {tokens[kind]}"} if kind in tokens else {}


def _renewed(player: Somebody) -> str:
    answer = player.ask("POST", "/v1/players/me/token")
    assert answer.status_code == 200, answer.text
    return str(answer.json()["token"])
