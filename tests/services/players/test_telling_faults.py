"""Players are told, once and in order, whatever dies between a change of a game and the telling of it."""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.services.clocks import LENT_FOR_MS
from eights.services.outcomes import LOOK_AGAIN_AFTER_MS
from eights.services.players.notices import AnyNotice, GameFinished, GameStarted, Invited, YourTurn
from eights.services.ports import StoreUnavailable
from eights.store.connection import Connection
from eights.store.inboxes import RedisInboxes
from inboxes import table_of
from players import Somebody
from tables import Table
from timed import Interrupted, Killed, TimedServer, killed

SOON_S: Final = LOOK_AGAIN_AFTER_MS / 1000
LENT_S: Final = LENT_FOR_MS / 1000


class Faulty(RedisInboxes):
    """Inboxes before and after whose next tellings something else happens, once each."""

    def __init__(self, url: str) -> None:
        super().__init__(Connection(url))
        self.before: list[Callable[[], object] | None] = []
        self.after_: list[Callable[[], object] | None] = []

    def tell(self, *args: Any, **kwargs: Any) -> None:
        """Tell, with what was to happen in between."""
        _next(self.before)()
        super().tell(*args, **kwargs)
        _next(self.after_)()


def _next(hooks: list[Callable[[], object] | None]) -> Callable[[], object]:
    return (hooks.pop(0) if hooks else None) or (lambda: None)


def away() -> None:
    """Have the store not answer."""
    raise StoreUnavailable


class Servers:
    """Two servers on one store: whatever befalls the first, the other is well."""

    def __init__(self, url: str) -> None:
        self.games, self.inboxes = Interrupted(url), Faulty(url)
        self.ill = TimedServer(url, self.games, self.inboxes)
        self.well = TimedServer(url)

    def later(self, seconds: float, server: TimedServer | None = None) -> None:
        """Let time go by for both, and have one of them look after what is due then."""
        for each in (self.ill, self.well):
            each.clock.ms += round(1000 * seconds)
        (server or self.well).look()

    def told(self, player: Somebody) -> list[AnyNotice]:
        """Return all that a player was told, and check that no number is missing."""
        entries = self.inboxes.after(player.id, 0)
        assert [entry.version for entry in entries] == list(range(1, self.inboxes.revision(player.id).version + 1))
        return [notice for entry in entries for notice in entry.notices]


@pytest.fixture
def servers(timed_url: str) -> Iterator[Servers]:
    both = Servers(timed_url)
    with both.ill.http, both.well.http:
        yield both


@pytest.fixture
def ana(servers: Servers) -> Somebody:
    return Somebody.registered(servers.ill.http, "Ana", "human")


@pytest.fixture
def otto(servers: Servers) -> Somebody:
    return Somebody.registered(servers.ill.http, "Otto", "bot")


def dies(act: Callable[[], object]) -> None:
    with pytest.raises(Killed):
        act()


def test_who_dies_after_the_commit_leaves_the_telling_to_the_clock(
    servers: Servers, ana: Somebody, otto: Somebody
) -> None:
    table = table_of(ana, otto)
    before = servers.told(ana)
    servers.games.after_commit = killed
    dies(lambda: table.post("/deals", 1))
    assert servers.told(ana) == before
    servers.later(SOON_S)
    assert servers.told(ana) == [*before, YourTurn(table.id, 0, 3)]
    for _ in range(3):
        servers.later(LENT_S)
    assert servers.told(ana) == [*before, YourTurn(table.id, 0, 3)]


def test_who_dies_between_two_players_leaves_the_second_to_the_clock(
    servers: Servers, ana: Somebody, otto: Somebody
) -> None:
    table = table_of(ana, otto)
    servers.inboxes.after_ = [killed]
    dies(lambda: table.delete("", "host"))
    ended = [isinstance(servers.told(player)[-1], GameFinished) for player in (ana, otto)]
    assert ended == [True, False]
    servers.later(SOON_S)
    for player in (ana, otto):
        assert [type(notice) for notice in servers.told(player)].count(GameFinished) == 1


def test_who_dies_before_the_commit_has_told_nothing(servers: Servers, ana: Somebody, otto: Somebody) -> None:
    table = table_of(ana, otto)
    before = servers.told(ana)
    servers.games.before_commit = killed
    dies(lambda: table.post("/deals", 1))
    servers.later(SOON_S)
    assert servers.told(ana) == before


def test_a_creation_that_was_cut_short_invites_all_the_same(servers: Servers, ana: Somebody, otto: Somebody) -> None:
    body = {"variant": "draw-two", "seats": [{"player": ana.id}, {"player": otto.id}]}
    servers.games.after_commit = killed
    dies(lambda: ana.ask("POST", "/v1/games", body))
    servers.later(SOON_S)
    [invited] = servers.told(otto)
    assert [game for game, _ in servers.inboxes.games(otto.id, None, 9)] == [invited.game_id]  # type: ignore[union-attr]
    assert servers.inboxes.games(ana.id, None, 9) == servers.inboxes.games(otto.id, None, 9)


def test_a_store_that_is_away_between_the_two_delays_the_telling_and_the_move_stands(
    servers: Servers, ana: Somebody, otto: Somebody
) -> None:
    table = table_of(ana, otto)
    servers.inboxes.before = [away]
    assert table.post("/deals", 1).status_code == 200
    servers.later(SOON_S)
    assert servers.told(ana)[-1] == YourTurn(table.id, 0, 3)


def test_a_clock_that_dies_while_it_tells_leaves_it_to_the_next(
    servers: Servers, ana: Somebody, otto: Somebody
) -> None:
    table = table_of(ana, otto)
    servers.games.after_commit = killed
    dies(lambda: table.post("/deals", 1))
    servers.inboxes.before = [killed]
    dies(lambda: servers.later(SOON_S, servers.ill))
    servers.later(LENT_S)
    assert servers.told(ana)[-1] == YourTurn(table.id, 0, 3)


def test_what_was_told_late_comes_after_what_was_told_first(servers: Servers, ana: Somebody, otto: Somebody) -> None:
    table, other = table_of(ana, otto), table_of(ana, otto)
    servers.games.after_commit = killed
    dies(lambda: table.post("/deals", 1))
    assert other.post("/deals", 1).status_code == 200
    servers.later(SOON_S)
    assert servers.told(ana)[-2:] == [YourTurn(other.id, 0, 3), YourTurn(table.id, 0, 3)]


def test_a_game_that_house_bots_play_by_the_clock_is_told_of_too(servers: Servers, ana: Somebody) -> None:
    seats = [{"player": ana.id}, *[{"bot": "random"}] * 2]
    created = ana.ask("POST", "/v1/games", {"variant": "survivor", "seats": seats, "auto_deal": True})
    table = Table(servers.well.http, created.json())
    assert table.delete("/seats/0", ana.token).status_code == 200
    while table.view()["status"] != "finished":
        servers.later(1)
    *_, ended = servers.told(ana)
    assert isinstance(ended, GameFinished)


FAULTS: Final[dict[str, Callable[[Servers], object]]] = {
    "none": lambda _: None,
    "dies before the commit": lambda servers: setattr(servers.games, "before_commit", killed),
    "dies after the commit": lambda servers: setattr(servers.games, "after_commit", killed),
    "dies before a telling": lambda servers: servers.inboxes.before.extend([None, killed]),
    "dies after a telling": lambda servers: servers.inboxes.after_.append(killed),
    "finds the store away": lambda servers: servers.inboxes.before.append(away),
}


def check(servers: Servers, table: Table, players: list[Somebody]) -> None:
    """Check that whoever is on turn has been told so, for this very version, and nobody anything twice."""
    view = table.view("host")
    for seat, player in enumerate(players):
        notices = servers.told(player)
        assert len(set(notices)) == len(notices)
        assert isinstance(next(notice for notice in notices if not isinstance(notice, Invited)), GameStarted)
        versions = [notice.version for notice in notices if isinstance(notice, YourTurn)]
        assert versions == sorted(versions)
        if view["status"] == "playing" and view["round"]["turn"] == seat:
            assert notices[-1] == YourTurn(table.id, seat, view["version"])
        if view["status"] == "finished":
            assert isinstance(notices[-1], GameFinished)


@pytest.fixture(scope="module")
def lasting(_timed_store: str) -> Servers:
    """Two servers, the same for all examples: each has a game of its own."""
    return Servers(_timed_store)


ACTS: Final = st.tuples(st.booleans(), st.sampled_from([*FAULTS]), st.sampled_from([0.0, 0.3, 1.4, 2.1]), st.booleans())


@given(st.lists(ACTS, min_size=1, max_size=10), st.integers(0, 2**16))
def test_whatever_dies_whoever_is_on_turn_is_told_so_once_the_clock_has_looked(
    lasting: Servers, acts: list[tuple[bool, str, float, bool]], seed: int
) -> None:
    players = [Somebody.registered(lasting.well.http, name) for name in ("Ana", "Otto")]
    table, chance = table_of(*players, auto_deal=False, variant="survivor", rules={}), random.Random(seed)
    for by_ill, fault, seconds, looks in acts:
        FAULTS[fault](lasting)
        table.http = lasting.ill.http if by_ill else lasting.well.http
        with suppress(Killed):
            moves_on(table, chance)
        with suppress(Killed):
            lasting.later(seconds, lasting.ill if looks else lasting.well)
    lasting.games.before_commit = lasting.games.after_commit = None
    lasting.inboxes.before.clear()
    lasting.inboxes.after_.clear()
    for _ in range(2):
        lasting.later(LENT_S)
    table.http = lasting.well.http
    check(lasting, table, players)


def moves_on(table: Table, chance: random.Random) -> None:
    if table.view()["status"] != "finished":
        table.go_on(chance)
