"""Games and commits for tests that need some, dealt and played by the real engine."""

import random
from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from eights.rules.catalogue import resolve, variant
from eights.rules.dealing import new_game
from eights.rules.legality import legal_moves
from eights.rules.replay import Dealt, Moved, Step, take
from eights.services.game import Game, SeatHolder, Update, Visibility
from eights.services.ports import Commit, GameStore

SEED = bytes(range(32))
LABEL = "k3qa7"
CREATED_AT_MS = 1_750_000_000_000


def game(
    game_id: str = LABEL,
    *,
    variant_id: str = "crazy-eights",
    seats: int = 4,
    seed: bytes = SEED,
    label: str = LABEL,
    visibility: Visibility = "public",
    created_at_ms: int = CREATED_AT_MS,
) -> Game:
    """Return a game as it is created, every seat taken, not dealt yet; its cards are the same whatever its id."""
    rules = resolve(variant(variant_id))
    holders = tuple(SeatHolder(f"Player {seat}", bytes([seat]) * 32) for seat in range(seats))
    return Game(
        id=game_id,
        version=1,
        variant=variant_id,
        options=(),
        created_at_ms=created_at_ms,
        host_hash=b"h" * 32,
        visibility=visibility,
        auto_deal=False,
        on_leave="forfeit",
        seats=holders,
        first_dealer=None,
        state=new_game(rules, seats, seed, label),
        mark=0x3F01,
    )


def creation(of: Game, *, expires_in_s: int = 3600) -> Commit:
    """Return the commit that creates a game."""
    return Commit(game=of, update=Update(of.version, (), of.mark), steps=(), expires_in_s=expires_in_s)


def after_step(of: Game, step: Step) -> Commit:
    """Return the commit of a game's next step."""
    state, events = take(of.state, step)
    version = of.version + 1
    to = replace(of, version=version, state=state, mark=0x3F00 | version % 256)
    return Commit(
        game=to,
        update=Update(version, tuple(events), to.mark),
        steps=(step,),
        expires_in_s=3600,
        replaced_mark=of.mark,
    )


def played_at_random(of: Game, seed: int = 1) -> Iterator[Commit]:
    """Yield the commits of a whole match: deals, and legal moves chosen by chance."""
    chance = random.Random(seed)
    while of.status != "finished":
        commit = after_step(of, any_step(of, chance))
        yield commit
        of = commit.game


def commit_all(store: GameStore, new: Game, count: int) -> list[Commit]:
    """Commit the creation of a game and up to so many steps of it; return the commits."""
    commits = [creation(new), *islice(played_at_random(new), count)]
    assert all(store.commit(commit) for commit in commits)
    return commits


def any_step(of: Game, chance: random.Random) -> Step:
    """Return a step that a game may take next: a deal where one is due, else a legal move of the seat on turn."""
    if of.state.round is None or of.status != "playing":
        return Dealt()
    turn = of.state.round.turn
    return Moved(turn, chance.choice(legal_moves(of.state, turn)))
