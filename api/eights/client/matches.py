"""Matches over HTTP: which of several players plays better."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import httpx
import msgspec

from eights.client.answers import read
from eights.client.connection import Connection
from eights.client.etags import etag_of
from eights.client.match_models import Match, MatchDeal
from eights.client.paging import Page, listed

LOOK_EVERY_S: Final = 2.0


class Matches:
    """What there is about matches; to set one up, or to enter one, the caller's token has to be a player's."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        variant: str,
        entrants: Sequence[str],
        deals: int,
        *,
        options: Sequence[str] = (),
        rules: Mapping[str, Any] | None = None,
        **settings: Any,
    ) -> Match:
        """Set a match up between players, by id, and house bots (``bot:steady``); oneself may be among them.

        ``settings`` are the further fields of the request: ``rotate_seats``, ``clock``.
        """
        request = {"variant": variant, "entrants": list(entrants), "deals": deals, "options": list(options), **settings}
        return self._post("/v1/matches", {**request, "rules": dict(rules or {})})

    def get(self, match_id: str) -> Match:
        """Return a match, with the result so far."""
        return read(self._connection.get(f"/v1/matches/{match_id}"), Match)

    def get_after(self, match_id: str, version: int | str) -> Match | None:
        """Return a match if it is past that version or revision, else None; costs the server next to nothing."""
        response = self._connection.get(f"/v1/matches/{match_id}", etag=etag_of(version))
        return None if response.status_code == httpx.codes.NOT_MODIFIED else read(response, Match)

    def deals(self, match_id: str) -> Iterator[MatchDeal]:
        """Yield the deals of a match, by number."""
        return listed(self._connection, f"/v1/matches/{match_id}/deals", Page[MatchDeal])

    def enter(self, match_id: str) -> Match:
        """Enter a match that one was invited to; it begins once all have."""
        return self._post(f"/v1/matches/{match_id}/entries", {})

    def decline(self, match_id: str) -> Match:
        """Decline a match, or take an entry back before it begins; it is called off then."""
        return read(self._connection.delete(f"/v1/matches/{match_id}/entries/me"), Match)

    def abort(self, match_id: str) -> Match:
        """Call a match off, as the player who set it up."""
        return read(self._connection.delete(f"/v1/matches/{match_id}"), Match)

    def wait(self, match_id: str, *, pause: Callable[[float], None] = time.sleep) -> Match:
        """Return a match once it is over, looking every two seconds."""
        match = self.get(match_id)
        while not match.is_over:
            pause(LOOK_EVERY_S)
            match = self.get_after(match_id, match.at) or match
        return match

    def _post(self, path: str, request: dict[str, Any]) -> Match:
        return read(self._connection.post(path, msgspec.json.encode(request)), Match)
