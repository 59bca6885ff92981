"""Who may do what: every operation on a game, asked with every kind of token."""

from typing import Any, Final

import httpx
import pytest

from players import Somebody, players_table
from tables import Table, Who, assert_refused

MISSING: Final = (401, "token_missing")
INVALID: Final = (401, "token_invalid")
FORBIDDEN: Final = (403, "forbidden")
OK: Final = (200, None)
CREATED: Final = (201, None)
ON: Final = (409, "round_on")
STARTED: Final = (409, "game_started")
NO_REPLAY: Final = (409, "replay_not_ready")
NOT_YOURS: Final = (409, "not_your_turn")
TOO_SOON: Final = (409, "rematch_too_soon")

NEW_GAME: Final = {"variant": "draw-two"}
Expected = tuple[int, str | None]
Request = tuple[str, str, object]

WHO: Final = ("nobody", "malformed", "unknown", "elsewhere", "player", "host", "own", "other")
"""``own`` is the token of seat 0, which is on turn; ``elsewhere`` that of a seat at another table; ``player`` that of a
registered player who has nothing to do with the game."""
OUTSIDERS: Final = ("nobody", "unknown", "elsewhere", "player")

OF_A_GAME: Final[dict[str, tuple[Request, tuple[Expected, ...]]]] = {
    "getGame": (("GET", "", None), (OK, INVALID, INVALID, INVALID, OK, OK, OK, OK)),
    "getGameRules": (("GET", "/rules", None), (OK, INVALID, INVALID, INVALID, OK, OK, OK, OK)),
    "getScores": (("GET", "/scores", None), (OK, INVALID, INVALID, INVALID, OK, OK, OK, OK)),
    "getReplay": (
        ("GET", "/replay", None),
        (NO_REPLAY, INVALID, INVALID, INVALID, NO_REPLAY, NO_REPLAY, NO_REPLAY, NO_REPLAY),
    ),
    "listMoves": (("GET", "/moves", None), (MISSING, INVALID, INVALID, INVALID, FORBIDDEN, FORBIDDEN, OK, OK)),
    "makeMove": (
        ("POST", "/moves", {"action": "draw"}),
        (MISSING, INVALID, INVALID, INVALID, FORBIDDEN, FORBIDDEN, OK, NOT_YOURS),
    ),
    "dealRound": (("POST", "/deals", None), (MISSING, INVALID, INVALID, INVALID, FORBIDDEN, ON, ON, ON)),
    "takeSeat": (
        ("POST", "/seats", {"name": "Zoé"}),
        (STARTED, INVALID, INVALID, INVALID, STARTED, STARTED, STARTED, STARTED),
    ),
    "leaveSeat": (
        ("DELETE", "/seats/0", None),
        (MISSING, INVALID, INVALID, INVALID, FORBIDDEN, FORBIDDEN, OK, FORBIDDEN),
    ),
    "abortGame": (("DELETE", "", None), (MISSING, INVALID, INVALID, INVALID, FORBIDDEN, OK, FORBIDDEN, FORBIDDEN)),
    "askForRematch": (
        ("POST", "/rematch", None),
        (MISSING, INVALID, INVALID, INVALID, FORBIDDEN, TOO_SOON, TOO_SOON, TOO_SOON),
    ),
}
CELLS: Final = [
    (operation, who, expected)
    for operation, (_, row) in OF_A_GAME.items()
    for who, expected in zip(WHO, row, strict=True)
]


@pytest.fixture(scope="module")
def elsewhere(http: httpx.Client) -> str:
    return Table.dealt(http).tokens[0]


@pytest.fixture(scope="module")
def player(http: httpx.Client) -> str:
    return Somebody.registered(http).token


@pytest.fixture
def tokens(elsewhere: str, player: str) -> dict[str, Who]:
    """Whose token each kind is: a seat's number or ``host`` at the table itself."""
    strangers: dict[str, Who] = {"nobody": None, "malformed": "es_short", "unknown": f"es_{'A' * 43}"}
    return {**strangers, "elsewhere": elsewhere, "player": player, "host": "host", "own": 0, "other": 1}


def ask(table: Table, operation: str, token: Who) -> httpx.Response:
    (method, what, body), _ = OF_A_GAME[operation]
    return table.ask(method, what, token, body)


def assert_answered(answer: httpx.Response, expected: Expected) -> None:
    status, code = expected
    if code is None:
        assert answer.status_code == status, answer.text
    else:
        assert_refused(answer, status, code)
    assert ("WWW-Authenticate" in answer.headers) == (status == 401)


@pytest.mark.parametrize(("operation", "who", "expected"), CELLS)
def test_each_operation_answers_each_kind_of_token(
    http: httpx.Client, tokens: dict[str, Who], operation: str, who: str, expected: Expected
) -> None:
    table = Table.ready_to_draw(http)
    assert_answered(ask(table, operation, tokens[who]), expected)
    changed = expected == OK and OF_A_GAME[operation][0][0] != "GET"
    assert table.view()["version"] == (3 if changed else 2)


@pytest.mark.parametrize("operation", OF_A_GAME)
@pytest.mark.parametrize("who", ["host", "own", "other", "player"])
def test_players_tokens_are_answered_as_those_of_their_seats(
    http: httpx.Client, tokens: dict[str, Who], operation: str, who: str
) -> None:
    table = players_table(http, 2, first_dealer=1, rules={"starter": {"wild": "plain"}})
    assert table.post("/deals", 0).status_code == 200
    assert_answered(ask(table, operation, tokens[who]), OF_A_GAME[operation][1][WHO.index(who)])


@pytest.mark.parametrize("operation", OF_A_GAME)
@pytest.mark.parametrize("who", [who for who in WHO if who not in OUTSIDERS])
def test_a_private_game_answers_its_own_as_any_game_does(
    http: httpx.Client, tokens: dict[str, Who], operation: str, who: str
) -> None:
    table = Table.ready_to_draw(http, visibility="private")
    expected = OF_A_GAME[operation][1][WHO.index(who)]
    if (operation, who) in (("takeSeat", "own"), ("takeSeat", "other")):
        expected = FORBIDDEN
    assert_answered(ask(table, operation, tokens[who]), expected)


@pytest.mark.parametrize("operation", OF_A_GAME)
@pytest.mark.parametrize("who", OUTSIDERS)
@pytest.mark.parametrize("finished", [False, True])
def test_to_outsiders_a_private_game_is_as_if_there_were_none(
    http: httpx.Client, tokens: dict[str, Who], operation: str, who: str, finished: bool
) -> None:
    table = Table.ready_to_draw(http, visibility="private")
    if finished:
        assert table.delete("", "host").is_success
    nowhere = Table(http, {"game": {"id": "a" * 16}, "host_token": "", "seat_tokens": {}})
    token = tokens[who]
    answers = [ask(asked, operation, token) for asked in (table, nowhere)]
    assert answers[0].status_code in (401, 404)
    assert answers[0].content == answers[1].content
    headers = [{**answer.headers, "x-request-id": ""} for answer in answers]
    assert headers[0] == headers[1]


@pytest.mark.parametrize(
    ("method", "path", "body", "expected"),
    [
        ("GET", "/v1/games", None, OK),
        ("GET", "/v1/variants", None, OK),
        ("GET", "/v1/variants/survivor", None, OK),
        ("POST", "/v1/variants/survivor/rules", {}, OK),
        ("GET", "/v1/bots", None, OK),
        ("GET", "/openapi.json", None, OK),
        ("GET", "/healthz", None, OK),
        ("GET", "/readyz", None, OK),
        ("POST", "/v1/games", NEW_GAME, CREATED),
        ("POST", "/v1/games/join", {"name": "Zoé"}, CREATED),
        ("POST", "/v1/players", {"name": "Zoé", "kind": "human"}, CREATED),
    ],
)
@pytest.mark.parametrize("who", ["nobody", "unknown", "host", "player"])
def test_what_belongs_to_no_game_is_open_to_all(
    http: httpx.Client, player: str, method: str, path: str, body: Any, expected: Expected, who: str
) -> None:
    table = Table.laid(http)
    known = {"nobody": None, "unknown": f"es_{'A' * 43}", "host": table.tokens["host"], "player": player}
    token = known[who]
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    assert_answered(http.request(method, path, json=body, headers=headers), expected)


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Basic YTpi", "bearer es_", "Bearer {0} {0}", "{0}", "Token {0}", "Bearer {0}x"]
)
def test_what_is_no_bearer_token_is_invalid(http: httpx.Client, header: str) -> None:
    table = Table.dealt(http)
    authorization = header.format(table.tokens[0])
    answer = http.get(f"{table.path}/moves", headers={"Authorization": authorization})
    assert_refused(answer, 401, "token_invalid")
    assert "invalid_token" in answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_scheme_is_read_in_any_case(http: httpx.Client, scheme: str) -> None:
    table = Table.dealt(http)
    answer = http.get(f"{table.path}/moves", headers={"Authorization": f"{scheme} {table.tokens[0]}"})
    assert answer.status_code == 200


def test_a_host_token_is_no_seat_token_of_the_same_bits(http: httpx.Client) -> None:
    table = Table.dealt(http)
    answer = table.get("/moves", table.tokens["host"].replace("eh_", "es_"))
    assert_refused(answer, 401, "token_invalid")


def test_a_token_in_the_address_is_not_read(http: httpx.Client) -> None:
    table = Table.dealt(http)
    assert_refused(http.get(f"{table.path}/moves", params={"token": table.tokens[0]}), 422, "invalid_request")
