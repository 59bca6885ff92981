"""Free seats: the host has house bots sit in them, one by one or at the deal."""

import pytest

from players import Somebody
from tables import Table, assert_refused
from timed import TimedServer

OPEN = [{"name": "Ana"}, {}, {}]


def kinds(table: Table) -> list[str | None]:
    return [seat["kind"] for seat in table.view()["seats"]]


def test_the_host_seats_a_house_bot_in_the_lowest_open_seat(timed: TimedServer) -> None:
    table = timed.table("crazy-eights", seats=OPEN)
    answer = table.post("/seats", "host", {"bot": "steady"})
    assert (answer.status_code, answer.json()) == (201, {"seat": 1})
    assert table.view()["seats"][1]["name"] == "steady"
    assert timed.events(table)[-1] == {"type": "seat_taken", "seat": 1, "name": "steady"}


def test_or_in_the_seat_named_under_a_name(timed: TimedServer) -> None:
    table = timed.table("crazy-eights", seats=OPEN)
    assert table.post("/seats", "host", {"bot": "random", "seat": 2, "name": "Zed"}).json() == {"seat": 2}
    assert (table.view()["seats"][2]["name"], kinds(table)[2]) == ("Zed", "bot")


def test_and_opens_its_seat_again_before_the_deal(timed: TimedServer) -> None:
    table = timed.table("crazy-eights", seats=OPEN)
    assert table.post("/seats", "host", {"bot": "steady"}).is_success
    assert table.delete("/seats/1", "host").is_success
    assert table.view()["seats"][1]["name"] is None


def test_a_seated_house_bot_plays(timed: TimedServer) -> None:
    table = timed.table("crazy-eights", seats=[{"name": "Ana"}, {}], auto_deal=True, first_dealer=0)
    assert table.post("/seats", "host", {"bot": "steady"}).is_success
    view = table.view(0)
    assert view["status"] in ("playing", "round_over")
    assert view["status"] == "round_over" or view["round"]["turn"] == 0


@pytest.mark.parametrize(("who", "status", "code"), [(None, 401, "token_missing"), (0, 403, "forbidden")])
def test_nobody_but_the_host_seats_house_bots(timed: TimedServer, who: int | None, status: int, code: str) -> None:
    table = timed.table("crazy-eights", seats=OPEN)
    assert_refused(table.post("/seats", who, {"bot": "steady"}), status, code)
    assert_refused(table.post("/deals", who, {"fill": "steady"}), status, code)
    assert table.view()["version"] == 1


def test_a_bot_that_is_not_of_the_house_is_refused(timed: TimedServer) -> None:
    table = timed.table("crazy-eights", seats=OPEN)
    assert_refused(table.post("/seats", "host", {"bot": "grandmaster"}), 422, "unknown_bot")
    assert_refused(table.post("/deals", "host", {"fill": "grandmaster"}), 422, "unknown_bot")


def test_a_deal_fills_the_open_seats(timed: TimedServer) -> None:
    table = timed.table("crazy-eights", seats=OPEN)
    first = table.post("/deals", "host", {"fill": "steady"}, Idempotency_Key="0123456789abcdef")
    assert first.status_code == 200
    assert kinds(table) == ["human", "bot", "bot"]
    assert "hand" not in first.text
    again = table.post("/deals", "host", {"fill": "steady"}, Idempotency_Key="0123456789abcdef")
    assert again.content == first.content


def test_but_not_a_seat_that_is_kept_for_a_player(timed: TimedServer) -> None:
    ben = Somebody.registered(timed.http)
    table = timed.table("crazy-eights", seats=[{"name": "Ana"}, {"player": ben.id}, {}])
    assert_refused(table.post("/deals", "host", {"fill": "steady"}), 409, "seats_open")
    assert table.view()["seats"][2]["name"] is None
    assert_refused(table.post("/seats", "host", {"bot": "steady", "seat": 1}), 409, "seat_reserved")
