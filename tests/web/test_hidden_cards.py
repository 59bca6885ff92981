"""No answer shows a card that its reader may not see.

Whole games are walked, and every card in every answer is held against the true state: its place in the answer says
which card may stand there.
"""

import base64
import logging
import random
from collections.abc import Iterator
from itertools import count
from typing import Any, Final

import httpx
import msgspec
import pytest

from eights.rules.legality import legal_moves
from eights.services.game import Game
from eights.store.games import RedisGameStore
from players import Somebody, players_table
from tables import VARIANTS, Table, Who
from web.open_cards import cards_shown, open_cards

FEW_CARDS: Final = {"default": 5}
SHORT_MATCHES: Final[dict[str, dict[str, Any]]] = {
    "crazy-eights": {"rules": {"match": {"points": 1}}},
    "draw-two": {"options": ["queen_of_spades_draws_five"]},
    "huit-americain": {"options": ["a_la_volee", "cumul"], "rules": {"match": {"points": 60}, "hand_size": FEW_CARDS}},
    "survivor": {"rules": {"match": {"points": 40}, "hand_size": FEW_CARDS}},
    "synthesis": {"rules": {"match": {"rounds": 2}, "hand_size": FEW_CARDS}},
}
SEATS: Final = {"huit-americain": 5}
RESIGNS_AT: Final = 12
ELSEWHERE: Final = "elsewhere"


Ask = tuple[str, str, object, dict[str, str]]
"""Method, what of the game, body, headers."""


class Watch:
    """Checks every answer about a table against what the store holds."""

    def __init__(self, table: Table, kept: RedisGameStore, foreign: str) -> None:
        self.table = table
        self.tokens = {**table.tokens, None: None, ELSEWHERE: foreign}
        self._kept = kept
        self.kinds: set[tuple[str, int]] = set()
        self.truth = self.read()

    def read(self) -> Game:
        """Read the true state; what is asked until the next reading must not change it, or is checked after it."""
        game = self._kept.read(self.table.id).game
        assert game is not None
        self.truth = game
        return game

    def ask(self, method: str, what: str, who: Who, body: object = None, **headers: str) -> httpx.Response:
        """Ask about the table as somebody, and check the answer."""
        answer = self.table.ask(method, what, self.tokens[who], body, **headers)
        if answer.is_success and method != "GET":
            self.read()
        self.kinds.add((f"{method} {what.partition('/seats/')[0]}", answer.status_code))
        self.check(answer, who)
        return answer

    def check(self, answer: httpx.Response, who: Who) -> None:
        """Check that an answer shows this reader nothing hidden."""
        game = self.truth
        assert answer.status_code < 500
        assert not (answer.status_code == 304 and answer.content)
        for path, card in cards_shown(dict(answer.headers)):
            pytest.fail(f"{card} in header {path}")
        if answer.content:
            self._check_cards(answer.json(), game, who)
        if game.status not in ("finished", "aborted"):
            self._check_seed(answer, game)
        shown = answer.content.decode() + str(answer.headers)
        assert not [token for token in self.table.tokens.values() if token in shown]

    def _check_cards(self, body: dict[str, Any], game: Game, who: Who) -> None:
        seat = who if isinstance(who, int) and who in people(game) else None
        open_ = open_cards(game, seat, sheet=self._kept.sheet(game.id)) | open_cards(game, seat, "game.")
        for place, item in enumerate(body.get("items", [])):
            listed = self._kept.read(item["id"]).game
            assert listed is not None
            open_ |= open_cards(listed, None, f"items.{place}.")
        for path, card in cards_shown(body):
            assert card in open_.get(path, ()), f"{who} sees {card} at {path}, version {game.version}"

    @staticmethod
    def _check_seed(answer: httpx.Response, game: Game) -> None:
        seed = game.state.chance.seed
        shown = answer.content + str(answer.headers).encode()
        encodings = (seed, seed.hex().encode(), base64.b64encode(seed), base64.urlsafe_b64encode(seed))
        assert not [encoded for encoded in encodings if encoded.rstrip(b"=").lower() in shown.lower()]


def asks(watch: Watch, who: Who) -> list[Ask]:
    """Return what there is to ask for that does not change the game."""
    tag = f'"{watch.truth.version}"'
    return [
        ("GET", "/moves", None, {}),
        ("GET", "/moves", None, {"If_None_Match": tag}),
        ("GET", "", None, {"If_None_Match": tag}),
        ("GET", "/scores", None, {}),
        ("GET", "/rules", None, {}),
        ("GET", "/replay", None, {}),
        ("POST", "/moves", {"action": "play", "card": card_not_held(watch.truth, who)}, {}),
        ("POST", "/moves", {"action": "challenge", "target": 0 if who == 0 else who}, {}),
        ("POST", "/moves", {"action": "draw"}, {"If_Match": '"0"'}),
        ("POST", "/moves", {"action": "play", "card": "8H", "hand": []}, {}),
        ("POST", "/deals", None, {"If_Match": '"0"'}),
        ("POST", "/seats", {"name": "Zoé"}, {}),
        ("POST", "/rematch", None, {}),
        ("DELETE", "/seats/1" if who != 1 else "/seats/0", None, {"If_Match": '"0"'}),
    ]


def card_not_held(game: Game, who: Who) -> str:
    held = game.state.round.hands[who] if game.state.round and isinstance(who, int) else ()
    return next(card for card in ("8H", "3C", "KD", "9S", "QH", "XX", "TD", "JC") if card not in held)


def walk(watch: Watch, chance: random.Random) -> Iterator[Game]:
    """Play a match to its end; before each step all look on. Yield each state."""
    for step in count():
        game = watch.truth
        yield game
        for place, who in enumerate(watch.tokens):
            watch.ask("GET", "", who)
            for method, what, body, headers in some_of(asks(watch, who), step, place):
                watch.ask(method, what, who, body, **headers)
        assert watch.read() == game
        if game.status == "finished":
            return
        if step % 8 == 0:
            watch.check(watch.table.http.get("/v1/games", params={"status": game.status, "limit": 3}), None)
        if step == RESIGNS_AT and len(game.seats) > 3 and 3 not in game.state.out:
            assert watch.ask("DELETE", "/seats/3", 3).status_code == 200
        else:
            make_a_step(watch, game, chance, str(step).zfill(16))


def some_of(possible: list[Ask], step: int, place: int) -> list[Ask]:
    """Return all there is to ask for after the first deal; then one thing every third step, another each time."""
    if step == 1:
        return possible
    turn, rest = divmod(step + place, 3)
    return [possible[turn % len(possible)]] if rest == 0 else []


def make_a_step(watch: Watch, game: Game, chance: random.Random, key: str) -> None:
    """Deal or move, twice with the same key; sometimes another seat than the one on turn has something to do."""
    if game.status != "playing":
        seat = chance.choice(people(game))
        done = watch.ask("POST", "/deals", seat, Idempotency_Key=key)
    else:
        seat = chance.choice([seat for seat in people(game) if legal_moves(game.state, seat)])
        move = msgspec.to_builtins(chance.choice(legal_moves(game.state, seat)))
        done = watch.ask("POST", "/moves", seat, move, Idempotency_Key=key)
        again = watch.ask("POST", "/moves", seat, move, Idempotency_Key=key)
        assert again.content == done.content
    assert done.status_code == 200, done.text


def people(game: Game) -> list[int]:
    """Return the seats that somebody's token acts for."""
    return [
        seat for seat, holder in enumerate(game.seats) if holder.token_hash is not None or holder.player is not None
    ]


@pytest.fixture
def foreign(http: httpx.Client) -> str:
    """The token of a seat at another table."""
    return Table.dealt(http).tokens[0]


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_answer_of_a_whole_game_shows_anybody_a_hidden_card_a_token_or_the_seed(
    http: httpx.Client, kept: RedisGameStore, foreign: str, variant: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.WARNING, logger="httpx")
    table = Table.laid(http, variant, SEATS.get(variant, 3), **SHORT_MATCHES[variant])
    watch = Watch(table, kept, foreign)
    *_, finished = walk(watch, random.Random(variant))
    assert finished.status == "finished"
    assert {("GET ", 304), ("GET /replay", 409), ("POST /moves", 409), ("POST /moves", 412)} <= watch.kinds
    logged = caplog.text
    assert not cards_shown({"log": logged})
    assert not [token for token in (*table.tokens.values(), foreign) if token in logged]
    assert finished.state.chance.seed.hex() not in logged


@pytest.mark.parametrize("variant", VARIANTS)
def test_nor_does_any_at_a_table_with_bots(
    http: httpx.Client, kept: RedisGameStore, foreign: str, variant: str
) -> None:
    seats = [{"bot": "steady"}, {"name": "Ana"}, {"bot": "random"}, {"name": "Ben"}]
    wish = {"variant": variant, "seats": seats, "on_leave": "bot", **SHORT_MATCHES[variant]}
    table = Table(http, http.post("/v1/games", json=wish).json())
    watch = Watch(table, kept, foreign)
    for game in walk(watch, random.Random(variant)):
        if game.status == "playing" and not [seat for seat in people(game) if legal_moves(game.state, seat)]:
            return  # no one is left but bots
    assert watch.truth.status == "finished"


@pytest.mark.parametrize("variant", VARIANTS)
def test_nor_does_any_where_registered_players_sit_and_another_one_looks_on(
    http: httpx.Client, kept: RedisGameStore, variant: str
) -> None:
    table = players_table(http, SEATS.get(variant, 3), variant=variant, **SHORT_MATCHES[variant])
    watch = Watch(table, kept, Somebody.registered(http).token)
    *_, finished = walk(watch, random.Random(variant))
    assert finished.status == "finished"
    assert ("POST /moves", 403) in watch.kinds


@pytest.mark.parametrize("over", ["finished", "aborted"])
def test_the_replay_shows_all_once_the_game_is_over(
    http: httpx.Client, kept: RedisGameStore, foreign: str, over: str
) -> None:
    table = Table.dealt(http, "draw-two")
    watch = Watch(table, kept, foreign)
    if over == "finished":
        list(table.played_out(random.Random(1)))
        watch.read()
    else:
        assert watch.ask("DELETE", "", "host").status_code == 200
    for who in (None, "host", 0):
        assert watch.ask("GET", "/replay", who).json()["seed"] == watch.truth.state.chance.seed.hex()


@pytest.mark.parametrize(
    "leak",
    [
        {"round": {"top": "hidden"}},
        {"you": {"hand": ["hidden"]}},
        {"last_round": {"hands": [[], ["hidden"]]}},
        {"detail": "You may not play hidden."},
        {"legal_moves": [{"action": "play", "card": "hidden"}]},
        {"hidden": 1},
    ],
)
def test_the_watch_would_see_a_card_out_of_place(
    http: httpx.Client, kept: RedisGameStore, foreign: str, leak: dict[str, Any]
) -> None:
    watch = Watch(Table.dealt(http, "draw-two"), kept, foreign)
    laid = watch.truth.state.round
    assert laid is not None
    hidden = next(card for card in laid.hands[1] if card not in laid.hands[0])
    told = str(leak).replace("hidden", hidden)
    answer = httpx.Response(200, text=told.replace("'", '"'))
    with pytest.raises(AssertionError, match=f"0 sees {hidden}"):
        watch.check(answer, 0)
