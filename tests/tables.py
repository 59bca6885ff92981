"""Tables to play at over HTTP: a game, everybody's tokens, and what they ask for."""

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, Self

import httpx
from msgspec.structs import replace

import rounds
from eights.services.game import Update
from eights.services.ports import Commit
from eights.store.games import RedisGameStore

VARIANTS: Final = ("crazy-eights", "draw-two", "huit-americain", "survivor", "synthesis")
NAMES: Final = ("Ana", "Benoît", "Chloé", "Dov", "Eve", "Finn")

Who = int | str | None
"""Who asks: a seat, ``"host"``, the holder of some token, or nobody known."""


class Table:
    """One game, seen from all its seats."""

    def __init__(self, http: httpx.Client, created: Mapping[str, Any]) -> None:
        self.http = http
        self.id: str = created["game"]["id"]
        self.path = f"/v1/games/{self.id}"
        self.tokens: dict[Who, str] = {"host": created["host_token"]}
        self.tokens.update({int(seat): token for seat, token in created["seat_tokens"].items()})

    @classmethod
    def laid(cls, http: httpx.Client, variant: str = "crazy-eights", seats: int = 3, **wish: Any) -> Self:
        """Create a game in which everybody sits."""
        named = [{"name": name} for name in NAMES[:seats]]
        created = http.post("/v1/games", json={"variant": variant, "seats": named, **wish})
        assert created.status_code == 201, created.text
        return cls(http, created.json())

    @classmethod
    def dealt(cls, http: httpx.Client, variant: str = "crazy-eights", seats: int = 3, **wish: Any) -> Self:
        """Create a game and deal its first round."""
        table = cls.laid(http, variant, seats, **wish)
        assert table.post("/deals", "host").status_code == 200
        return table

    @classmethod
    def ready_to_draw(cls, http: httpx.Client, seats: int = 2, **wish: Any) -> Self:
        """Deal a game in which seat 0 is on turn and may draw, whatever the cards: the last seat deals, 8 is plain."""
        rules = {"starter": {"wild": "plain"}}
        return cls.dealt(http, seats=seats, **{"first_dealer": seats - 1, "rules": rules, **wish})

    def ask(self, method: str, what: str, who: Who = None, body: object = None, **headers: str) -> httpx.Response:
        """Send a request about the game; in names of headers ``_`` stands for ``-``."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        token = self.tokens.get(who, who)
        if isinstance(token, str):
            sent["Authorization"] = f"Bearer {token}"
        return self.http.request(method, self.path + what, json=body, headers=sent)

    def get(self, what: str = "", who: Who = None, **headers: str) -> httpx.Response:
        """Read something of the game."""
        return self.ask("GET", what, who, **headers)

    def post(self, what: str, who: Who = None, body: object = None, **headers: str) -> httpx.Response:
        """Add something to the game."""
        return self.ask("POST", what, who, body, **headers)

    def delete(self, what: str = "", who: Who = None, **headers: str) -> httpx.Response:
        """Take something from the game, or call it off."""
        return self.ask("DELETE", what, who, **headers)

    def view(self, who: Who = None) -> dict[str, Any]:
        """Return the game as somebody sees it."""
        seen: dict[str, Any] = self.get("", who).json()
        return seen

    def legal(self, seat: int) -> list[dict[str, Any]]:
        """Return a seat's legal moves."""
        moves: list[dict[str, Any]] = self.get("/moves", seat).json()["legal_moves"]
        return moves

    def go_on(self, chance: random.Random, **headers: str) -> httpx.Response:
        """Deal where that is due, else make a move by chance for the seat on turn."""
        view = self.view()
        if view["status"] != "playing":
            return self.post("/deals", "host", **headers)
        turn = view["round"]["turn"]
        return self.post("/moves", turn, chance.choice(self.legal(turn)), **headers)

    def played_out(self, chance: random.Random) -> Iterator[httpx.Response]:
        """Play to the end of the match; yield each answer."""
        while True:
            answer = self.go_on(chance)
            assert answer.status_code == 200, answer.text
            yield answer
            if answer.json()["status"] == "finished":
                return


def arranged(http: httpx.Client, kept: RedisGameStore, *hands: str, plays: str = "crazy-eights", **laid: Any) -> Table:
    """Create a game, and lay its cards out as :func:`rounds.laid` does; seat 0 is on turn unless ``turn`` says."""
    table = Table.dealt(http, plays, len(hands), options=laid.get("options", []))
    game = kept.read(table.id).game
    assert game is not None
    state = replace(rounds.laid(*hands, plays=plays, **laid), chance=game.state.chance)
    game = replace(game, version=game.version + 1, state=state)
    assert kept.commit(Commit(game, Update(game.version, ()), steps=(), expires_in_s=3600))
    return table


def tag_of(view: Mapping[str, Any]) -> str:
    """Return the entity tag of what was shown: its version, and a mark by chance."""
    revision: str = view["revision"]
    assert re.fullmatch(f"{view['version']}-[0-9a-f]{{4}}", revision)
    return f'"{revision}"'


def named_by(answer: httpx.Response) -> str:
    """Return the revision that an answer's entity tag names, as a tag of its own."""
    named, dot, digest = answer.headers["ETag"].strip('"').partition(".")
    assert dot
    assert re.fullmatch("[0-9a-f]{16}", digest)
    return f'"{named}"'


def another(tag: str) -> str:
    """Return the entity tag of the same version in another past."""
    version, _, mark = tag.strip('"').partition(".")[0].partition("-")
    return f'"{version}-{int(mark, 16) ^ 1:04x}"'


def assert_refused(answer: httpx.Response, status: int, code: str, **members: object) -> None:
    """Check that an answer is this problem, complete in form, with these members besides the standard ones."""
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code), answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert problem["status"] == status
    assert problem["type"] == f"/problems/{code}"
    assert problem["title"]
    assert problem["detail"].endswith(".")
    assert members.items() <= problem.items()
