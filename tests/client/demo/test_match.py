import io

import msgspec

from client.demo.views import table
from client.scripted_server import Answer, answering
from eights.client import EightsClient
from eights.client.demo.match import play_match
from eights.client.demo.phrases import ENGLISH
from eights.client.demo.table import Wish, open_table, usual_seats
from eights.client.models import (
    CreatedGame,
    GameView,
    PlayerCount,
    Scores,
    SeatView,
    TakenSeat,
    Updates,
    Variant,
    VariantRules,
)
from eights.client.screen import Screen

VARIANT = Variant("synthesis", {"en": "Synthesis", "fr": "La synthèse"}, VariantRules(PlayerCount(2, 6)))


def script_of_a_table_for_one(last: GameView) -> list[Answer]:
    seated = table((0,), status="ready")
    to_sit_at = msgspec.structs.replace(seated, seats=(SeatView(0),))
    told = Updates((), last.version, last)
    answers = [VARIANT, CreatedGame(to_sit_at, "eh_x"), TakenSeat(0, "es_x"), seated, last, told, last, Scores()]
    return [Answer(200, msgspec.json.encode(answer)) for answer in answers]


def test_a_match_that_came_to_its_end_ends_with_its_winners() -> None:
    finished = msgspec.structs.replace(table((0,), status="finished"), winners=(0,))
    paper = io.StringIO()
    with answering(*script_of_a_table_for_one(finished)) as server:
        assert play_match(server.url, Wish("synthesis"), ENGLISH, Screen(file=paper, color_system=None))
    first, *_, last = paper.getvalue().splitlines()
    assert first == f"Synthesis, 1 players, on {server.url}"
    assert last == "Ana wins the match."


def test_a_match_that_was_called_off_is_no_good_end() -> None:
    aborted = table((0,), status="aborted")
    with answering(*script_of_a_table_for_one(aborted)) as server:
        assert not play_match(server.url, Wish("synthesis"), ENGLISH, Screen(file=io.StringIO()))


def test_four_programs_play_where_the_variant_allows_it() -> None:
    allowed = [(2, 12), (2, 3), (5, 8)]
    assert [usual_seats(Variant("v", {}, VariantRules(PlayerCount(*players)))) for players in allowed] == [4, 3, 5]


def test_house_bots_have_all_seats_but_one() -> None:
    wished = []
    for wish in (Wish("synthesis", bots=True), Wish("synthesis", seats=2, bots=True), Wish("synthesis", seats=2)):
        created = CreatedGame(table((0, 0), status="ready"), "eh_x")
        with answering(Answer(201, msgspec.json.encode(created))) as server, EightsClient(server.url) as stranger:
            open_table(stranger, VARIANT, wish)
            wished.append([seat.get("bot") for seat in msgspec.json.decode(server.asked[0].body)["seats"]])
    assert wished == [[None, "steady", "steady", "steady"], [None, "steady"], [None, None]]
