import msgspec
import pytest
from flask.testing import FlaskClient

from eights.rules import catalogue
from web.asserting import assert_problem, paths_of

VARIANTS = sorted(catalogue.variants())


def test_all_variants_are_listed_with_all_that_there_is_to_know(api: FlaskClient) -> None:
    listed = api.get("/v1/variants").get_json()
    assert [variant["id"] for variant in listed["items"]] == VARIANTS
    assert listed["next_cursor"] is None
    for variant in listed["items"]:
        for language in ("en", "fr"):
            assert variant["name"][language]
            assert variant["prose"][language]


def test_variants_come_in_pages_to_who_wants_them_so(api: FlaskClient) -> None:
    listed: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = api.get(f"/v1/variants?limit=2{cursor and f'&cursor={cursor}'}").get_json()
        assert 1 <= len(page["items"]) <= 2
        listed += [variant["id"] for variant in page["items"]]
        cursor = page["next_cursor"]
    assert listed == VARIANTS


@pytest.mark.parametrize("path", ["/v1/variants", "/v1/bots"])
def test_short_lists_take_the_arguments_of_any_list(api: FlaskClient, path: str) -> None:
    last = api.get(f"{path}?limit=100&cursor=zzz").get_json()
    assert (last["items"], last["next_cursor"]) == ([], None)
    members = assert_problem(api.get(f"{path}?limit=101&cursor=&page=2"), 422, "invalid_request")
    assert paths_of(members) == {"limit": "out_of_range", "cursor": "wrong_length", "page": "unknown_field"}


@pytest.mark.parametrize("variant_id", VARIANTS)
def test_a_variant_is_the_one_that_is_listed(api: FlaskClient, variant_id: str) -> None:
    variant = api.get(f"/v1/variants/{variant_id}").get_json()
    assert variant in api.get("/v1/variants").get_json()["items"]
    assert msgspec.convert(variant, catalogue.Variant) == catalogue.variant(variant_id)


@pytest.mark.parametrize("path", ["/v1/variants", "/v1/variants/survivor"])
def test_variants_need_not_be_fetched_twice(api: FlaskClient, path: str) -> None:
    first = api.get(path)
    assert "public" in first.headers["Cache-Control"]
    again = api.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert api.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize("variant_id", ["whist", "Survivor", "survivor.toml", "%00", "\u202e"])
def test_a_variant_that_nobody_knows_is_404(api: FlaskClient, variant_id: str) -> None:
    assert_problem(api.get(f"/v1/variants/{variant_id}"), 404, "variant_not_found")
    assert_problem(api.post(f"/v1/variants/{variant_id}/rules"), 404, "variant_not_found")


def test_rules_are_resolved_as_a_game_would_have_them(api: FlaskClient) -> None:
    body = {"options": ["cumul"], "rules": {"match": {"points": 200}}}
    rules = api.post("/v1/variants/huit-americain/rules", json=body).get_json()
    assert (rules["penalty"]["stack"], rules["match"]["points"]) == ("same_rank", 200)


def test_an_option_that_the_variant_has_not_is_named(api: FlaskClient) -> None:
    response = api.post("/v1/variants/huit-americain/rules", json={"options": ["cumul_triple"]})
    members = assert_problem(response, 422, "unknown_option")
    assert members["option"] == "cumul_triple"
    assert "“cumul_triple”" in members["detail"]


def test_an_option_given_twice_is_refused(api: FlaskClient) -> None:
    response = api.post("/v1/variants/huit-americain/rules", json={"options": ["cumul", "cumul"]})
    assert_problem(response, 422, "duplicate_option")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_options_that_exclude_each_other_are_named(api: FlaskClient, language: str) -> None:
    response = api.post(
        "/v1/variants/huit-americain/rules",
        json={"options": ["cumul_mixte", "cumul"]},
        headers={"Accept-Language": language},
    )
    members = assert_problem(response, 422, "options_exclude_each_other")
    assert members["options"] == ["cumul_mixte", "cumul"]
    assert all(option in members["detail"] for option in members["options"])


def test_rules_that_cannot_be_played_are_refused_with_every_fault(api: FlaskClient) -> None:
    patch = {"deck": {"packs": 99, "colour": "blue"}, "jump_in": "yes"}
    members = assert_problem(api.post("/v1/variants/survivor/rules", json={"rules": patch}), 422, "rules_invalid")
    faults = {"deck.packs": "out_of_range", "deck.colour": "unknown_field", "jump_in": "wrong_type"}
    assert paths_of(members) == {f"rules.{path}": code for path, code in faults.items()}
