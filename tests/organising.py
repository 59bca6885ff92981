"""Tournaments to organise over HTTP, on a server whose clock is moved by hand."""

from typing import Any, Self

import httpx

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
        wanted = {"name": "Friday night", "variant": "crazy-eights", "format": "swiss", **wish}
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

    def play_round(self) -> None:
        """Let house bots play until no round is on."""
        while self.get()["round_on"]:
            self.server.later(GO_ON_S)

    def play_out(self) -> None:
        """Start, and play round after round to the end."""
        self.begin("/start")
        self.play_round()
        while self.get()["status"] == "playing":
            self.begin()
            self.play_round()
