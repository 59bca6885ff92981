"""Matches over HTTP, for tests that need some."""

import random
from collections.abc import Mapping
from typing import Any

import msgspec

from eights.config import Settings
from eights.services.course import GO_ON_AFTER_MS
from eights.services.matches.tally import GameFact
from eights.store.records import RedisFacts
from eights.store.stores import stores_of
from players import Somebody
from timed import TimedServer

SHORT = {"hand_size": {"default": 2}, "turn_limit": 60, "starter": {"wild": "plain"}}
"""Rules under which a deal is soon over."""


class Match:
    """One match on a server whose clock is moved by hand, set up by a player of its own who has no part in it."""

    def __init__(self, server: TimedServer, *entrants: str, creator: Somebody | None = None, **wish: Any) -> None:
        self.server = server
        self.creator = creator or Somebody.registered(server.http, "Cleo", "human")
        body = {"variant": "crazy-eights", "rules": SHORT, "entrants": entrants, "deals": 2, **wish}
        created = self.creator.ask("POST", "/v1/matches", body)
        assert created.status_code == 201, created.text
        self.id: str = created.json()["id"]
        self.path = f"/v1/matches/{self.id}"

    def view(self) -> dict[str, Any]:
        """Return the match as everybody sees it."""
        seen: dict[str, Any] = self.server.http.get(self.path).json()
        return seen

    def deals(self) -> list[dict[str, Any]]:
        """Return the deals as everybody sees them."""
        items: list[dict[str, Any]] = self.server.http.get(f"{self.path}/deals?limit=100").json()["items"]
        return items

    def entered(self, *players: Somebody) -> None:
        """Have players enter, and let the match begin."""
        for player in players:
            assert player.ask("POST", f"{self.path}/entries").status_code == 201
        self.server.look()

    def go_on(self) -> dict[str, Any]:
        """Let the clocks do what they do by themselves, and return the match."""
        for _ in range(4):
            self.server.later(GO_ON_AFTER_MS / 1000)
        return self.view()

    def move(self, player: Somebody, chance: random.Random, most: int = 10_000) -> int:
        """Have a player move in all games where it is on turn, until it is in none; return how many moves it made."""
        made = 0
        for game_id in self.view()["games"]["running"]:
            while made < most:
                view = player.ask("GET", f"/v1/games/{game_id}").json()
                if view["status"] != "playing" or view["round"]["turn"] != view["you"]["seat"]:
                    break
                move = any_move(view, chance)
                assert player.ask("POST", f"/v1/games/{game_id}/moves", move).status_code == 200
                made += 1
        return made

    def played_out(self, *players: Somebody) -> dict[str, Any]:
        """Have players move by chance until the match is over; return it."""
        chance = random.Random(1)
        self.server.look()
        while self.view()["status"] == "playing":
            for player in players:
                self.move(player, chance)
            self.go_on()
        return self.view()


def any_move(view: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return a legal move by chance, a card rather than anything else, so that deals end."""
    legal = view["you"]["legal_moves"]
    move: dict[str, Any] = chance.choice([one for one in legal if one["action"] == "play"] or legal)
    return move


def heard(player: Somebody) -> list[str]:
    """Return the kinds of what a player was told of matches, in order."""
    inbox = player.ask("GET", "/v1/players/me/events?after=0").json()
    kinds = [event["type"] for entry in inbox["items"] for event in entry["events"]]
    return [kind for kind in kinds if kind.startswith("match_")]


def duel(server: TimedServer, *, parallel: tuple[int, int] = (3, 5), **wish: Any) -> tuple[Match, Somebody, Somebody]:
    """Return a match of two players, entered and begun."""
    ana = Somebody.registered(server.http, "Ana", parallel_games=parallel[0])
    ben = Somebody.registered(server.http, "Ben", parallel_games=parallel[1])
    match = Match(server, ana.id, ben.id, creator=ana, **wish)
    match.entered(ben)
    return match, ana, ben


def facts_of(server_url: str, match: Match) -> dict[str, GameFact]:
    """Return what the store knows of a match's games, by name."""
    stored = stores_of(Settings(redis_url=server_url)).match_facts
    assert isinstance(stored, RedisFacts)
    return {name: msgspec.msgpack.decode(fact, type=GameFact) for name, fact in stored.of(match.id).items()}
