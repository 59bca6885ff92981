"""What clocks cost: how late they fire with many running, and what they take while none is due."""

import os
import random
import secrets
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from bench.load import Measured
from bench.plan import CountedSecrets, NoWakes
from eights.app import SystemClock
from eights.services.access import Caller
from eights.services.changes import Asked
from eights.services.creation import NewGame, SeatWish
from eights.services.game import Game, TurnClock, Update
from eights.services.lifetimes import Lifetimes
from eights.services.ports import Commit
from eights.services.stores import Stores
from eights.web.parts import assembled
from eights.web.slots import StreamLimits

RUNNING = 10_000
RUNS_FOR_S = (20, 80)
"""Each clock has run out between so many seconds after it was set."""
MOVE_S = 600
"""So long a turn may take after that: none fires twice."""
PAUSE_S = 10
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


def running_clocks(stores: Stores) -> dict[str, int]:
    """Set clocks running, each in a game of its own; return the first deadline of each, in ms."""
    game = _dealt(stores)
    timetable, clock, chance = stores.timetable, SystemClock(), random.Random(1)
    deadlines = {}
    for _ in range(RUNNING):
        deadline_ms = clock.now_ms() + round(1000 * chance.uniform(*RUNS_FOR_S))
        one = replace(game, id=secrets.token_hex(8), deadline_ms=deadline_ms)
        timetable.enter(one.id, deadline_ms)
        assert stores.games.commit(Commit(one, Update(1, ()), steps=(), expires_in_s=3600))
        deadlines[one.id] = deadline_ms
    return deadlines


def lateness(stores: Stores, deadlines: dict[str, int]) -> Measured:
    """Wait until all have fired once; each latency is from a deadline to the moment at which the server acted on it."""
    last_ms = max(deadlines.values())
    time.sleep(max(0.0, last_ms / 1000 + PAUSE_S - time.time()))
    late_s = []
    for game_id, deadline_ms in deadlines.items():
        game = stores.games.read(game_id).game
        assert game is not None
        assert game.deadline_ms is not None
        assert game.version == 2, "a clock has not fired, or more than once"
        late_s.append((game.deadline_ms - 1000 * MOVE_S - deadline_ms) / 1000)
    return Measured(RUNS_FOR_S[1] - RUNS_FOR_S[0], late_s, 0)


def processor_share(workers: Sequence[int]) -> float:
    """Return what the workers take of one processor together, while nobody asks for anything."""
    before = sum(map(_processor_s, workers))
    time.sleep(PAUSE_S)
    return (sum(map(_processor_s, workers)) - before) / PAUSE_S


def _dealt(stores: Stores) -> Game:
    numbers = CountedSecrets(10**9)
    parts = assembled(stores, NoWakes(), SystemClock(), numbers, Lifetimes(), StreamLimits())
    wish = NewGame(
        variant="huit-americain",
        seats=tuple(SeatWish(name=f"Player {seat}") for seat in range(4)),
        visibility="unlisted",
        auto_deal=True,
        clock=TurnClock(MOVE_S, "auto", 20),
    )
    created = parts.creation.create(wish, Asked(Caller(None, "bench")))
    game = stores.games.read(msgspec.json.decode(created.body)["game"]["id"]).game
    assert game is not None
    return game


def _processor_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_A_SECOND
