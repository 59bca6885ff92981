"""Tournaments to organise over HTTP, on a server whose clock is moved by hand."""

import random
from typing import Any, Self

import httpx

from matches import SHORT, any_move
from players import Somebody
from timed import TimedServer

GO_ON_S = 0.05
"""How long house bots take before they go on."""


class Event:
    """A tournament, with its organiser's token."""

    def __init__(self, server: TimedServer, created: dict[str, Any]) -> None:
        self.server = server
        self.id: str = created["tournament"]["id"]
        self.path = f"/v1/tournaments/{self.id}"
        self.token: str = created["organiser_token"]

    @classmethod
    def created(cls, server: TimedServer, **wish: Any) -> Self:
        """Create a tournament."""
        wanted = {"name": "Friday night", "variant": "crazy-eights", "format": "swiss", "rules": SHORT, **wish}
        answer = server.http.post("/v1/tournaments", json=wanted)
        assert answer.status_code == 201, answer.text
        return cls(server, answer.json())

    def ask(self, method: str, what: str = "", body: object = None, token: str | None = "", **headers: str) -> Any:
        """Send a request, as the organiser unless another token, or None for none, is named."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            sent["Authorization"] = f"Bearer {token or self.token}"
        answer: httpx.Response = self.server.http.request(method, self.path + what, json=body, headers=sent)
        return answer

    def get(self, what: str = "") -> Any:
        """Return what everybody may read."""
        answer = self.ask("GET", what, token=None)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def begin(self, what: str = "/rounds", **body: Any) -> Any:
        """Pair a round that is not there yet, and return it."""
        answer = self.ask("POST", what, body)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def enter(self, *players: Somebody) -> None:
        """Have players enter."""
        for player in players:
            answer = player.ask("POST", self.path + "/entries")
            assert answer.status_code == 201, answer.text

    def games(self, number: int = 1) -> list[dict[str, Any]]:
        """Return the newest game of each table of a round, with its seats."""
        page = self.get(f"/rounds?cursor={number - 1}&limit=1")
        return [{**table["games"][-1], "seats": table["seats"]} for table in page["items"][0]["tables"]]

    def move(self, *players: Somebody) -> None:
        """Have players move by chance as long as they are on turn."""
        chance = random.Random(1)
        for game in self.games(self.get()["round"]):
            for player in players:
                while (view := self.seen_by(player, game["game_id"])) and view["status"] == "playing":
                    if view["round"]["turn"] != view["you"]["seat"]:
                        break
                    move = any_move(view, chance)
                    assert player.ask("POST", f"/v1/games/{game['game_id']}/moves", move).status_code == 200

    def seen_by(self, player: Somebody, game_id: str) -> Any:
        """Return a game as one of its players sees it; None for anybody else."""
        answer = player.ask("GET", f"/v1/games/{game_id}")
        view = answer.json() if answer.status_code == 200 else {}
        return view if view.get("you") else None

    def results(self) -> list[dict[str, Any]]:
        """Return the results by round."""
        items: list[dict[str, Any]] = self.get("/results?limit=100")["items"]
        return items

    def replays(self) -> list[str]:
        """Return the lines of replays that everybody may see."""
        lines: list[str] = self.ask("GET", "/replays", token=None).text.splitlines()
        return lines

    def play_round(self, *players: Somebody) -> None:
        """Let house bots play, and players by chance, until no round is on."""
        self.server.look()
        while self.get()["round_on"]:
            self.move(*players)
            self.server.later(GO_ON_S)

    def play_out(self, *players: Somebody) -> None:
        """Start, and play round after round to the end."""
        self.begin("/start")
        self.play_round(*players)
        while self.get()["status"] == "playing":
            self.begin()
            self.play_round(*players)


def heard(player: Somebody) -> list[str]:
    """Return the kinds of what a player was told of tournaments, in order."""
    inbox = player.ask("GET", "/v1/players/me/events?after=0").json()
    kinds = [event["type"] for entry in inbox["items"] for event in entry["events"]]
    return [kind.removeprefix("tournament_") for kind in kinds if kind.startswith("tournament_")]
