"""The course of a tournament as an organiser drives it: a round begun, waited for, and the next one."""

import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final, TypeVar

from eights.client.problems import ProblemError, ServerUnreachable
from eights.client.tournament_models import Round, Tournament
from eights.client.tournaments import TournamentClient

T = TypeVar("T")
Pause = Callable[[float], None]
"""Waits for so many seconds."""

SHORTEST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 5.0
PATIENCE: Final = 60
"""How many times in a row no server may be there: with its own retries, and a pause after each, some eight minutes."""
OVER: Final = frozenset({"finished", "aborted"})
WAITS: Final = frozenset({"games_open", "round_on"})
"""Blockers that go away by waiting."""


def begin_next(
    client: TournamentClient, tournament_id: str, wishes: Mapping[str, Any] | None = None, *, dry_run: bool = False
) -> Round:
    """Begin a tournament, or its next round once it has begun.

    Of two that ask at once, both get the same round. Raises what the client raises: ``tournament_blocked`` as long as
    a round is on.
    """
    seen = client.tournament(tournament_id)
    if seen.status == "open":
        return client.start(tournament_id, wishes, dry_run=dry_run)
    return client.next_round(tournament_id, seen.round + 1, wishes, dry_run=dry_run)


def wait_for_round(
    client: TournamentClient,
    tournament_id: str,
    looked: Callable[[], None] = lambda: None,
    pause: Pause = time.sleep,
) -> Tournament:
    """Wait until no round is on, also while the server restarts; ``looked`` is called after each look."""
    seen = patiently(partial(client.tournament, tournament_id), pause)
    pause_s = SHORTEST_PAUSE_S
    while seen.round_on:
        looked()
        pause(pause_s)
        changed = patiently(partial(client.tournament_after, tournament_id, seen.at), pause)
        pause_s = min(1.5 * pause_s, LONGEST_PAUSE_S) if changed is None else SHORTEST_PAUSE_S
        seen = changed or seen
    looked()
    return seen


def play_on(client: TournamentClient, tournament_id: str, pause: Pause = time.sleep) -> Iterator[Round]:
    """Play a tournament to its end: yield each round as it begins, the one that is on already too.

    Whoever takes the next round is kept waiting until the one before is over. Raises what the client raises, after
    waiting for a server that restarts.
    """
    seen = patiently(partial(client.tournament, tournament_id), pause)
    while seen.status not in OVER:
        if seen.round_on:
            begun: Round | None = patiently(partial(client.round, tournament_id, seen.round), pause)
        else:
            begun = _begun(client, tournament_id, pause)
        if begun is not None:
            yield begun
        seen = wait_for_round(client, tournament_id, pause=pause)


def _begun(client: TournamentClient, tournament_id: str, pause: Pause) -> Round | None:
    """Begin a round; None where something came first that is to be waited for: a game played again, another's round."""
    try:
        return patiently(partial(begin_next, client, tournament_id), pause)
    except ProblemError as problem:
        if not problem.blockers or any(blocker.code not in WAITS for blocker in problem.blockers):
            raise
        pause(SHORTEST_PAUSE_S)
        return None


def patiently(ask: Callable[[], T], pause: Pause = time.sleep) -> T:
    """Ask until a server answers, for some minutes: what is asked must be safe to repeat."""
    for _ in range(PATIENCE):
        try:
            return ask()
        except ServerUnreachable:
            pause(LONGEST_PAUSE_S)
    return ask()
