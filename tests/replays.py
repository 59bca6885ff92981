"""Replays of matches played at random, as the server hands them out."""

import random
from collections.abc import Iterable

from hypothesis import strategies as st
from msgspec.structs import replace

from eights.rules.catalogue import resolve, variant, variants
from eights.rules.dealing import with_entropy
from eights.rules.events import By
from eights.rules.relabelling import relabelling
from eights.rules.replay import Dealt, Step
from eights.rules.replay_file import Replay, sealed
from eights.rules.ruleset import Rules
from eights.rules.shuffle import BLIND_BYTES
from eights.rules.state import Seat, State
from eights.services.game import Game, SeatHolder
from eights.services.reading import replay_view
from random_rules import matches_to_play
from rounds import begun, played_at_random

ID = "mzxw6ytboi4dqmjt"
NAMES = ("Ana", 'Benoît \\ "B"', "Chloé", "Đovic", "Eve 🂡", "Finn")
ENTROPIES = ("", "a die fell on 4", "é 🎲", '"\\/')


def replay_of(  # noqa: PLR0913 - what a test does not speak of has a default
    rules: Rules,
    seats: int,
    seed: int,
    *,
    most: int = 1500,
    leaving: float = 0.0,
    entropies: Iterable[str] = (),
    first_dealer: Seat | None = None,
    shared: bytes = b"",
) -> Replay:
    """Play a match at random, some steps by the server; a match not over after ``most`` steps is called off.

    ``shared`` is the blind of a match that shares its deals; its suits follow from it.
    """
    chance = random.Random(seed)
    state = replace(begun(rules, seats, seed), dealer=first_dealer)
    for seat, entropy in zip(range(seats), entropies, strict=False):
        state = with_entropy(state, seat, entropy)
    if shared:
        state = replace(state, chance=replace(state.chance, blind=shared, suits=relabelling(rules, shared)))
    steps: list[Step] = []
    for step, after, _ in played_at_random(state, chance, most=most, leaving=leaving):
        steps.append(_perhaps_by_the_server(step, chance))
        state = after
    return replay_view(_over(state, first_dealer, len(steps)), steps)


def replay_of_variant(variant_id: str, options: Iterable[str] = (), seats: int = 3, seed: int = 1) -> Replay:
    """Play a match of a variant at random, everybody's entropy mixed in."""
    rules = resolve(variant(variant_id), options)
    replay = replay_of(rules, seats, seed, entropies=ENTROPIES)
    return sealed(replace(replay, variant=variant_id, options=tuple(options)))


@st.composite
def replays(draw: st.DrawFn, most: int = 150) -> Replay:
    """Replays under any rules, or those of a variant under any options that go together."""
    rules, seats, seed = draw(st.one_of(matches_to_play(), _variants_to_play()))
    return replay_of(
        rules,
        seats,
        seed,
        most=most,
        leaving=draw(st.sampled_from([0.0, 0.02])),
        entropies=draw(st.lists(st.sampled_from(ENTROPIES), max_size=seats)),
        first_dealer=draw(st.none() | st.integers(0, seats - 1)),
        shared=draw(st.just(b"") | st.binary(min_size=BLIND_BYTES, max_size=BLIND_BYTES)),
    )


@st.composite
def _variants_to_play(draw: st.DrawFn) -> tuple[Rules, int, int]:
    chosen = draw(st.sampled_from(list(variants().values())))
    options = draw(st.lists(st.sampled_from(sorted(chosen.options)), unique=True)) if chosen.options else []
    try:
        rules = resolve(chosen, options)
    except ValueError:  # these do not go together
        rules = chosen.rules
    return rules, draw(st.integers(rules.players.min, rules.players.max)), draw(st.integers(0, 2**32))


def _perhaps_by_the_server(step: Step, chance: random.Random) -> Step:
    by: By | None = chance.choice((None, None, None, "bot", "clock"))
    return step if isinstance(step, Dealt) or by is None else replace(step, by=by)


def _over(state: State, first_dealer: Seat | None, steps: int) -> Game:
    aborted = state.status != "finished"
    return Game(
        id=ID,
        version=1 + steps,
        variant="crazy-eights",
        options=(),
        created_at_ms=1_764_460_800_000,
        host_hash=bytes(32),
        visibility="public",
        auto_deal=False,
        on_leave="forfeit",
        seats=tuple(SeatHolder(NAMES[seat % len(NAMES)]) for seat in range(state.seats)),
        first_dealer=first_dealer,
        state=replace(state, status="finished"),
        aborted=aborted,
    )
