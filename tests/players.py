"""Registered players, for tests that need some."""

from typing import Any, Self

import httpx

from tables import NAMES, Table


class Somebody:
    """A registered player and its token."""

    def __init__(self, http: httpx.Client, registered: dict[str, Any]) -> None:
        self.http = http
        self.id: str = registered["player"]["id"]
        self.name: str = registered["player"]["name"]
        self.token: str = registered["token"]

    @classmethod
    def registered(cls, http: httpx.Client, name: str = "Otto", kind: str = "bot", **wish: Any) -> Self:
        """Register a player."""
        answer = http.post("/v1/players", json={"name": name, "kind": kind, **wish})
        assert answer.status_code == 201, answer.text
        return cls(http, answer.json())

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> httpx.Response:
        """Send a request as the player; in names of headers ``_`` stands for ``-``."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.http.request(method, path, json=body, headers={"Authorization": f"Bearer {self.token}", **sent})


def players_table(http: httpx.Client, seats: int, **wish: Any) -> Table:
    """Create a game in which registered players sit, all but the first having been invited; theirs are the tokens."""
    everybody = [Somebody.registered(http, name) for name in NAMES[:seats]]
    body = {"variant": "crazy-eights", "seats": [{"player": one.id} for one in everybody], **wish}
    created = everybody[0].ask("POST", "/v1/games", body)
    assert created.status_code == 201, created.text
    table = Table(http, created.json())
    for seat, one in enumerate(everybody):
        table.tokens[seat] = one.token
        if seat:
            assert table.post("/seats", seat).status_code == 201
    return table
