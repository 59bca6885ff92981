"""Each operation by itself: documented and undocumented data, on games in every state."""

import zlib
from typing import Any, Final

from conformance.described_api import Case, described_api, documented_code, is_wrong_in_its_path, operation_id
from conformance.table_book import TableBook
from conformance.world import World

TWO: Final = [{"name": "Ana"}, {"name": "Benoît"}]
STAGES: Final[tuple[tuple[dict[str, Any], list[tuple[str, str]]], ...]] = (
    ({"seats": [{"name": "Ana"}, {}]}, []),
    ({"seats": TWO, "visibility": "private"}, []),
    ({"seats": TWO}, [("POST", "/deals")]),
    ({"seats": TWO, "auto_deal": True, "first_dealer": 0}, []),
    ({"seats": TWO}, [("POST", "/deals"), ("DELETE", "")]),
)
"""Games of each kind: what is asked for at their creation, and what their host does then."""


HOUSE: Final = ["bot:steady", "bot:random", "bot:steady"]
EVENTS: Final[tuple[tuple[dict[str, Any], list[tuple[str, str]]], ...]] = (
    ({"format": "swiss"}, []),
    ({"format": "swiss", "entrants": HOUSE, "open": True}, [("POST", "/start")]),
    ({"format": "knockout", "entrants": HOUSE}, [("POST", "/start")]),
    ({"format": "round_robin", "entrants": HOUSE, "duplicate": True, "deals_per_table": 2}, [("POST", "/start")]),
    ({"format": "round_robin", "entrants": HOUSE, "pairing": "manual"}, []),
    ({"format": "round_robin", "entrants": HOUSE}, [("POST", "/start"), ("DELETE", "")]),
)
"""Tournaments of each kind: what is asked for at their creation, and what their organiser does then."""


@described_api().parametrize()
def test_answers_are_as_documented(case: Case, world: World) -> None:
    world.begin_anew()
    if "tournament_id" in case.path_parameters and not is_wrong_in_its_path(case):
        headers = _organising(case, world)
    else:
        headers = _seated(case, world) if _needs_a_game(case) else _registered(case, world)
    answer = case.call(headers=headers)
    case.validate_response(answer, additional_checks=[documented_code], headers=headers)


def _organising(case: Case, world: World) -> dict[str, str]:
    """Put a tournament in place of the drawn id, which picks it, and return the headers of its organiser.

    Where a game is named, it is one of the tournament's; where an entrant is, one of those that are in.
    """
    path = case.path_parameters
    wish, acts = EVENTS[zlib.crc32(str(path["tournament_id"]).encode()) % len(EVENTS)]
    client = world.app.test_client()
    created = client.post("/v1/tournaments", json={"name": "Cup", "variant": "draw-two", **wish}).get_json()
    path["tournament_id"] = created["tournament"]["id"]
    headers = {"Authorization": f"Bearer {created['organiser_token']}"}
    for method, below in acts:
        acted = client.open(f"/v1/tournaments/{path['tournament_id']}{below}", method=method, headers=headers)
        if "game_id" in path and below == "/start":
            path["game_id"] = acted.get_json()["tables"][0]["games"][0]["game_id"]
    if "entrant" in path:
        path["entrant"] = "bot:steady"
    return headers


def _needs_a_game(case: Case) -> bool:
    return "game_id" in case.path_parameters and not is_wrong_in_its_path(case)


def _registered(case: Case, world: World) -> dict[str, str]:
    """Register a player, and return the headers that it sends; its id takes the place of a drawn one."""
    book = TableBook()
    wish = {"name": "Otto", "kind": "bot"}
    book.learn("registerPlayer", {}, world.app.test_client().post("/v1/players", json=wish).get_json())
    if "player_id" in case.path_parameters and not is_wrong_in_its_path(case):
        case.path_parameters["player_id"] = book.player
    return book.headers(operation_id(case), case.path_parameters)


def _seated(case: Case, world: World) -> dict[str, str]:
    """Put a game in place of the drawn id, which picks it, and return the headers of somebody who plays in it."""
    wish, acts = STAGES[zlib.crc32(str(case.path_parameters["game_id"]).encode()) % len(STAGES)]
    client, book = world.app.test_client(), TableBook()
    created = client.post("/v1/games", json={"variant": "draw-two", **wish}).get_json()
    book.learn("createGame", {}, created)
    path = case.path_parameters
    path["game_id"] = created["game"]["id"]
    for method, below in acts:
        acted = client.open(
            f"/v1/games/{path['game_id']}{below}", method=method, headers=book.headers("dealRound", path)
        )
        book.learn("dealRound", path, acted.get_json())
    return book.headers(operation_id(case), path)
