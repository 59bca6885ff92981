"""Which games move ratings, and how: seen over HTTP, on servers whose clocks are moved by hand."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from eights.services.game import Game
from eights.store.connection import Connection
from players import Somebody
from tables import Table
from timed import TimedServer

VARIANT = "crazy-eights"
ONE_ROUND = {"match": {"type": "single"}}


def table_of(server: TimedServer, *names: str, **wish: Any) -> tuple[Table, list[Somebody]]:
    """A table of registered players; house bots by ``bot:`` and their names."""
    seats = [{"bot": name.removeprefix("bot:")} if name.startswith("bot:") else {} for name in names]
    host = Somebody.registered(server.http, "Host")
    created = host.ask("POST", "/v1/games", {"variant": VARIANT, "rules": ONE_ROUND, "seats": seats, **wish}).json()
    table, people = Table(server.http, created), []
    for seat, name in enumerate(names):
        if not name.startswith("bot:"):
            player = Somebody.registered(server.http, name)
            assert player.ask("POST", f"{table.path}/seats", {"seat": seat}).status_code == 201
            table.tokens[seat] = player.token
            people.append(player)
    return table, people


def finish(server: TimedServer, table: Table) -> None:
    """Play a table out, by chance where people sit."""
    for _ in table.played_out(random.Random(3)):
        pass


def rating(server: TimedServer, who: Somebody | str, variant: str = VARIANT) -> dict[str, Any] | None:
    """Somebody's rating as the profile shows it, None if there is none."""
    id_ = who if isinstance(who, str) else who.id
    ratings: dict[str, Any] = server.http.get(f"/v1/players/{id_}").json()["ratings"]
    return ratings.get(variant)


def games(server: TimedServer, who: Somebody | str) -> int:
    shown = rating(server, who)
    return 0 if shown is None else int(shown["games"])


def test_house_bots_alone_are_rated(timed: TimedServer) -> None:
    table = timed.table(VARIANT, seats=[{"bot": "steady"}, {"bot": "random"}], auto_deal=True, rules=ONE_ROUND)
    timed.play_out(table)
    steady, chance = rating(timed, "bot:steady"), rating(timed, "bot:random")
    assert steady is not None
    assert chance is not None
    assert (steady["games"], chance["games"]) == (1, 1)
    winner = table.view()["winners"][0]
    assert (steady["rating"] > chance["rating"]) == (winner == 0)
