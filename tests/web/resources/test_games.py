import hashlib
import re
from typing import Any

import httpx
import pytest

from tables import NAMES, Table, another, assert_refused, named_by, tag_of


def create(http: httpx.Client, **wish: Any) -> httpx.Response:
    return http.post("/v1/games", json=wish)


def test_a_variant_is_all_that_a_game_needs(http: httpx.Client) -> None:
    created = create(http, variant="survivor")
    assert created.status_code == 201
    game = created.json()["game"]
    assert created.headers["Location"] == f"/v1/games/{game['id']}"
    assert named_by(created) == tag_of(game)
    assert created.headers["Cache-Control"] == "no-store"
    assert re.fullmatch(r"eh_[\w-]{43}", created.json()["host_token"])
    assert created.json()["seat_tokens"] == {}
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", game.pop("created_at"))
    assert re.fullmatch(r"[0-9a-f]{64}", game.pop("seed_hash"))
    assert re.fullmatch(r"[0-9a-f]{64}", game.pop("steps_hash"))
    open_seat = {"name": None, "kind": None, "cards": 0, "score": 0, "out": False}
    del game["id"], game["revision"]
    assert game == {
        "version": 1,
        "status": "open",
        "variant": "survivor",
        "options": [],
        "visibility": "public",
        "auto_deal": False,
        "clock": None,
        "on_leave": "forfeit",
        "seats": [{"seat": 0, **open_seat}, {"seat": 1, **open_seat}],
        "round": None,
        "you": None,
        "last_round": None,
        "winners": None,
        "rated": True,
        "unrated_because": None,
    }


def test_a_name_seats_somebody_and_yields_a_token_and_an_empty_object_stays_open(http: httpx.Client) -> None:
    created = create(http, variant="huit-americain", seats=[{"name": "Ana"}, {}, {"name": "Benoît"}]).json()
    assert [seat["name"] for seat in created["game"]["seats"]] == ["Ana", None, "Benoît"]
    assert [seat["kind"] for seat in created["game"]["seats"]] == ["human", None, "human"]
    assert created["seat_tokens"].keys() == {"0", "2"}
    assert len({created["host_token"], *created["seat_tokens"].values()}) == 3
    assert all(re.fullmatch(r"es_[\w-]{43}", token) for token in created["seat_tokens"].values())


def test_a_full_table_is_ready_and_an_automatic_one_dealt_at_once(http: httpx.Client) -> None:
    seats = [{"name": "Ana"}, {"name": "Ben"}]
    assert create(http, variant="draw-two", seats=seats).json()["game"]["status"] == "ready"
    dealt = create(http, variant="draw-two", seats=seats, auto_deal=True).json()
    assert dealt["game"]["status"] == "playing"
    assert dealt["game"]["version"] == 1
    assert dealt["game"]["you"] is None
    assert Table(http, dealt).view(0)["you"]["hand"]


def test_options_and_patches_make_the_rules_and_the_game_shows_them(http: httpx.Client) -> None:
    wish = {"variant": "huit-americain", "options": ["cumul", "pioche"], "rules": {"hand_size": {"default": 6}}}
    table = Table(http, create(http, **wish).json())
    assert table.view()["options"] == ["cumul", "pioche"]
    shown = table.get("/rules")
    assert shown.json()["variant"] == "huit-americain"
    assert shown.json()["options"] == ["cumul", "pioche"]
    dry = http.post("/v1/variants/huit-americain/rules", json={"options": wish["options"], "rules": wish["rules"]})
    assert shown.json()["rules"] == dry.json()
    assert dry.json()["penalty"]["stack"] == "same_rank"
    assert dry.json()["hand_size"] == {"default": 6}


def test_the_rules_never_change_and_need_not_be_sent_again(http: httpx.Client) -> None:
    table = Table.laid(http)
    first = table.get("/rules")
    assert table.post("/deals", "host").is_success
    again = table.get("/rules", None, If_None_Match=first.headers["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert first.headers["Cache-Control"].startswith("private, max-age")
    assert first.headers["Vary"] == "Authorization"
    assert "private" in first.headers["Cache-Control"]


@pytest.mark.parametrize("first_dealer", [0, 1, 2])
def test_the_first_dealer_is_as_asked(http: httpx.Client, first_dealer: int) -> None:
    table = Table.dealt(http, first_dealer=first_dealer)
    assert table.view()["round"]["dealer"] == first_dealer


def test_null_means_as_if_left_out_where_the_document_says_so(http: httpx.Client) -> None:
    assert create(http, variant="draw-two", clock=None, first_dealer=None).status_code == 201


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"variant": "poker"}, "unknown_variant"),
        ({"options": ["cumul"]}, "unknown_option"),
        ({"options": ["jacks_skip", "jacks_skip"]}, "duplicate_option"),
        ({"options": ["points_game", "single_deal"]}, "options_exclude_each_other"),
        ({"seats": []}, "seat_count_invalid"),
        ({"seats": [{}]}, "seat_count_invalid"),
        ({"seats": [{}] * 5}, "seat_count_invalid"),
        ({"first_dealer": 2}, "dealer_invalid"),
        ({"seats": [{}, {}, {}], "first_dealer": 3}, "dealer_invalid"),
        ({"seats": [{"bot": "expert"}, {}]}, "unknown_bot"),
        ({"seats": [{}, {"name": "Deep", "bot": "random-2"}]}, "unknown_bot"),
    ],
)
def test_what_cannot_be_created_is_told_by_a_code(http: httpx.Client, wish: dict[str, Any], code: str) -> None:
    assert_refused(create(http, **{"variant": "crazy-eights", **wish}), 422, code)


@pytest.mark.parametrize(
    ("rules", "path"),
    [
        ({"deck": {"packs": 0}}, "rules.deck.packs"),
        ({"hand_size": {"default": 50}}, "rules.hand_size.default"),
        ({"draw": {"when": "never"}}, "rules.draw.when"),
        ({"colour": "red"}, "rules.colour"),
        ({"match": {"points": "100"}}, "rules.match.points"),
        ({"points": {"8": None}}, "rules.points.8"),
        ({"players": None}, "rules.hand_size.default"),
    ],
)
def test_rules_that_cannot_work_are_refused_with_the_path_of_each_fault(
    http: httpx.Client, rules: dict[str, Any], path: str
) -> None:
    refused = create(http, variant="crazy-eights", rules=rules)
    assert_refused(refused, 422, "rules_invalid")
    assert path in [fault["path"] for fault in refused.json()["errors"]], refused.text
    assert all(fault["message"] and fault["code"] for fault in refused.json()["errors"])


@pytest.mark.parametrize(
    ("wish", "path", "code"),
    [
        ({}, "variant", "missing_field"),
        ({"variant": None}, "variant", "not_null"),
        ({"variant": 8}, "variant", "not_a_text"),
        ({"variant": "Crazy Eights"}, "variant", "not_a_variant"),
        ({"seats": {}}, "seats", "not_a_list"),
        ({"seats": [{}] * 13}, "seats", "too_many"),
        ({"seats": [None, {}]}, "seats.0", "not_null"),
        ({"seats": ["Ana", {}]}, "seats.0", "not_an_object"),
        ({"seats": [{}, {"name": ""}]}, "seats.1.name", "wrong_length"),
        ({"seats": [{}, {"name": " Ana"}]}, "seats.1.name", "not_a_name"),
        ({"seats": [{}, {"name": "Ana\u202e"}]}, "seats.1.name", "not_a_name"),
        ({"seats": [{}, {"name": "A" * 41}]}, "seats.1.name", "wrong_length"),
        ({"seats": [{}, {"token": "es_"}]}, "seats.1.token", "unknown_field"),
        ({"visibility": "secret"}, "visibility", "not_one_of"),
        ({"auto_deal": 1}, "auto_deal", "not_a_boolean"),
        ({"first_dealer": 1.0}, "first_dealer", "out_of_range"),
        ({"first_dealer": -1}, "first_dealer", "out_of_range"),
        ({"on_leave": None}, "on_leave", "not_null"),
        ({"options": "cumul"}, "options", "not_a_list"),
        ({"rules": []}, "rules", "not_an_object"),
        ({"seed": "00"}, "seed", "unknown_field"),
    ],
)
def test_a_request_of_the_wrong_form_is_told_where(
    http: httpx.Client, wish: dict[str, Any], path: str, code: str
) -> None:
    refused = create(http, **{**({"variant": "crazy-eights"} if wish else {}), **wish})
    assert_refused(refused, 422, "invalid_request")
    assert {"path": path, "code": code} in [{"path": f["path"], "code": f["code"]} for f in refused.json()["errors"]]


def test_the_seed_hash_shown_from_creation_is_that_of_the_seed_shown_in_the_end(http: httpx.Client) -> None:
    table = Table.dealt(http)
    shown = table.view()["seed_hash"]
    assert table.delete("", "host").is_success
    assert hashlib.sha256(bytes.fromhex(table.get("/replay").json()["seed"])).hexdigest() == shown


def test_everybody_sees_the_table_and_each_seat_its_own_hand(http: httpx.Client) -> None:
    table = Table.dealt(http, seats=3)
    views = {who: table.view(who) for who in (0, 1, 2, "host", None)}
    assert views["host"]["you"] is views[None]["you"] is None
    for seat in range(3):
        you = views[seat]["you"]
        assert you["seat"] == seat
        assert len(you["hand"]) == 5
        assert you["legal_moves"] == table.legal(seat)
    tables = [{**view, "you": None} for view in views.values()]
    assert all(seen == tables[0] for seen in tables)
    assert [(seat["name"], seat["cards"]) for seat in tables[0]["seats"]] == [(name, 5) for name in NAMES[:3]]


def test_the_entity_tag_names_the_revision_and_a_reader_who_has_it_gets_nothing(http: httpx.Client) -> None:
    table = Table.dealt(http)
    for what in ("", "/moves", "/scores"):
        seen = table.get(what, 0)
        tag = seen.headers["ETag"]
        assert named_by(seen) == tag_of(seen.json()) == tag_of(table.view())
        for known in (tag, f"W/{tag}", f'"other", {tag}', named_by(seen), '"2"'):
            again = table.get(what, 0, If_None_Match=known)
            assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
        for unknown in ('"1"', another(tag), tag.replace("2-", "3-")):
            assert table.get(what, 0, If_None_Match=unknown).status_code == 200
    assert "Authorization" in table.get("", 0).headers["Vary"]
    assert "private" in table.get("", 0).headers["Cache-Control"]


def test_the_host_calls_a_game_off(http: httpx.Client) -> None:
    table = Table.dealt(http)
    called_off = table.delete("", "host")
    assert called_off.status_code == 200
    assert called_off.json()["status"] == "aborted"
    assert called_off.json()["winners"] is None
    assert called_off.json()["version"] == 3
    assert_refused(table.delete("", "host"), 409, "game_over")
    assert_refused(table.post("/deals", 0), 409, "game_over")
    assert_refused(table.post("/moves", 0, {"action": "draw"}), 409, "game_over", legal_moves=[], version=3)
    assert_refused(table.post("/seats", None, {"name": "Zoé"}), 409, "game_over")
    assert_refused(table.delete("/seats/0", 0), 409, "game_over")
    assert table.view()["version"] == 3


def test_a_game_may_be_called_off_before_it_is_dealt(http: httpx.Client) -> None:
    table = Table.laid(http)
    assert table.delete("", "host").json()["status"] == "aborted"
    assert_refused(table.post("/moves", 0, {"action": "draw"}), 409, "game_over", legal_moves=[])
    assert table.get("/replay").json()["steps"] == []


@pytest.mark.parametrize("game_id", ["aaaaaaaaaaaaaaaa", "a", "AAAAAAAAAAAAAAAA", "aaaaaaaaaaaaaaa1", "..", "%00"])
def test_an_unknown_game_is_not_found(http: httpx.Client, game_id: str) -> None:
    answer = http.get(f"/v1/games/{game_id}/scores")
    assert answer.status_code == 404
    assert answer.json()["code"] in ("game_not_found", "not_found")


@pytest.mark.parametrize(
    ("clock", "path"),
    [
        ({"move_s": 0}, "clock.move_s"),
        ({"move_s": -1}, "clock.move_s"),
        ({"move_s": 365 * 24 * 3600}, "clock.move_s"),
        ({"move_s": 2.5}, "clock.move_s"),
        ({"move_s": "30"}, "clock.move_s"),
        ({"move_s": True}, "clock.move_s"),
        ({"move_s": None}, "clock.move_s"),
        ({}, "clock.move_s"),
        ({"move_s": 30, "strikes": 0}, "clock.strikes"),
        ({"move_s": 30, "strikes": 21}, "clock.strikes"),
        ({"move_s": 30, "on_timeout": "resign"}, "clock.on_timeout"),
        ({"move_s": 30, "on_timeout": None}, "clock.on_timeout"),
        ({"move_s": 30, "increment_s": 5}, "clock.increment_s"),
        (30, "clock"),
        ([30], "clock"),
    ],
)
def test_a_clock_that_cannot_be_is_refused_with_the_path_of_the_fault(
    http: httpx.Client, clock: object, path: str
) -> None:
    refused = create(http, variant="draw-two", clock=clock)
    assert_refused(refused, 422, "invalid_request")
    assert [fault["path"] for fault in refused.json()["errors"]] == [path]
