import msgspec
import pytest

from client.scripted_server import Answer, answering
from eights.client import EightsClient, Move, ProblemError

VIEW = b"""{"id": "abc", "version": 4, "status": "playing", "variant": "draw-two", "options": [], "seed_hash": "00",
 "created_at": "2030-01-01T00:00:00Z", "rematch_of": null,
 "seats": [{"seat": 0, "name": "Ana", "kind": "human", "cards": 7, "score": 0, "out": false, "rating": 1500}],
 "round": {"number": 1, "dealer": 1, "turn": 0, "direction": 1, "top": "2H", "suit": null, "penalty": 2, "stock": 37,
           "discard": 1, "deadline": null},
 "you": {"seat": 0, "hand": ["2S"], "drawn": [],
         "legal_moves": [{"action": "draw"}, {"action": "play", "card": "2S", "announce": true}]},
 "last_round": null, "winners": null}"""


def test_a_view_is_read_also_with_fields_that_are_new() -> None:
    with answering(Answer(200, VIEW)) as server, EightsClient(server.url) as client:
        view = client.game("abc")
    assert view.round is not None
    assert view.you is not None
    assert (view.version, view.round.penalty, view.seats[0].name) == (4, 2, "Ana")
    assert view.you.legal_moves == (Move("draw"), Move("play", card="2S", announce=True))


def test_a_legal_move_is_sent_back_as_it_stands() -> None:
    with answering(Answer(200, VIEW)) as server, EightsClient(server.url, "es_x") as client:
        client.move("abc", Move("play", card="2S", announce=True), version=4)
        (asked,) = server.asked
    assert msgspec.json.decode(asked.body) == {"action": "play", "card": "2S", "announce": True}
    assert (asked.method, asked.path) == ("POST", "/v1/games/abc/moves")
    assert asked.headers["If-Match"] == '"4"'


def test_a_revision_goes_out_with_its_mark() -> None:
    marked = VIEW.replace(b'"version": 4', b'"version": 4, "revision": "4-3f2a"')
    with answering(Answer(200, marked), Answer(200, marked), Answer(304, b"")) as server:
        with EightsClient(server.url) as client:
            view = client.game("abc")
            client.move("abc", Move("draw"), version=view.at)
            assert client.game_after("abc", view.at) is None
        assert server.asked[1].headers["If-Match"] == server.asked[2].headers["If-None-Match"] == '"4-3f2a"'


def test_a_game_that_has_not_changed_is_none() -> None:
    with answering(Answer(304, b"")) as server, EightsClient(server.url) as client:
        assert client.game_after("abc", 4) is None
        assert server.asked[0].headers["If-None-Match"] == '"4"'


def test_only_wishes_that_were_uttered_are_sent() -> None:
    taken = Answer(201, b'{"seat": 1, "token": "es_y"}')
    with answering(taken) as server, EightsClient(server.url) as client:
        assert client.join("abc", "Ben", entropy="dice").seat == 1
        assert msgspec.json.decode(server.asked[0].body) == {"name": "Ben", "entropy": "dice"}


def test_an_answer_of_something_else_is_a_problem() -> None:
    with answering(Answer(200, b"<h1>It works!</h1>")) as server, EightsClient(server.url) as client:
        with pytest.raises(ProblemError) as caught:
            client.game("abc")
        assert caught.value.code == "unexpected_answer"
