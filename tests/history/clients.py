"""Clients that carry on whatever happens to the server, and note all of it: players, readers, followers."""

import random
import time
from itertools import count
from typing import Any, Final

import httpx
import msgspec

from eights.rules.moves import AnyMove
from eights.rules.notation import step_text
from eights.rules.replay import Moved
from eights.rules.state import Seat
from history.line import NO_ANSWER, PATIENT_S, PAUSE_S, Line
from history.observations import OK, UNAVAILABLE, Asked, History, Seen, Told, digest
from listening import STREAM, events_of

OVER: Final = ("finished", "aborted")
WAIT_S: Final = 2
"""How long the server is asked to wait for news."""
HASTY_S: Final = 0.01
"""Some do not wait for an answer, and ask again while the server still is at it."""
DRAW: Final = {"action": "draw"}


class Client:
    """One who asks about a game, at a seat or not, and notes what it sees."""

    def __init__(self, line: Line, history: History, game: str, seat: Seat | None = None, token: str | None = None):
        self.line, self.history, self.game, self.seat = line, history, game, seat
        self.path = f"/v1/games/{game}"
        self.known_as = {"Authorization": f"Bearer {token}"} if token else {}

    def look(self, etag: str | None = None) -> httpx.Response:
        """Read the game until it can be read, and note what is seen; 304 if that is what the tag stands for."""
        headers = {**self.known_as, **({"If-None-Match": etag} if etag else {})}
        while True:
            sent = time.monotonic()
            answer = self.line.ask("GET", self.path, headers=headers)
            if answer is not None and answer.status_code != UNAVAILABLE:
                break
            self.line.wait(PAUSE_S)
        if answer.status_code == OK:
            self.note_view(answer.json(), sent, answer.headers["ETag"])
        else:
            assert answer.status_code == httpx.codes.NOT_MODIFIED, answer.text
        return answer

    def note_view(self, view: dict[str, Any], sent: float, etag: str | None = None) -> None:
        """Note a view, and its tag where there is one."""
        self.history.seen.append(
            Seen(
                game=self.game,
                who=self.seat,
                sent=sent,
                done=time.monotonic(),
                version=view["version"],
                etag=etag,
                view=digest(view),
            )
        )


class Reader(Client):
    """Looks again and again, as a stranger, until the game is over."""

    def read(self) -> None:
        """Read until the game is over."""
        etag, version, status = None, 0, ""
        while status not in OVER:
            sent = time.monotonic()
            answer = self.look(etag)
            if answer.status_code == OK:
                etag, version, status = answer.headers["ETag"], answer.json()["version"], answer.json()["status"]
            else:
                self.history.seen.append(
                    Seen(game=self.game, who=None, sent=sent, done=time.monotonic(), version=version, etag=etag)
                )
            self.line.wait(PAUSE_S)


class Player(Client):
    """Plays a seat by chance until the game is over; each step has a key, and is asked for until its fate is known."""

    def __init__(self, line: Line, history: History, game: str, seat: Seat, token: str, chance: random.Random) -> None:
        super().__init__(line, history, game, seat, token)
        self._seat = seat
        self._chance = chance
        self._keys = count()

    def play(self) -> None:
        """Play until the game is over."""
        while True:
            answer = self.look()
            view = answer.json()
            if view["status"] in OVER:
                return
            wish = self._wish(view)
            if wish is None:
                self._wait_for_news(view["version"])
            else:
                self._make(wish, view["version"], answer.headers["ETag"])

    def _wish(self, view: dict[str, Any]) -> dict[str, Any] | None:
        """Return a move, an empty one for a deal, or None; some do not wait for their turn."""
        if view["status"] != "playing":
            return {}
        legal = view["you"]["legal_moves"]
        if not legal or (view["round"]["turn"] != self._seat and self._chance.random() < 0.5):
            return DRAW if self._chance.random() < 0.05 else None
        return dict(self._chance.choice([move for move in legal if move["action"] == "play"] or legal))

    def _wait_for_news(self, version: int) -> None:
        sent = time.monotonic()
        answer = self.line.ask("GET", f"{self.path}/events?after={version}&wait={WAIT_S}", headers=self.known_as)
        if answer is not None and answer.status_code == OK:
            self.note_view(answer.json()["view"], sent)
        else:
            self.line.wait(PAUSE_S)

    def _make(self, wish: dict[str, Any], version: int, etag: str) -> None:
        step = step_text(Moved(self._seat, msgspec.convert(wish, AnyMove))) if wish else "deal"
        key = f"{self.game}-{self.seat}-{next(self._keys)}"
        pinned = {"If-Match": etag} if self._chance.random() < 0.5 else {}
        while not (asked := self._asked(step, wish, version, key, pinned)).made:
            if asked.refused:
                return
            self.line.wait(PAUSE_S * self._chance.random())
        if self._chance.random() < 0.1:
            self._asked(step, wish, version, key, pinned)

    def _asked(self, step: str, wish: dict[str, Any], version: int, key: str, pinned: dict[str, str]) -> Asked:
        hasty = self._chance.random() < 0.05
        sent = time.monotonic()
        answer = self.line.ask(
            "POST",
            f"{self.path}/{'moves' if wish else 'deals'}",
            body=wish or None,
            headers={**self.known_as, **pinned, "Idempotency-Key": key},
            patience_s=HASTY_S if hasty else PATIENT_S,
        )
        asked = Asked(
            game=self.game,
            key=key,
            seat=self._seat,
            step=step,
            knew=version,
            pinned=bool(pinned),
            sent=sent,
            done=time.monotonic(),
            status=None if answer is None else answer.status_code,
        )
        if answer is not None and asked.made:
            again = answer.headers.get("Idempotent-Replayed") == "true"
            asked = msgspec.structs.replace(
                asked, version=answer.json()["version"], body=digest(answer.json()), again=again
            )
            if not again:
                self.note_view(answer.json(), sent, answer.headers["ETag"])
        self.history.asked.append(asked)
        return asked


class Follower(Client):
    """Follows a game to its end, and comes back where it was whenever the stream ends or breaks."""

    def __init__(self, line: Line, history: History, game: str, seat: Seat | None, token: str | None) -> None:
        super().__init__(line, history, game, seat, token)
        self._id: str | None = None

    def follow(self) -> None:
        """Follow until told that the game is over."""
        while not self._listen():
            self.line.wait(PAUSE_S)

    def _listen(self) -> bool:
        headers = {**STREAM, **self.known_as, **({"Last-Event-ID": self._id} if self._id else {})}
        try:
            with self.line.client.stream("GET", f"{self.path}/events", headers=headers) as response:
                return self._heard(response)
        except NO_ANSWER:
            return False

    def _heard(self, response: httpx.Response) -> bool:
        if response.status_code != OK:
            response.read()
            if response.status_code != UNAVAILABLE:
                assert response.json()["code"] == "version_not_reached", response.text
                self._id = None
                self._note("anew", {"version": response.json()["version"]}, None)
            return False
        for event in events_of(response):
            if event.kind == "closing":
                return False
            self._note(event.kind, event.data.get("view", event.data) | event.data, event.revision)
            if event.kind == "finished":
                return True
        return False

    def _note(self, kind: Any, data: dict[str, Any], id_: object) -> None:
        if id_ is not None:
            self._id = str(id_)
        self.history.told.append(
            Told(
                game=self.game,
                follower=f"follower at {self.seat}",
                who=self.seat,
                at=time.monotonic(),
                kind=kind,
                version=data["version"],
                events=data.get("events"),
            )
        )
