import io

import pytest
from flask.testing import FlaskClient

from eights.rules.faults import MOST_FAULTS
from web.asserting import assert_problem, paths_of

RULES = "/v1/variants/huit-americain/rules"


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "application/problem+json", ""]
)
def test_a_body_that_is_not_sent_as_json_is_415(api: FlaskClient, content_type: str) -> None:
    assert_problem(api.post(RULES, data="{}", content_type=content_type), 415, "unsupported_media_type")


def test_json_may_name_its_charset(api: FlaskClient) -> None:
    assert api.post(RULES, data="{}", content_type="application/json; charset=utf-8").status_code == 200


def test_where_all_is_optional_no_body_is_needed(api: FlaskClient) -> None:
    assert api.post(RULES).status_code == 200


@pytest.mark.parametrize(
    "body", [b"{", b"[" * 60_000, b'{"options": NaN}', b'{"options": ["\xff"]}', b'{"rules": {"turn_limit": 1e999}}']
)
def test_a_body_that_is_not_json_is_400(api: FlaskClient, body: bytes) -> None:
    assert_problem(api.post(RULES, data=body, content_type="application/json"), 400, "malformed_json")


def test_a_body_of_another_form_is_422_with_every_fault(api: FlaskClient) -> None:
    members = assert_problem(
        api.post(RULES, json={"options": ["cumul", 3], "rules": [], "seats": 4}), 422, "invalid_request"
    )
    assert paths_of(members) == {"options.1": "not_a_text", "rules": "not_an_object", "seats": "unknown_field"}
    assert members["errors"][0]["message"] == "A text is expected."


def test_64_kib_are_enough_and_one_byte_more_is_413(api: FlaskClient) -> None:
    fits = b"{}".ljust(64 * 1024)
    assert api.post(RULES, data=fits, content_type="application/json").status_code == 200
    assert_problem(api.post(RULES, data=fits + b" ", content_type="application/json"), 413, "body_too_large")


def test_a_body_without_a_length_is_limited_as_well(api: FlaskClient) -> None:
    # what the web server hands on of a chunked body: no length, an end that the stream knows
    chunked = {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": ""}
    response = api.post(
        RULES, input_stream=io.BytesIO(b"{}".ljust(70_000)), content_type="application/json", environ_overrides=chunked
    )
    assert_problem(response, 413, "body_too_large")


def test_arguments_that_nobody_knows_are_422(api: FlaskClient) -> None:
    members = assert_problem(api.get("/v1/variants/survivor?page=2"), 422, "invalid_request")
    assert paths_of(members) == {"page": "unknown_argument"}


def test_arguments_given_twice_are_422(api: FlaskClient) -> None:
    members = assert_problem(api.get("/v1/games?limit=5&limit=6"), 422, "invalid_request")
    assert paths_of(members) == {"limit": "repeated_argument"}


@pytest.mark.parametrize("card", ["10H", "8h", "H8", "8", ""])
def test_what_is_no_card_is_told_what_is_one(api: FlaskClient, card: str) -> None:
    response = api.post("/v1/games/aaaaaaaaaaaaaaaa/moves", json={"action": "play", "card": card})
    members = assert_problem(response, 422, "invalid_request")
    assert members["errors"] == [
        {"path": "card", "code": "not_a_card", "message": "A card is rank then suit, as 8H, TD or XX."}
    ]


@pytest.mark.parametrize("variant", ["huit americain", "Draw Two", "", "x" * 65])
def test_what_can_be_no_variant_is_told_where_the_variants_are(api: FlaskClient, variant: str) -> None:
    members = assert_problem(api.post("/v1/games", json={"variant": variant}), 422, "invalid_request")
    assert members["errors"][0]["code"] == "not_a_variant"
    assert "GET /v1/variants" in members["errors"][0]["message"]


def test_however_many_faults_there_are_the_answer_is_short(api: FlaskClient) -> None:
    many = {f"f{number}": 0 for number in range(5000)}
    members = assert_problem(api.post(RULES, json=many), 422, "invalid_request")
    assert len(members["errors"]) == MOST_FAULTS
    query = "&".join([*many] * 2)
    for path in ("/v1/games", "/v1/variants/survivor"):
        for asked in (query, "&".join(many)):
            members = assert_problem(api.get(f"{path}?{asked}"), 422, "invalid_request")
            assert len(members["errors"]) == MOST_FAULTS


def test_faults_are_told_in_french(api: FlaskClient) -> None:
    members = assert_problem(
        api.get("/v1/games?limit=0", headers={"Accept-Language": "fr-CA, en;q=0.5"}), 422, "invalid_request"
    )
    assert members["errors"] == [
        {"path": "limit", "code": "out_of_range", "message": "Il faut ici un nombre entier de 1 à 100."}
    ]
