"""Operations one after the other, along the links of the document: games are created, joined, played and left."""

import json
import zlib
from collections.abc import Sequence
from typing import Any, Final, TypeVar

import hypothesis
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.stateful import OpenAPIStateMachine

from conformance.described_api import (
    FUZZ_EXAMPLES,
    Case,
    described_api,
    documented_code,
    is_wrong_on_purpose,
    operation_id,
)
from conformance.table_book import TableBook
from conformance.world import World
from eights.rules.cards import RANKS

TWO: Final = [{"name": "Ana"}, {"name": "Benoît"}]
SHORT: Final = {
    "hand_size": {"2": 1, "default": 1},
    "cards": {rank: {"wild": True} for rank in RANKS},
    "draw": {"when": "stuck"},
    "match": {"type": "rounds", "rounds": 2},
}
"""One card each, and all fit: the first move ends the round, and another one the match."""
FIRST_WISH: Final[dict[str, Any]] = {"variant": "crazy-eights", "seats": TWO, "rules": SHORT}
ROOMY_WISH: Final[dict[str, Any]] = {"variant": "synthesis", "seats": [{}, {}, {}, {}, {}, {}]}
WISHES: Final[tuple[dict[str, Any], ...]] = (
    {"variant": "draw-two", "seats": [{"name": "Ana"}, {}]},
    {"variant": "crazy-eights", "seats": [{"name": "Ana"}, {}], "rules": SHORT, "first_dealer": 0},
    {"variant": "huit-americain", "options": ["cumul"], "seats": [*TWO, {"name": "Chloé"}], "auto_deal": True},
    {"variant": "synthesis", "seats": TWO, "rules": SHORT, "auto_deal": True},
    {"variant": "survivor", "seats": TWO, "visibility": "private"},
)
"""What is asked for where drawn data would hardly ever name a variant, and the options that it has."""

UNREACHED: Final = {
    *("followGame", "followInbox"),  # wait; what they wait for is tested by itself
    *("listBots", "getProblem", "checkHealth", "checkReadiness", "getMetrics"),  # no link leads there, and none away
}
COMPETITIONS: Final = {
    *("createMatch", "getMatch", "abortMatch", "listMatchDeals", "enterMatch", "declineMatch"),
    *("createTournament", "getTournament", "abortTournament", "enterTournament", "withdrawFromTournament"),
    *("startTournament", "listRounds", "beginNextRound", "ruleOnGame", "getStandings", "getResults", "getReplays"),
}
"""Seldom reached, as none that is drawn goes on by itself; each is tried on one that does, in test_operations."""
STATUSES: Final = {"open", "ready", "playing", "round_over", "finished", "aborted"}
SETTINGS: Final = hypothesis.settings(
    max_examples=int(FUZZ_EXAMPLES or 40),
    stateful_step_count=30,
    deadline=None,
    derandomize=False,  # another round is to draw others
    phases=[hypothesis.Phase.generate],
    suppress_health_check=list(hypothesis.HealthCheck),
)

ROUNDS: Final = 5
"""How often they are drawn at most, until everything was reached: one round in several misses an operation."""

Item = TypeVar("Item")


class Play(OpenAPIStateMachine):
    """A sequence of operations, by people who hold the right tokens and mostly do what makes sense."""

    world: World
    succeeded: set[str]
    statuses: set[str]

    def setup(self) -> None:
        """Begin with two tables in an empty world: one whose first round is on, and one with room."""
        self.world.begin_anew()
        self.client = self.world.app.test_client()
        self.book = TableBook()
        self.book.learn("createGame", {}, self.client.post("/v1/games", json=FIRST_WISH).get_json())
        path = {"game_id": self.book.first}
        dealt = self.client.post(f"/v1/games/{self.book.first}/deals", headers=self.book.headers("dealRound", path))
        self.book.learn("dealRound", path, dealt.get_json())
        self.book.learn("createGame", {}, self.client.post("/v1/games", json=ROOMY_WISH).get_json())

    def before_call(self, case: Case) -> None:
        """Make a drawn request one that leads on; those that are wrong on purpose stay as they are."""
        if is_wrong_on_purpose(case):
            return
        for condition in ("Idempotency-Key", "If-Match", "If-None-Match"):
            case.headers.pop(condition, None)
        self._name_what_there_is(case)
        if operation_id(case) == "createGame":
            case.body = _one_of(WISHES, case.body)
        elif operation_id(case) == "resolveRules":
            bodies: tuple[Any, ...] = (case.body, {"options": []})
            case.body = _one_of(bodies, case.body)
        elif operation_id(case) == "takeSeat":
            self._find_room(case)
        elif operation_id(case) == "makeMove":
            case.body = _one_of(self._legal_moves(case), case.body)

    def _name_what_there_is(self, case: Case) -> None:
        """Ask about a game, a player and a variant that there are."""
        if "game_id" in case.path_parameters and not self.book.knows(case.path_parameters["game_id"]):
            case.path_parameters["game_id"] = self.book.first
        if "player_id" in case.path_parameters and self.book.player is not None:
            case.path_parameters["player_id"] = self.book.player
        if operation_id(case) == "listLeaders":
            case.query["variant"] = "draw-two"
        elif operation_id(case) == "listRatedGames":
            case.path_parameters["variant_id"] = "draw-two"

    def _find_room(self, case: Case) -> None:
        """Ask for a seat where there is one; every other time for any seat."""
        roomy = self.book.roomy
        if roomy is not None:
            case.path_parameters["game_id"] = roomy
            bodies: tuple[Any, ...] = (case.body, {"name": "Chloé"})
            case.body = _one_of(bodies, case.body)

    def _legal_moves(self, case: Case) -> list[Any]:
        headers = self.get_call_kwargs(case)["headers"]
        answer = self.client.get(f"/v1/games/{case.path_parameters['game_id']}/moves", headers=headers).get_json()
        return answer.get("legal_moves") or [case.body]

    def get_call_kwargs(self, case: Case) -> dict[str, Any]:
        """Send the token of somebody who may do it: no link can carry one. A request may be wrong for having none."""
        if is_wrong_on_purpose(case) and "Authorization" not in case.headers:
            return {"headers": {}}
        return {"headers": self.book.headers(operation_id(case), case.path_parameters)}

    def after_call(self, response: Response, case: Case) -> None:
        """Note what was reached."""
        super().after_call(response, case)
        if 200 <= response.status_code < 300:
            self.succeeded.add(operation_id(case))
            if response.headers["content-type"][0].startswith("application/json"):
                self.book.learn(operation_id(case), case.path_parameters, response.json())
            self.statuses |= self.book.statuses

    def validate_response(self, response: Response, case: Case, *_: Any, **sent: Any) -> None:
        """Check an answer, as an answer to somebody who meant to send these headers."""
        case.validate_response(
            response,
            additional_checks=[documented_code],
            headers=sent["headers"],
            transport_kwargs=sent,
            recorder=self.recorder,
        )


def test_sequences_are_answered_as_documented_and_reach_everything(world: World) -> None:
    api = described_api()
    reached: dict[str, Any] = {"world": world, "succeeded": set(), "statuses": set()}
    linked: type[Play] = type("LinkedPlay", (Play, api.as_state_machine()), reached)
    paths = api.raw_schema["paths"].values()
    documented = {one["operationId"] for path in paths for one in path.values() if "operationId" in one}
    assert documented > COMPETITIONS
    for _ in range(ROUNDS):
        linked.run(settings=SETTINGS)
        if reached["succeeded"] | COMPETITIONS == documented - UNREACHED and reached["statuses"] == STATUSES:
            return
    assert reached["succeeded"] | COMPETITIONS == documented - UNREACHED
    assert reached["statuses"] == STATUSES


def _one_of(things: Sequence[Item], drawn: object) -> Item:
    """Return one of some things, as what was drawn decides."""
    return things[zlib.crc32(json.dumps(drawn, sort_keys=True, default=repr).encode()) % len(things)]
