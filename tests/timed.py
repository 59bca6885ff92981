"""Servers whose clocks stand still until they are moved, so that a test says what time it is."""

from collections.abc import Callable
from typing import Any, Final, get_args

import httpx
import msgspec
from msgspec.structs import replace

from eights.app import SystemSecrets
from eights.config import Settings
from eights.services.clocks import Clocks
from eights.services.course import GO_ON_AFTER_MS
from eights.services.lifetimes import Lifetimes
from eights.services.ports import Clock, Lane
from eights.services.witness import UNSEEN, Witness
from eights.store.connection import Connection
from eights.store.games import RedisGameStore, connect
from eights.store.inboxes import RedisInboxes
from eights.store.stores import stores_of
from eights.store.wakes import RedisWakes
from eights.ticking import tick
from eights.web.application import WebOptions, web_application
from eights.web.parts import assembled
from eights.web.slots import StreamLimits
from tables import Table

NOON_MS: Final = 1_780_000_000_000


class HandClock(Clock):
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.ms = NOON_MS

    def now_ms(self) -> int:
        """Return what it shows."""
        return self.ms


def look_once(clocks: Clocks) -> float:
    """Attend to some of what is due in each lane; return how many seconds to wait before the next look."""
    return min([tick(clocks, lane) for lane in get_args(Lane)])


class TimedServer:
    """The whole application on a store, with a clock of its own that is moved by hand."""

    def __init__(
        self,
        url: str,
        store: RedisGameStore | None = None,
        inboxes: RedisInboxes | None = None,
        witness: Witness = UNSEEN,
    ) -> None:
        self.clock = HandClock()
        self.store = store or connect(Settings(redis_url=url))
        # Here a stream is read by the test itself, which may do other things in between for long.
        limits = StreamLimits(per_caller=20, per_process=100, stall_s=120)
        stores = replace(stores_of(Settings(redis_url=url)), games=self.store)
        if inboxes is not None:
            stores = replace(stores, inboxes=inboxes)
        behind = assembled(stores, RedisWakes(url), self.clock, SystemSecrets(), Lifetimes(), limits, witness)
        self.parts = behind
        app = web_application(behind, WebOptions())
        self.http = httpx.Client(transport=httpx.WSGITransport(app), base_url="http://eights.example")

    @property
    def clocks(self) -> Clocks:
        """What looks after the clocks."""
        return self.parts.clocks

    def look(self) -> None:
        """Attend to everything that is due now."""
        while look_once(self.clocks) == 0:
            pass

    def later(self, seconds: float) -> None:
        """Let time go by, and attend to what is due then."""
        self.clock.ms += round(seconds * 1000)
        self.look()

    def play_out(self, table: Table) -> None:
        """Let the bots of a table go on until the match is over."""
        while table.view()["status"] != "finished":
            self.later(GO_ON_AFTER_MS / 1000)

    def table(self, variant: str = "crazy-eights", **wish: Any) -> Table:
        """Create a game on this server."""
        created = self.http.post("/v1/games", json={"variant": variant, **wish})
        assert created.status_code == 201, created.text
        return Table(self.http, created.json())

    def events(self, table: Table) -> list[dict[str, Any]]:
        """Return all that happened in a game lately, hidden cards included."""
        return [event for update in self.store.updates(table.id, 0) for event in msgspec.to_builtins(update.events)]


class Interrupted(RedisGameStore):
    """A store before and after whose commits something else may happen, once."""

    def __init__(self, url: str) -> None:
        super().__init__(Connection(url), answers_expire_in_s=600)
        self.before_commit: Callable[[], object] | None = None
        self.after_commit: Callable[[], object] | None = None

    def commit(self, commit: Any) -> bool:
        """Commit, with what was to come in between."""
        before, self.before_commit = self.before_commit, None
        if before is not None:
            before()
        done = super().commit(commit)
        after, self.after_commit = self.after_commit, None
        if after is not None:
            after()
        return done


class Killed(BaseException):
    """The end of a process, right here: nothing catches it."""


def killed() -> None:
    """End the process here."""
    raise Killed
