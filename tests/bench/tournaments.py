"""What tournaments cost: pairing many entrants, and an evening of house bots from the first round to the last."""

import time
from typing import Final, NamedTuple

from redis import Redis

from eights.client import TournamentClient
from eights.tournaments.pairing import next_plan
from eights.tournaments.places import default_points, table_result
from eights.tournaments.plan import PairingRules, RoundPlan, RoundResult

PAIRED: Final = 1_000
ENTRANTS: Final = 64
ROUNDS: Final = 5
LOOK_EVERY_S: Final = 0.1


class Evening(NamedTuple):
    """A tournament that was played."""

    seconds: float
    stored_bytes: int


def pairing_seconds(rounds: int = ROUNDS + 1) -> list[float]:
    """Return how long each round of a Swiss of a thousand takes to be paired; who is seeded higher wins."""
    field = [f"entrant {number}" for number in range(PAIRED)]
    rank = {entrant: number for number, entrant in enumerate(field)}
    history: list[RoundResult] = []
    taken = []
    for _ in range(rounds):
        begun = time.perf_counter()
        plan = next_plan(PairingRules("swiss", rounds=rounds), field, history, bye_points=1.0)
        taken.append(time.perf_counter() - begun)
        history.append(_played(plan, rank))
    return taken


def _played(plan: RoundPlan, rank: dict[str, int]) -> RoundResult:
    by_place = default_points(2)
    return RoundResult(
        tuple(
            table_result(table, [rank[seat] for seat in table.seats], by_place, lowest_wins=True)
            for table in plan.tables
        ),
        plan.byes,
    )


def evening_of_house_bots(url: str, store: Redis) -> Evening:
    """Play a Swiss of house bots on a server; return how long it took, and what it left in the store."""
    before = _used(store)
    with TournamentClient(url) as stranger:
        entrants = ["bot:steady", "bot:random"] * (ENTRANTS // 2)
        wish = {"name": "Bench", "variant": "crazy-eights", "format": "swiss", "rounds": ROUNDS, "entrants": entrants}
        created = stranger.create({**wish, "visibility": "unlisted"})
    tournament = created.tournament.id
    begun = time.perf_counter()
    with TournamentClient(url, created.organiser_token) as organiser:
        organiser.start(tournament)
        for number in range(1, ROUNDS + 1):
            if number > 1:
                organiser.next_round(tournament, number)
            while organiser.round(tournament, number).status != "over":
                time.sleep(LOOK_EVERY_S)
        organiser.standings(tournament)
    return Evening(time.perf_counter() - begun, _used(store) - before)


def _used(store: Redis) -> int:
    return sum(int(store.memory_usage(key, samples=0) or 0) for key in store.scan_iter(count=1000))


def report(url: str, store: Redis) -> None:
    """Measure and print."""
    first, *_, last = pairing_seconds()
    print(f"\nPairing a Swiss of {PAIRED:,}: {first:.2f} s the first round, {last:.2f} s the last of {ROUNDS + 1}")
    evening = evening_of_house_bots(url, store)
    games = ENTRANTS // 2 * ROUNDS
    print(f"A Swiss of {ENTRANTS} house bots, {ROUNDS} rounds ({games} games): {evening.seconds:.1f} s")
    print(f"  {evening.stored_bytes / 1024:.0f} KB in the store, {evening.stored_bytes / games / 1024:.1f} KB a game")
