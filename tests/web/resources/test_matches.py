"""Matches over HTTP: who may set them up, enter them, look at them and call them off, and what is refused."""

from typing import Any

import httpx
import pytest

from players import Somebody
from tables import another, assert_refused, named_by, tag_of

NOBODY = "aaaaaaaaaaaaaaaa"


def wish(*entrants: str, **more: Any) -> dict[str, Any]:
    return {"variant": "crazy-eights", "entrants": list(entrants), "deals": 2, **more}


@pytest.fixture
def ana(http: httpx.Client) -> Somebody:
    return Somebody.registered(http, "Ana")


@pytest.fixture
def ben(http: httpx.Client) -> Somebody:
    return Somebody.registered(http, "Ben")


def created(by: Somebody, *entrants: str, **more: Any) -> str:
    answer = by.ask("POST", "/v1/matches", wish(*entrants, **more))
    assert answer.status_code == 201, answer.text
    return f"/v1/matches/{answer.json()['id']}"


def test_a_match_is_open_until_those_who_were_asked_have_entered(
    http: httpx.Client, ana: Somebody, ben: Somebody
) -> None:
    answer = ana.ask("POST", "/v1/matches", wish(ana.id, "bot:steady", ben.id))
    match, path = answer.json(), answer.headers["Location"]
    assert (answer.status_code, named_by(answer), path) == (201, tag_of(match), f"/v1/matches/{match['id']}")
    assert [(one["name"], one["entered"]) for one in match["entrants"]] == [
        ("Ana", True),
        ("steady", True),
        ("Ben", False),
    ]
    assert (match["status"], match["started_at"], match["seed"], match["result"]) == ("open", None, None, None)
    assert match["games"] == {"total": 6, "over": 0, "running": []}
    assert match["clock"] == {"move_s": 10, "on_timeout": "forfeit", "strikes": 1}
    entered = ben.ask("POST", f"{path}/entries")
    assert (entered.status_code, entered.json()["status"]) == (201, "playing")
    assert http.get(path).json() == entered.json()


def test_everybody_may_look_and_keep_what_they_saw_until_it_changes(
    http: httpx.Client, ana: Somebody, ben: Somebody
) -> None:
    path = created(ana, ana.id, ben.id)
    seen = http.get(path)
    assert http.get(path, headers={"If-None-Match": seen.headers["ETag"]}).status_code == 304
    assert http.get(path, headers={"If-None-Match": another(seen.headers["ETag"])}).status_code == 200
    ben.ask("POST", f"{path}/entries")
    assert http.get(path, headers={"If-None-Match": seen.headers["ETag"]}).status_code == 200


def test_a_match_that_nobody_has_to_be_asked_for_begins_at_once(ana: Somebody) -> None:
    assert ana.ask("POST", "/v1/matches", wish(ana.id, "bot:steady")).json()["status"] == "playing"
    assert ana.ask("POST", "/v1/matches", wish("bot:random", "bot:steady")).json()["status"] == "playing"


def test_deals_are_listed_in_pages_with_nothing_but_commitments_at_first(
    http: httpx.Client, ana: Somebody, ben: Somebody
) -> None:
    path = created(ana, ana.id, ben.id, deals=5)
    pages, cursor = [], "0"
    while cursor:
        page = http.get(f"{path}/deals?limit=2&cursor={cursor}").json()
        pages.append([deal["number"] for deal in page["items"]])
        assert all(
            (deal["complete"], deal["seed"], deal["label"], deal["games"]) == (False, None, None, None)
            for deal in page["items"]
        )
        cursor = page["next_cursor"]
    assert pages == [[1, 2], [3, 4], [5]]
    deals = http.get(f"{path}/deals").json()["items"]
    assert len({deal["seed_hash"] for deal in deals}) == 5
    assert http.get(f"{path}/deals?cursor=9999").json() == {"items": [], "next_cursor": None}


def test_who_repeats_a_request_with_its_key_gets_the_same_match(ana: Somebody, game_id: str) -> None:
    first, again = (
        ana.ask("POST", "/v1/matches", wish("bot:random", "bot:steady"), Idempotency_Key=game_id) for _ in range(2)
    )
    assert (again.json(), again.headers["Idempotent-Replayed"]) == (first.json(), "true")
    other = ana.ask("POST", "/v1/matches", wish("bot:steady", "bot:random"), Idempotency_Key=game_id)
    assert_refused(other, 422, "idempotency_key_reused")


def test_entering_twice_is_refused_and_repeating_an_entry_is_not(ana: Somebody, ben: Somebody, game_id: str) -> None:
    path = created(ana, ana.id, ben.id)
    first, again = (ben.ask("POST", f"{path}/entries", Idempotency_Key=game_id) for _ in range(2))
    assert first.json() == again.json()
    assert_refused(ben.ask("POST", f"{path}/entries"), 409, "entered_already")
    assert_refused(ana.ask("POST", f"{path}/entries"), 409, "entered_already")


def test_a_match_is_entered_by_those_it_was_offered_to_alone(http: httpx.Client, ana: Somebody, ben: Somebody) -> None:
    path, cem = created(ana, ana.id, ben.id), Somebody.registered(http, "Cem")
    for method, what in (("POST", "/entries"), ("DELETE", "/entries/me")):
        assert_refused(cem.ask(method, path + what), 403, "forbidden")
        assert_refused(http.request(method, path + what), 401, "token_missing")
        seat = {"Authorization": "Bearer es_" + "A" * 43}
        assert_refused(http.request(method, path + what, headers=seat), 403, "forbidden")


def test_who_declines_calls_the_match_off(ana: Somebody, ben: Somebody) -> None:
    path = created(ana, ana.id, ben.id)
    declined = ben.ask("DELETE", f"{path}/entries/me").json()
    assert (declined["status"], declined["declined_by"]) == ("aborted", ben.id)
    assert_refused(ben.ask("DELETE", f"{path}/entries/me"), 409, "match_not_open")
    assert_refused(ben.ask("POST", f"{path}/entries"), 409, "match_not_open")


def test_once_it_has_begun_nobody_takes_an_entry_back(ana: Somebody, ben: Somebody) -> None:
    path = created(ana, ana.id, ben.id)
    ben.ask("POST", f"{path}/entries")
    assert_refused(ben.ask("DELETE", f"{path}/entries/me"), 409, "match_not_open")


def test_a_match_is_called_off_by_who_set_it_up_alone_and_once(
    http: httpx.Client, ana: Somebody, ben: Somebody
) -> None:
    path = created(ana, ana.id, ben.id)
    assert_refused(ben.ask("DELETE", path), 403, "forbidden")
    assert_refused(http.delete(path), 401, "token_missing")
    assert_refused(ana.ask("DELETE", path, If_Match='"7"'), 412, "stale_version", version=1)
    tag = tag_of(http.get(path).json())
    assert_refused(ana.ask("DELETE", path, If_Match=another(tag)), 412, "stale_version", revision=tag[1:-1])
    assert ana.ask("DELETE", path, If_Match=tag).json()["status"] == "aborted"
    assert_refused(ana.ask("DELETE", path), 409, "match_over")


def test_a_player_has_no_more_than_four_matches_going(ana: Somebody, ben: Somebody) -> None:
    paths = [created(ana, ana.id, ben.id) for _ in range(4)]
    assert_refused(ana.ask("POST", "/v1/matches", wish(ana.id, ben.id)), 409, "too_many_matches", limit=4)
    assert ben.ask("POST", "/v1/matches", wish(ana.id, ben.id)).status_code == 201
    ana.ask("DELETE", paths[1])
    created(ana, ana.id, ben.id)


def test_it_takes_a_players_token(http: httpx.Client) -> None:
    body = wish("bot:steady", "bot:random")
    assert_refused(http.post("/v1/matches", json=body), 401, "token_missing")
    seat = {"Authorization": "Bearer es_" + "A" * 43}
    assert_refused(http.post("/v1/matches", json=body, headers=seat), 403, "forbidden")
    player = {"Authorization": "Bearer ep_" + "A" * 43}
    assert_refused(http.post("/v1/matches", json=body, headers=player), 401, "token_invalid")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (wish("bot:steady", "bot:steady"), "entrant_named_twice"),
        (wish("bot:steady", NOBODY), "unknown_player"),
        (wish("bot:steady", "bot:nobody"), "unknown_bot"),
        (wish("bot:steady"), "seat_count_invalid"),
        (wish(), "seat_count_invalid"),
        (wish("bot:steady", "bot:random", variant="whist"), "unknown_variant"),
        (wish("bot:steady", "bot:random", options=["nothing"]), "unknown_option"),
        (wish("bot:steady", "bot:random", rules={"players": {"min": 3}}), "seat_count_invalid"),
        (wish("bot:steady", "bot:random", rules={"match": {"type": "points"}}), "single_deals_only"),
        (wish("bot:steady", "bot:random", rules={"match": {"type": "elimination", "points": 50}}), "single_deals_only"),
        (wish("bot:steady", "bot:random", rules={"match": "single"}), "rules_invalid"),
        (wish("bot:steady", "bot:random", rules={"match": {"type": ["single"]}}), "rules_invalid"),
        (wish("bot:steady", "bot:random", rules={"match": 0}), "rules_invalid"),
        (wish("bot:steady", "bot:random", rules={"match": {"sort": 1}}), "rules_invalid"),
        (wish("bot:steady", "bot:random", rules={"hand_size": {"default": 0}}), "rules_invalid"),
        (wish("bot:steady", "bot:random", deals=0), "invalid_request"),
        (wish("bot:steady", "bot:random", deals=1001), "invalid_request"),
        (wish("bot:steady", "bot:random", deals="2"), "invalid_request"),
        (wish("bot:steady", "BOT:random"), "invalid_request"),
        (wish(*(f"bot:b{number}" for number in range(7))), "invalid_request"),
        (wish("bot:steady", "bot:random", rotate_seats=1), "invalid_request"),
        (wish("bot:steady", "bot:random", clock=None), "invalid_request"),
        (wish("bot:steady", "bot:random", clock={"move_s": 601}), "invalid_request"),
        (wish("bot:steady", "bot:random", clock={"on_timeout": "bot"}), "invalid_request"),
        (wish("bot:steady", "bot:random", seed="00"), "invalid_request"),
        ({"variant": "crazy-eights", "entrants": ["bot:steady", "bot:random"]}, "invalid_request"),
        ({"variant": "crazy-eights", "deals": 2}, "invalid_request"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused_with_its_reason(ana: Somebody, body: Any, code: str) -> None:
    assert_refused(ana.ask("POST", "/v1/matches", body), 422, code)


def test_rules_without_a_kind_of_match_are_those_of_single_deals(ana: Somebody) -> None:
    kinds: tuple[Any, ...] = ({}, None, {"type": "single"}, {"type": None})
    for kind in kinds:
        rules = {"match": kind}
        assert ana.ask("POST", "/v1/matches", wish("bot:steady", "bot:random", rules=rules)).status_code == 201


@pytest.mark.parametrize("match_id", [NOBODY, "nothing", "A" * 16, "%00", "bot:steady"])
def test_an_id_that_is_no_matchs_is_not_found(http: httpx.Client, ana: Somebody, match_id: str) -> None:
    for method, what in (
        ("GET", ""),
        ("GET", "/deals"),
        ("DELETE", ""),
        ("POST", "/entries"),
        ("DELETE", "/entries/me"),
    ):
        assert_refused(ana.ask(method, f"/v1/matches/{match_id}{what}"), 404, "match_not_found")
    assert_refused(http.get(f"/v1/matches/{match_id}"), 404, "match_not_found")


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "cursor=-1", "cursor=x", "cursor=99999", "after=1"])
def test_a_page_that_there_cannot_be_is_refused(http: httpx.Client, ana: Somebody, query: str) -> None:
    assert_refused(http.get(f"{created(ana, 'bot:steady', 'bot:random')}/deals?{query}"), 422, "invalid_request")


def test_the_reason_is_told_in_french_as_well(ana: Somebody) -> None:
    refused = ana.ask("POST", "/v1/matches", wish("bot:steady", "bot:steady"), Accept_Language="fr")
    told = refused.json()["detail"]
    assert told == "bot:steady est nommé plus d’une fois\u202f; chacun ne joue que pour un participant."
