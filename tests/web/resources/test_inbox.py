"""What players find in their inboxes, asked for by page."""

import random

import httpx

from eights.services.players.notices import MatchStarted
from eights.store.connection import Connection
from eights.store.inboxes import INBOX_LENGTH, RedisInboxes
from inboxes import INBOX, kinds, notices, page, table_of, updates
from players import Somebody
from tables import Table, another, assert_refused, tag_of
from watching import meanwhile, play


def test_who_is_invited_is_told_and_then_that_the_game_started(ana: Somebody, otto: Somebody) -> None:
    created = ana.ask("POST", "/v1/games", {"variant": "draw-two", "seats": [{"player": ana.id}, {"player": otto.id}]})
    game = created.json()["game"]["id"]
    assert (kinds(ana), kinds(otto)) == ([], ["invited"])
    invited = {"type": "invited", "game_id": game, "seat": 1, "variant": "draw-two"}
    assert notices(otto) == [invited]
    assert otto.ask("POST", f"/v1/games/{game}/seats").status_code == 201
    assert notices(otto)[0] == {**invited, "passed": True}
    for seat, player in enumerate((ana, otto)):
        started, due = notices(player)[-2:]
        assert started == {"type": "game_started", "game_id": game, "seat": seat, "variant": "draw-two"}
        assert due["type"] == "deal_due"
        assert "passed" not in due


def test_an_invitation_that_was_declined_has_passed(ana: Somebody, otto: Somebody) -> None:
    created = ana.ask("POST", "/v1/games", {"variant": "draw-two", "seats": [{"player": ana.id}, {"player": otto.id}]})
    game = created.json()["game"]["id"]
    assert page(otto)["games"][0]["id"] == game
    assert otto.ask("DELETE", f"/v1/games/{game}/seats/1").status_code == 200
    assert [notice["passed"] for notice in notices(otto)] == [True]
    assert page(otto)["games"] == []


def test_who_is_on_turn_gets_the_game_with_its_legal_moves(ana: Somebody, otto: Somebody) -> None:
    table = table_of(ana, otto)
    assert table.post("/deals", 1).status_code == 200
    turn = notices(ana)[-1]
    view = table.view(0)
    assert turn == {"type": "your_turn", "game_id": table.id, "seat": 0, "version": view["version"], "view": view}
    assert turn["view"]["you"]["legal_moves"]
    assert "your_turn" not in kinds(otto)


def test_a_turn_that_has_passed_says_so(ana: Somebody, otto: Somebody) -> None:
    table = table_of(ana, otto)
    assert table.post("/deals", 1).status_code == 200
    before = notices(ana)[-1]
    play(table, 1)
    after = [notice for notice in notices(ana) if notice.get("version") == before["version"]]
    assert after == [{name: before[name] for name in ("type", "game_id", "seat", "version")} | {"passed": True}]


def test_a_turn_that_goes_on_is_told_for_each_version(ana: Somebody, otto: Somebody) -> None:
    table = table_of(ana, otto)
    assert table.post("/deals", 1).status_code == 200
    assert table.post("/moves", 0, {"action": "draw"}).status_code == 200
    first, second = (notice for notice in notices(ana) if notice["type"] == "your_turn")
    assert (first["passed"], second["version"]) == (True, first["version"] + 1)
    assert second["view"]["version"] == second["version"]


def test_everybody_is_told_how_it_ended(ana: Somebody, otto: Somebody) -> None:
    table = table_of(ana, otto)
    assert table.delete("", "host").status_code == 200
    for seat, player in enumerate((ana, otto)):
        told = notices(player)[-1]
        assert (told["type"], told["game_id"], told["seat"]) == ("game_finished", table.id, seat)
        assert (told["status"], told["totals"], told["winners"]) == ("aborted", [0, 0], None)
    assert page(ana)["games"] == []


def test_the_end_is_that_of_the_sheet(ana: Somebody, http: httpx.Client) -> None:
    table = table_of(ana, Somebody.registered(http), variant="draw-two", rules={})
    list(table.played_out(random.Random(5)))
    sheet, told = table.get("/scores").json(), notices(ana, page(ana)["version"] - 1)[-1]
    assert (told["type"], told["status"]) == ("game_finished", "finished")
    members = ("version", "totals", "ranking", "winners")
    assert {name: told[name] for name in members} == {name: sheet[name] for name in members}


def test_without_a_version_the_games_that_wait_are_there_and_nothing_is_waited_for(
    ana: Somebody, otto: Somebody
) -> None:
    assert page(ana, "?wait=30") == {"items": [], "version": 0, "revision": "0", "games": [], "more": False}
    table = table_of(ana, otto)
    assert [game["status"] for game in page(ana)["games"]] == ["ready"]
    assert table.post("/deals", 1).status_code == 200
    told = page(ana, "?wait=30")
    assert (told["items"], told["games"], told["more"]) == ([], [table.view(0)], False)
    assert page(otto)["games"] == []


def test_who_waits_is_answered_when_something_is_told(ana: Somebody, otto: Somebody) -> None:
    table = table_of(ana, otto)
    version = page(ana)["version"]
    with meanwhile(lambda: table.post("/deals", 1)):
        told = page(ana, f"?after={version}&wait=30")
    assert [item["version"] for item in told["items"]] == [version + 1]
    assert told["items"][0]["events"][0]["view"]["you"]["legal_moves"]


def test_who_waits_in_vain_is_told_nothing(ana: Somebody) -> None:
    assert page(ana, "?after=0&wait=1") == {"items": [], "version": 0, "revision": "0"}


def test_the_revision_leads_on_and_that_of_another_past_does_not(ana: Somebody, otto: Somebody) -> None:
    table = table_of(ana, otto)
    seen = tag_of(page(ana))
    assert page(ana, f"?after={seen[1:-1]}")["items"] == []
    lost = [another(seen), another(seen).replace(f"{page(ana)['version']}-", "999-")]
    for _ in range(2):
        for tag in lost:
            told = page(ana, f"?after={tag[1:-1]}&wait=30")
            assert (told["items"], told["reset"], told["revision"]) == ([], True, page(ana)["revision"])
        table.post("/deals", 1)
    told = page(ana, f"?after={seen[1:-1]}")
    assert [event["type"] for item in told["items"] for event in item["events"]] == ["your_turn"]
    assert told["revision"] == page(ana)["revision"]


def test_where_the_log_no_longer_reaches_it_says_reset(ana: Somebody, connection: Connection) -> None:
    inboxes = RedisInboxes(connection)
    for number in range(INBOX_LENGTH + 2):
        inboxes.tell(ana.id, f"m:{number}", 1, [MatchStarted("mzxw6ytboi4dqmjt")])
    told = page(ana, "?after=1")
    revision = str(inboxes.revision(ana.id))
    anew = {"games": [], "more": False, "reset": True}
    assert told == {"items": [], "version": INBOX_LENGTH + 2, "revision": revision, **anew}
    assert len(updates(ana, after=2)) == INBOX_LENGTH


def test_a_table_of_house_bots_and_one_player_brings_one_turn_at_a_time(ana: Somebody) -> None:
    seats = [{"player": ana.id}, {"bot": "steady"}, {"bot": "random"}]
    created = ana.ask("POST", "/v1/games", {"variant": "survivor", "seats": seats, "auto_deal": True})
    assert created.status_code == 201, created.text
    [started, turn] = notices(ana)
    assert (started["type"], turn["type"], turn["view"]["you"]["seat"]) == ("game_started", "your_turn", 0)
    assert [update["version"] for update in updates(ana)] == [1]


def test_only_players_have_an_inbox(http: httpx.Client) -> None:
    table = Table.laid(http)
    for token, status, code in (
        (None, 401, "token_missing"),
        (table.tokens[0], 403, "forbidden"),
        ("ep_" + 43 * "A", 401, "token_invalid"),
    ):
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        for path in (INBOX, "/v1/players/me/games"):
            assert_refused(http.get(path, headers=headers), status, code)


def test_a_version_that_was_not_reached_is_refused(ana: Somebody) -> None:
    assert_refused(ana.ask("GET", f"{INBOX}?after=7"), 422, "version_not_reached", version=0)
    assert_refused(ana.ask("GET", INBOX, Last_Event_ID="x"), 400, "event_id_invalid")
    assert_refused(ana.ask("GET", INBOX, Accept="text/html"), 406, "not_acceptable")
    assert ana.ask("GET", f"{INBOX}?after=-1").status_code == 422
