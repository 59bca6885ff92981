"""Nobody sets what is not theirs to set: a field that is not of a request is refused, whatever it is called.

The names are those of what the server keeps: versions, owners, hashes of tokens, seeds, ratings.
"""

import copy
from collections.abc import Iterable, Iterator
from typing import Any, Final

import pytest

from eights.rules.faults import MOST_FAULTS
from eights.rules.state import Chance, State
from eights.services.game import Game, SeatHolder
from eights.services.matches.match import Entrant, Match
from eights.services.players.player import Player
from eights.services.ratings.rating import Rating
from eights.services.tournaments.tournament import Entry, Plan, Tournament
from guarding.documented import OPERATIONS, WITH_BODY, Described, resolved
from guarding.guarded_world import BODIES, GuardedWorld

KEPT: Final = (Game, SeatHolder, State, Chance, Player, Match, Entrant, Tournament, Entry, Plan, Rating)
NAMES: Final = sorted({"is_admin", "__proto__"}.union(*(struct.__struct_fields__ for struct in KEPT)))
AT_ONCE: Final = MOST_FAULTS // 2
JUDGED_ELSEWHERE: Final = "rules"
"""A patch on the rules has codes of its own for what rules do not have."""


def places(value: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each object in a body, and where it is."""
    if isinstance(value, dict):
        yield path, value
        for name, inner in value.items():
            if name != JUDGED_ELSEWHERE:
                yield from places(inner, f"{path}{name}.")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from places(inner, f"{path}{number}.")


def spoiled(body: Any, fields: Iterable[str]) -> Iterator[tuple[set[str], Any]]:
    """Yield the body with more fields, in each of its objects in turn; and the places of those fields."""
    for number, (path, _) in enumerate(places(body)):
        copied = copy.deepcopy(body)
        list(places(copied))[number][1].update(dict.fromkeys(fields, 1))
        yield {f"{path}{field}" for field in fields}, copied


def asked_for(schema: Any) -> set[str]:
    """Return all names of fields that a body may have, in whatever depth."""
    schema = resolved(schema)
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", []), *schema.get("allOf", [])]
    inner += [schema["items"]] if "items" in schema else []
    return set(schema.get("properties", {})).union(*map(asked_for, inner))


def refused(world: GuardedWorld, operation: Described, body: Any) -> Any:
    """Send a body as somebody who may ask for the operation, and return the problem."""
    for kind in ("seat", "seated", "organiser"):
        answer = world.ask(operation, kind, body=body)
        if answer.status_code not in (401, 403):
            assert answer.status_code == 422, (body, answer.text)
            return answer.json()
    pytest.fail(f"nobody may ask for {operation.id}")


@pytest.mark.parametrize("name", WITH_BODY)
def test_a_field_that_is_kept_but_not_asked_for_is_refused(world: GuardedWorld, name: str) -> None:
    operation, before = WITH_BODY[name], world.kept()
    foreign = [field for field in NAMES if field not in asked_for(operation.body_schema)]
    for body in [BODIES.get(name, operation.examples[0]), *operation.examples[1:]]:
        for start in range(0, len(foreign), AT_ONCE):
            for paths, wrong in spoiled(body, foreign[start : start + AT_ONCE]):
                faults = {fault["path"]: fault["code"] for fault in refused(world, operation, wrong)["errors"]}
                assert {path for path in paths if faults.get(path) != "unknown_field"} == set()
    assert world.kept().changed_since(before) == []


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_argument_that_is_not_asked_for_is_refused(world: GuardedWorld, name: str) -> None:
    operation = OPERATIONS[name]
    before = world.kept()
    for argument in ("player", "seat", "token", "_method", "version"):
        kinds = ("seat", "seated", "organiser", "host", "nobody")
        answers = [world.ask(operation, kind, query=f"{argument}=1") for kind in kinds]
        assert {answer.status_code for answer in answers} <= {401, 403, 422}
        told = [answer.json()["errors"] for answer in answers if answer.status_code == 422]
        assert told
        assert all(argument in {fault["path"] for fault in errors} for errors in told)
    assert world.kept().changed_since(before) == []
