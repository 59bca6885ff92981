"""A store loses its last moments: whoever saw them can tell, and followers start anew by themselves."""

import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from eights.client import EightsClient
from eights.client.bot.runner import Runner, Wishes
from eights.client.bot.telling import Telling
from eights.client.models import GameView, Move, OwnView, Snapshot, Update
from inboxes import inbox, page, table_of
from listening import stream
from machines.valkey_process import ValkeyProcess
from players import Somebody
from serving.server_process import ServerProcess
from tables import Table, assert_refused, named_by

WISH = {"name": "Friday night", "variant": "crazy-eights", "format": "swiss", "rounds": 1}


LONG = {"match": {"points": 100_000}}


class Past:
    """A store that can be set back, and a server on it."""

    def __init__(self, folder: Path, data: Path) -> None:
        self.store = ValkeyProcess(folder, {})
        options = ("--port", "0", "--redis-url", f"redis://127.0.0.1:{self.store.port}")
        self._server = ServerProcess(data, *options, settings={"EIGHTS_RATELIMIT_ENABLED": "false"})
        self.url = self._server.url
        self.http = httpx.Client(base_url=self.url, timeout=60)

    def remember(self) -> None:
        """Take the backup."""
        assert self.store.answers("SAVE")

    def bring_back(self) -> None:
        """Lose all since the backup, and wait until the server has noticed that the store was away."""
        self.store.kill()
        self.store.start()
        while self.http.get("/readyz").status_code != 200:
            pass

    def close(self) -> None:
        """End all."""
        self.http.close()
        self._server.send(15)
        self._server.ended()
        self.store.kill()


@pytest.fixture
def past(memory_folder: Path, tmp_path: Path) -> Iterator[Past]:
    past = Past(memory_folder / tmp_path.name, tmp_path)
    yield past
    past.close()


def set_back(past: Past) -> tuple[Table, str]:
    """Play to version 6, which is kept, and on to 8, which is lost; return the tag that somebody saw there."""
    table = Table.dealt(past.http, rules=LONG)
    play_to(table, 6)
    past.remember()
    play_to(table, 8)
    seen = table.get().headers["ETag"]
    past.bring_back()
    assert table.view()["version"] == 6
    return table, seen


def own(view: GameView) -> OwnView:
    assert view.you is not None
    return view.you


def play_to(table: Table, version: int) -> None:
    while table.view()["version"] < version:
        assert table.go_on(random.Random(1)).status_code == 200


def test_who_saw_what_is_lost_is_told_on_reading_and_on_writing(past: Past) -> None:
    table, seen = set_back(past)
    for version in (6, 8):  # first it is not there, and then another is there under its number
        play_to(table, version)
        now = table.get(If_None_Match=seen)
        assert (now.status_code, now.json()["version"]) == (200, version)
        members = {"version": version, "revision": now.json()["revision"]}
        assert_refused(table.delete("", "host", If_Match=seen), 412, "stale_version", **members)
    assert now.headers["ETag"] != seen
    assert table.get(If_None_Match='"8"').status_code == 304
    assert table.delete("", "host", If_Match='"8"').status_code == 200


def test_who_goes_on_after_what_is_lost_starts_anew(past: Past) -> None:
    table, tag = set_back(past)
    seen = tag[1:-1].partition(".")[0]
    for version in (6, 8, 9):
        play_to(table, version)
        view = table.view()
        anew: dict[str, object] = {"items": [], "version": version, "view": view, "reset": True}
        assert table.get(f"/events?after={seen}").json() == anew
        with stream(table, after=seen) as events:
            reset = next(events)
            assert (reset.kind, reset.revision) == ("reset", view["revision"])
            assert reset.data["view"] == view
            assert table.go_on(random.Random(1)).status_code == 200
            assert next(events).id == version + 1


def test_an_open_stream_starts_anew_as_soon_as_the_server_has_read_the_store_again(past: Past) -> None:
    table = Table.dealt(past.http)
    past.remember()
    play_to(table, 4)
    with stream(table) as events:
        seen = next(events)
        assert (seen.kind, seen.id) == ("snapshot", 4)
        past.bring_back()
        reset = next(events)
        assert (reset.kind, reset.revision, reset.data["view"]) == ("reset", table.view()["revision"], table.view())
        assert reset.id == 2
        play_to(table, 4)
        told = [next(events) for _ in range(2)]
    assert [update.id for update in told] == [3, 4]
    assert told[-1].revision == table.view()["revision"] != seen.revision


def test_a_request_that_waits_is_answered_once_what_its_caller_has_is_lost(past: Past) -> None:
    table = Table.dealt(past.http)
    past.remember()
    play_to(table, 3)
    path = f"/events?after={table.view()['revision']}&wait=30"
    answers: list[httpx.Response] = []
    waiting = threading.Thread(target=lambda: answers.append(table.get(path)))
    waiting.start()
    while "eights_streams_open 1" not in past.http.get("/metrics").text:
        time.sleep(0.05)
    past.bring_back()
    waiting.join()
    assert [(answer.json()["version"], answer.json()["reset"]) for answer in answers] == [(2, True)]


def test_an_inbox_tells_of_it_and_goes_on(past: Past) -> None:
    ana, otto = (Somebody.registered(past.http, name) for name in ("Ana", "Otto"))
    table = table_of(ana, otto)
    past.remember()
    assert table.post("/deals", 1).status_code == 200
    lost = page(ana)["revision"]
    with inbox(ana) as events:
        assert (next(events).revision, page(ana, f"?after={lost}")["items"]) == (lost, [])
        past.bring_back()
        reset = next(events)
        assert (reset.kind, reset.revision) == ("reset", page(ana)["revision"])
        assert [game["status"] for game in reset.data["games"]] == ["ready"]
        assert page(ana, f"?after={lost}")["reset"]
        assert table.post("/deals", 1).status_code == 200
        assert next(events).data["events"][0]["type"] == "your_turn"


def test_a_tournament_that_is_back_where_it_was_is_not_taken_for_another_of_its_number(past: Past) -> None:
    created = past.http.post("/v1/tournaments", json=WISH).json()
    path, token = f"/v1/tournaments/{created['tournament']['id']}", created["organiser_token"]
    organiser = {"Authorization": f"Bearer {token}"}

    def entered(bot: str) -> str:
        answer = past.http.post(f"{path}/entries", json={"entrants": [bot]}, headers=organiser)
        assert answer.status_code == 201, answer.text
        return answer.headers["ETag"]

    past.remember()
    lost = entered("bot:steady")
    past.bring_back()
    now = past.http.get(path, headers={"If-None-Match": lost})
    assert (now.status_code, now.json()["version"]) == (200, 1)
    tag = entered("bot:random")
    now = past.http.get(path, headers={"If-None-Match": lost})
    assert (now.status_code, now.json()["version"], named_by(now)) == (200, 2, f'"{tag[1:-1].partition(".")[0]}"')
    assert past.http.delete(path, headers={**organiser, "If-Match": lost}).status_code == 412
    assert past.http.delete(path, headers={**organiser, "If-Match": tag}).status_code == 200


def test_a_bot_plays_on_from_where_its_game_is_back(past: Past) -> None:
    otto = Somebody.registered(past.http)
    wish = {"variant": "crazy-eights", "rules": LONG, "auto_deal": True}
    created = otto.ask("POST", "/v1/games", {"seats": [{"player": otto.id}, {"bot": "random"}], **wish}).json()
    asked: list[GameView] = []
    far, back = threading.Event(), threading.Event()

    def choose(view: GameView) -> Move:
        asked.append(view)
        if len(asked) == 3:
            past.remember()
        elif len(asked) == 6:
            far.set()
            back.wait()
        elif len(asked) == 20:
            assert past.http.delete(f"/v1/games/{view.id}", headers=host).status_code == 200
        return own(view).legal_moves[0]

    host = {"Authorization": f"Bearer {created['host_token']}"}
    with EightsClient(past.url, otto.token) as client:
        runner = Runner(client, ("mine", choose), Wishes(strict=True, until_idle_s=1), Telling())
        playing = threading.Thread(target=runner.run)
        playing.start()
        far.wait()
        past.bring_back()
        back.set()
        playing.join()
    assert len(asked) == 20
    assert next(view for view in asked[6:] if view.at != asked[5].at).at == asked[2].at
    assert asked[-1].version > asked[5].version


def test_the_client_follows_over_it(past: Past) -> None:
    table = Table.dealt(past.http)
    past.remember()
    play_to(table, 4)
    with EightsClient(past.url) as client:
        followed = client.follow(table.id)
        first = next(followed)
        assert isinstance(first, Snapshot)
        past.bring_back()
        anew = next(followed)
        assert isinstance(anew, Snapshot)
        assert (first.view.version, anew.view) == (4, client.game(table.id))
        play_to(table, 4)
        told = [next(followed) for _ in range(2)]
        assert [update.version for update in told if isinstance(update, Update)] == [3, 4]
        assert client.game_after(table.id, first.view.at) is not None
