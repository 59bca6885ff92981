"""No player finds a card in its inbox, or in the list of its games, that it may not see."""

import random
from typing import Any

import httpx
import pytest

from eights.services.game import Game
from eights.store.games import RedisGameStore
from inboxes import INBOX, inbox, page, table_of
from players import Somebody
from tables import VARIANTS, Table
from web.open_cards import Open, cards_shown, open_cards

SHORT_MATCH = {"match": {"type": "rounds", "rounds": 2}, "hand_size": {"default": 5}}
GAMES = "/v1/players/me/games"


def views_in(body: Any, path: str = "") -> dict[str, Any]:
    """Return every view of a game in an answer, by where it is: the objects that have seats and a round."""
    if isinstance(body, dict):
        if "seats" in body and "round" in body:
            return {path: body}
        children = [(name, value) for name, value in body.items()]
    else:
        children = [(str(place), value) for place, value in enumerate(body)] if isinstance(body, list) else []
    return {at: view for name, child in children for at, view in views_in(child, f"{path}{name}.").items()}


def check(body: Any, game: Game, seat: int) -> int:
    """Check every card in an answer against the true game; return how many views of it there were."""
    views = views_in(body)
    open_: Open = {f"{at}{path}": cards for at in views for path, cards in open_cards(game, seat).items()}
    assert {view["id"] for view in views.values()} <= {game.id}
    for path, card in cards_shown(body):
        assert card in open_.get(path, ()), f"seat {seat} sees {card} at {path}"
    return len(views)


@pytest.mark.parametrize("variant", VARIANTS)
def test_nobody_finds_a_hidden_card(http: httpx.Client, kept: RedisGameStore, variant: str) -> None:
    players = [Somebody.registered(http, name) for name in ("Ana", "Otto", "Finn")]
    table, chance = table_of(*players, variant=variant, rules=SHORT_MATCH), random.Random(variant)
    since, seen, steps = [0] * 3, [0] * 3, 0
    while steps < 60 and table.view()["status"] != "finished":
        assert table.go_on(chance).status_code == 200
        steps += 1
        game = kept.read(table.id).game
        assert game is not None
        for seat, player in enumerate(players):
            told = page(player, f"?after={since[seat]}")
            since[seat] = told["version"]
            for body in (told, page(player), player.ask("GET", GAMES).json()):
                seen[seat] += check(body, game, seat)
    assert all(count >= steps > 0 for count in seen), "the views that may be seen were there"


def test_a_stream_tells_what_the_page_does(http: httpx.Client) -> None:
    ana, otto = Somebody.registered(http, "Ana"), Somebody.registered(http, "Otto")
    table = table_of(ana, otto)
    assert table.post("/deals", 1).status_code == 200
    listed = page(ana, "?after=0")["items"]
    with inbox(ana, after=0) as events:
        assert [next(events).data for _ in listed] == listed


def test_who_may_not_know_of_a_private_game_finds_nothing_of_it(http: httpx.Client) -> None:
    players = [Somebody.registered(http, name) for name in ("Ana", "Otto", "Finn")]
    table = table_of(*players[:2], visibility="private")
    assert table.post("/deals", 1).status_code == 200
    bystander = players[2]
    for path in (INBOX, f"{INBOX}?after=0", GAMES, f"{GAMES}?turn=mine"):
        assert table.id not in bystander.ask("GET", path).text


def test_who_left_to_a_bot_sees_the_table_from_outside(http: httpx.Client, kept: RedisGameStore) -> None:
    ana, otto = Somebody.registered(http, "Ana"), Somebody.registered(http, "Otto")
    table = table_of(ana, otto, on_leave="bot")
    assert table.post("/deals", 1).status_code == 200
    before = page(ana)["version"] - 1
    assert table.delete("/seats/0", 0).status_code == 200
    game = kept.read(table.id).game
    assert game is not None
    [update] = page(ana, f"?after={before}")["items"]
    assert update["events"][-1]["passed"] is True
    for body in (update, page(ana), ana.ask("GET", GAMES).json()):
        for path, card in cards_shown(body):
            assert card in open_cards(game, None).get(path.partition("items.0.")[2], ()), path


@pytest.mark.parametrize("leak", ["view", "your_turn"])
def test_the_check_would_see_a_card_out_of_place(http: httpx.Client, kept: RedisGameStore, leak: str) -> None:
    table = Table.dealt(http, "draw-two")
    game = kept.read(table.id).game
    assert game is not None
    assert game.state.round is not None
    hidden = game.state.round.hands[1][0]
    view = table.view(0)
    body = {"items": [{"events": [{"type": "your_turn", "view": view}]}]}
    if leak == "view":
        view["seats"][1]["hand"] = [hidden]
    else:
        body["items"][0]["events"][0]["card"] = hidden
    with pytest.raises(AssertionError, match=f"seat 0 sees {hidden}"):
        check(body, game, 0)
