"""What is wrong with a request is told so that who sent it can put it right."""

import gzip
from typing import Any

import pytest
from flask.testing import FlaskClient

from web.asserting import assert_problem

GAME = b'{"variant": "crazy-eights"}'


def refused(api: FlaskClient, body: bytes, **headers: str) -> Any:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return api.post("/v1/games", data=body, content_type="application/json", headers=sent)


@pytest.mark.parametrize("encoding", ["gzip", "br", "GZIP"])
def test_a_body_that_is_packed_is_not_taken(api: FlaskClient, encoding: str) -> None:
    members = assert_problem(
        refused(api, gzip.compress(GAME), Content_Encoding=encoding), 415, "unsupported_media_type"
    )
    assert members["errors"][0]["code"] == "encoded"
    assert refused(api, GAME, Content_Encoding="identity").status_code == 201


@pytest.mark.parametrize(("spoken", "place"), [("en", "line 2, column 17"), ("fr", "ligne 2, colonne 17")])
def test_broken_json_is_told_with_line_and_column(api: FlaskClient, spoken: str, place: str) -> None:
    broken = refused(api, b'{"seats": [],\n "variant": "x" oops}', Accept_Language=spoken)
    members = assert_problem(broken, 400, "malformed_json")
    assert place in members["detail"]


def test_the_first_fault_stands_in_the_detail(api: FlaskClient) -> None:
    members = assert_problem(refused(api, b'{"variant": 3, "nope": 1}'), 422, "invalid_request")
    first = members["errors"][0]
    assert f"{first['path']}: {first['message']}" in members["detail"]


def test_nobody_is_shown_a_regular_expression(api: FlaskClient) -> None:
    answer = refused(api, b'{"variant": "crazy-eights", "options": ["A B"]}')
    assert answer.status_code == 422
    assert not set("^$[]") & set(answer.get_json()["detail"])
    assert not set("^$[]") & set(answer.get_json()["errors"][0]["message"])


@pytest.mark.parametrize(("kind", "owner"), [("h", "a host's"), ("s", "a seat's"), ("o", "an organiser's")])
def test_a_token_of_another_kind_is_told_by_its_kind(api: FlaskClient, kind: str, owner: str) -> None:
    answer = api.get("/v1/players/me", headers={"Authorization": f"Bearer e{kind}_{'A' * 43}"})
    members = assert_problem(answer, 403, "forbidden")
    assert members["detail"].endswith(f"This is {owner} token; a player's is needed.")
