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


@described_api().parametrize()
def test_answers_are_as_documented(case: Case, world: World) -> None:
    world.begin_anew()
    headers = _seated(case, world) if _needs_a_game(case) else _registered(case, world)
    answer = case.call(headers=headers)
    case.validate_response(answer, additional_checks=[documented_code], headers=headers)


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
