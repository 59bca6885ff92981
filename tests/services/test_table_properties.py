"""What holds at every table, under any rules, however people, house bots and clocks play on it, come and go."""

import random
import secrets
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from builders import creation, game
from eights.rules.deck import full_deck
from eights.rules.legality import legal_moves
from eights.rules.moves import Play
from eights.rules.replay import beginning, replayed
from eights.rules.state import Seat, State
from eights.rules.verification import verify
from eights.services.access import Caller, hash_token
from eights.services.changes import Asked
from eights.services.course import AWAY_TURN_MS, goes_on
from eights.services.game import Game, SeatHolder, TurnClock
from eights.services.ports import Due
from eights.services.reading import replay_view
from random_rules import RandomMatch, matches_to_play
from rounds import begun
from timed import TimedServer

STEPS = 40
MOVE_S = 10


@pytest.fixture(scope="module")
def server(_timed_store: str) -> TimedServer:
    """A server whose clock is moved by hand, the same for all examples: each has a game of its own."""
    return TimedServer(_timed_store)


@st.composite
def tables(draw: st.DrawFn) -> tuple[RandomMatch, Game]:
    """A table at which people and house bots sit, under random rules, not dealt yet."""
    match = draw(matches_to_play(most_seats=6))
    rules, seats, seed = match
    sits = st.sampled_from([None, None, "steady", "random"])
    holders = tuple(_holder(seat, draw(sits)) for seat in range(seats))
    clock = st.builds(TurnClock, st.just(MOVE_S), st.sampled_from(["auto", "bot", "forfeit"]), st.integers(1, 3))
    laid = replace(
        game(secrets.token_hex(8), seats=seats, visibility="unlisted"),
        seats=holders,
        auto_deal=draw(st.booleans()),
        on_leave=draw(st.sampled_from(["bot", "forfeit"])),
        clock=draw(st.none() | clock),
        host_hash=hash_token("host"),
        state=begun(rules, seats, seed),
    )
    return match, laid


def _holder(seat: Seat, bot: str | None) -> SeatHolder:
    name = f"Player {seat}"
    return SeatHolder(name, hash_token(name)) if bot is None else SeatHolder(bot, bot=bot)


class Evening:
    """One match at a table, played by chance through the services."""

    def __init__(self, server: TimedServer, laid: Game, chance: random.Random) -> None:
        self.server = server
        self.chance = chance
        self.id = laid.id
        self.laid = laid
        assert server.store.commit(creation(laid))

    def now(self) -> Game:
        stored = self.server.store.read(self.id).game
        assert stored is not None
        return stored

    def people(self) -> list[Seat]:
        now = self.now()
        seats = enumerate(now.seats)
        return [seat for seat, holder in seats if holder.bot is None and seat not in now.state.out]

    def go_on(self, leaving: float = 0.05) -> bool:
        """Let one thing happen; return False if nothing can any more."""
        now, parts = self.now(), self.server.parts
        if now.status == "finished":
            return False
        people = self.people()
        if people and now.status != "ready" and self.chance.random() < leaving:
            self._say("leaves", seat := self.chance.choice(people))
            parts.seats.leave(self.id, seat, self._asked(seat))
        elif (goes_on(now) and now.status == "playing") or (now.deadline_ms and self.chance.random() < 0.3):
            self._say("the clock", now.deadline_ms)
            self.server.clock.ms = now.deadline_ms or 0
            parts.clocks.attend(Due(self.id, 0, entered=False))
        elif now.status != "playing":
            self._say("deals", None)
            parts.deals.deal(self.id, Asked(Caller(hash_token("host"), "")))
        else:
            self._move(now, people)
        return True

    def _move(self, now: Game, people: list[Seat]) -> None:
        self.server.clock.ms += self.chance.randrange(100)
        options = [(seat, move) for seat in people for move in legal_moves(now.state, seat)]
        seat, move = self.chance.choice(options)
        if isinstance(move, Play) and self.chance.random() < 0.5:
            move = replace(move, announce=False)
        self._say(f"plays {move}", seat)
        late = now.deadline_ms is not None and self.server.clock.ms >= now.deadline_ms
        if not late:
            self.server.parts.moves.make(self.id, move, self._asked(seat))

    def _asked(self, seat: Seat) -> Asked:
        return Asked(Caller(hash_token(f"Player {seat}"), ""))

    def _say(self, what: str, who: int | None) -> None:
        note(f"{who} {what}")


def evening(server: TimedServer, table: tuple[RandomMatch, Game], at_once: int) -> Iterator[Evening]:
    """Yield a match after each thing that happened."""
    match, laid = table
    playing = Evening(server, laid, random.Random(match.seed))
    with patch("eights.services.course.AT_ONCE", at_once):
        for _ in range(STEPS):
            if not playing.go_on():
                return
            yield playing


AT_ONCE = st.sampled_from([2, 30])


@settings(max_examples=settings().max_examples // 2)
@given(tables(), AT_ONCE)
def test_cards_are_conserved_somebody_is_waited_for_and_the_steps_recompute_it_all(
    server: TimedServer, table: tuple[RandomMatch, Game], at_once: int
) -> None:
    deck = sorted(full_deck(table[0].rules, table[0].seats))
    now, version = table[1], 1
    for playing in evening(server, table, at_once):
        now = playing.now()
        assert cards_of(now.state) == deck
        assert now.version in (version, version + 1)
        version = now.version
        check_who_is_waited_for(now, playing)
    steps = server.store.steps(now.id)
    *_, recomputed = replayed(beginning(now.state.rules, now.state.chance, None), steps)
    assert recomputed == now.state
    assert now.status != "finished" or verify(replay_view(now, steps)).findings == ()


def cards_of(state: State) -> list[str]:
    laid = state.round
    assert laid is not None
    return sorted([*laid.stock, *laid.discard, *(card for hand in laid.hands for card in hand)])


def check_who_is_waited_for(now: Game, playing: Evening) -> None:
    laid, clock_ms = now.state.round, playing.server.clock.ms
    assert laid is not None
    if now.status in ("finished", "round_over") and not goes_on(now):
        assert now.deadline_ms is None
    elif goes_on(now):
        assert now.deadline_ms is not None
        assert now.deadline_ms <= clock_ms
    else:
        assert now.seats[laid.turn].bot is None
        assert legal_moves(now.state, laid.turn)
        assert (now.deadline_ms is None) == (now.clock is None)
        longest = AWAY_TURN_MS if now.seats[laid.turn].away else 1000 * MOVE_S
        assert now.deadline_ms is None or now.deadline_ms <= clock_ms + longest


@settings(max_examples=settings().max_examples // 8)
@given(tables())
def test_left_to_bots_and_clocks_every_match_comes_to_an_end(
    server: TimedServer, table: tuple[RandomMatch, Game]
) -> None:
    match, laid = table
    short = replace(match.rules, turn_limit=25, match=replace(match.rules.match, type="rounds", rounds=2))
    laid = replace(laid, clock=TurnClock(MOVE_S), state=replace(laid.state, rules=short))
    playing = Evening(server, laid, random.Random(match.seed))
    for _ in range(400):
        now = playing.now()
        if now.status == "finished":
            return
        if now.deadline_ms is not None:
            server.clock.ms = now.deadline_ms
            server.clocks.attend(Due(laid.id, 0, entered=False))
        else:
            server.parts.deals.deal(laid.id, Asked(Caller(hash_token("host"), "")))
    pytest.fail("the match goes on and on")
