"""Who may do what: every operation of the document, asked by every kind of caller about things that there are."""

from collections.abc import Mapping
from typing import Final

import httpx
import pytest

from guarding.documented import OPERATIONS, Described
from guarding.guarded_world import KINDS, GuardedWorld, Visibility

AT_THE_TABLE: Final = {"host", "seat", "other_seat", "seated"}
PLAYERS: Final = {"seated", "invited", "stranger"}
ASKED: Final = {"seated", "invited"}
ORGANISER: Final = {"organiser"}
SPECTATORS: Final = {"nobody", *AT_THE_TABLE, *PLAYERS}
WORTHLESS: Final = {"basic", "malformed", "unknown_player", "ended"}
"""What is no token at all, or was a player's: refused wherever a token is heeded."""
ANYBODY: Final = {*KINDS} - WORTHLESS

SERVED: Final[Mapping[str, set[str]]] = {
    **dict.fromkeys(("getGame", "getGameRules", "getScores", "getReplay", "followGame", "takeSeat"), SPECTATORS),
    **dict.fromkeys(("dealRound", "askForRematch"), AT_THE_TABLE),
    **dict.fromkeys(("listMoves", "makeMove"), AT_THE_TABLE - {"host"}),
    "leaveSeat": {"seat"},
    "abortGame": {"host"},
    **dict.fromkeys(("createGame", "joinGame", "createTournament"), ANYBODY),
    **dict.fromkeys(("getPlayer", "listRatedGames", "getMatch", "listMatchDeals"), ANYBODY),
    **dict.fromkeys(("getOwnProfile", "changeOwnProfile", "takeNewToken", "listOwnGames", "followInbox"), PLAYERS),
    "createMatch": PLAYERS,
    **dict.fromkeys(("enterMatch", "declineMatch"), ASKED),
    "abortMatch": {"seated"},
    **dict.fromkeys(("getTournament", "listRounds", "getStandings", "getResults", "getReplays"), ANYBODY),
    "enterTournament": {"organiser", "seated", "invited"},
    "withdrawFromTournament": {"organiser", "seated"},
    **dict.fromkeys(("startTournament", "beginNextRound", "ruleOnGame", "abortTournament"), ORGANISER),
}
"""Whom an operation serves that heeds tokens: everybody else is refused."""
SERVED_IN_PRIVATE: Final[Mapping[str, set[str]]] = {
    **{name: who & AT_THE_TABLE for name, who in SERVED.items() if OPERATIONS[name].path.startswith("/v1/games/{")},
    "takeSeat": {"host"},  # who sits there needs no seat, and nobody else was invited
}
"""The same for a private game: to all who do not sit there it is as if there were none."""
OPEN: Final = {
    *("listVariants", "getVariant", "resolveRules", "listGames", "registerPlayer", "listLeaders", "listTournaments"),
    *("listBots", "checkHealth", "checkReadiness", "getMetrics", "getProblem"),
}
"""What is the same to everybody, whatever token comes with it."""
NEVER_YET: Final = {"beginNextRound"}
"""What cannot succeed where the world stands still: the first round is on."""


def test_for_each_operation_it_is_said_whom_it_serves() -> None:
    assert SERVED.keys() | OPEN == OPERATIONS.keys()
    assert {name for name, one in OPERATIONS.items() if one.bearer == "ignored"} == OPEN
    assert all("nobody" in SERVED[name] for name, one in OPERATIONS.items() if one.bearer == "optional")
    assert not any("nobody" in SERVED[name] for name, one in OPERATIONS.items() if one.bearer == "required")


def refusals(operation: Described, kind: str, visibility: Visibility) -> set[int]:
    """Return the statuses with which a caller may be refused whom an operation does not serve."""
    if kind in WORTHLESS or (kind == "nobody" and operation.bearer == "required"):
        return {401}
    return {401, 403} if visibility == "public" else {401, 403, 404}


def assert_refused(operation: Described, answer: httpx.Response) -> None:
    """Check that an answer is a documented problem."""
    documented = operation.raw["responses"][str(answer.status_code)]["content"]["application/problem+json"]
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] in documented["examples"]
    assert ("WWW-Authenticate" in answer.headers) == (answer.status_code == 401)


def assert_only_these_are_served(
    world: GuardedWorld, operation: Described, served: set[str], visibility: Visibility = "public"
) -> None:
    wrong: list[tuple[str, str, object]] = []
    for kind in KINDS:
        before = world.kept()
        answer = world.ask(operation, kind, visibility)
        if kind in served:
            if answer.status_code in (401, 403, 404) or answer.status_code >= 500:
                wrong.append((kind, "is served", answer.text))
            world.restore()
            continue
        if answer.status_code not in refusals(operation, kind, visibility):
            wrong.append((kind, "is refused", answer.text))
            world.restore()
            continue
        assert_refused(operation, answer)
        changed = world.kept().changed_since(before)
        if changed:
            wrong.append((kind, "changes nothing", changed))
    assert wrong == []


@pytest.mark.parametrize("name", SERVED)
def test_who_is_not_served_is_refused_and_changes_nothing(world: GuardedWorld, name: str) -> None:
    assert_only_these_are_served(world, OPERATIONS[name], SERVED[name])


@pytest.mark.parametrize("name", SERVED_IN_PRIVATE)
def test_to_others_a_private_game_is_closed(world: GuardedWorld, name: str) -> None:
    assert_only_these_are_served(world, OPERATIONS[name], SERVED_IN_PRIVATE[name], "private")


@pytest.mark.parametrize("name", sorted(OPEN))
def test_what_is_open_is_open_to_every_caller(world: GuardedWorld, name: str) -> None:
    for kind in KINDS:
        assert world.ask(OPERATIONS[name], kind).is_success, kind


@pytest.mark.parametrize("name", sorted(OPERATIONS.keys() - NEVER_YET))
def test_somebody_succeeds_with_each_operation(world: GuardedWorld, name: str) -> None:
    """Else the refusals of the others would say nothing."""
    assert any(world.ask(OPERATIONS[name], kind).is_success for kind in sorted(SERVED.get(name, ANYBODY)))


@pytest.mark.parametrize("name", [name for name in SERVED if OPERATIONS[name].method == "GET"])
def test_head_is_refused_where_get_is(world: GuardedWorld, name: str) -> None:
    for kind in KINDS:
        head, get = (world.ask(OPERATIONS[name], kind, method=method) for method in ("HEAD", "GET"))
        assert (head.status_code, head.content) == (get.status_code, b""), kind
