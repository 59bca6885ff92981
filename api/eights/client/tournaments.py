"""Tournaments over HTTP: as their organiser, with a token that begins with ``eo_``, or as anybody."""

from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Literal, Self, TypeVar
from urllib.parse import quote

import httpx
import msgspec

from eights.client.answers import read
from eights.client.connection import Connection
from eights.client.etags import etag_of
from eights.client.tournament_models import (
    CreatedTournament,
    Entries,
    Entry,
    Round,
    RoundPage,
    Ruling,
    Standings,
    Tournament,
)

T = TypeVar("T")
Exported = Literal["results", "standings", "replays"]
ExportFormat = Literal["json", "csv", "ndjson"]

ROUNDS_AT_ONCE: Final = 20


class TournamentClient:
    """A caller of one server, where it is about tournaments.

    Every method raises :class:`~eights.client.problems.ProblemError` for a refusal (``tournament_blocked`` has
    ``blockers``) and :class:`~eights.client.problems.ServerUnreachable` where no answer comes after retries.
    """

    def __init__(self, url: str, token: str | None = None, *, language: str = "en") -> None:
        self._connection = Connection(url, token, language=language)

    def create(self, request: Mapping[str, Any]) -> CreatedTournament:
        """Create a tournament; the fields of the request are those of ``POST /v1/tournaments``."""
        return self._post("/v1/tournaments", dict(request), CreatedTournament)

    def tournament(self, tournament_id: str) -> Tournament:
        """Return a tournament."""
        return read(self._connection.get(_path(tournament_id)), Tournament)

    def tournament_after(self, tournament_id: str, version: int | str) -> Tournament | None:
        """Return a tournament if it is past that version or revision, else None; costs the server next to nothing."""
        response = self._connection.get(_path(tournament_id), etag=etag_of(version))
        return None if response.status_code == httpx.codes.NOT_MODIFIED else read(response, Tournament)

    def enter(self, tournament_id: str, entrants: Sequence[str] = ()) -> tuple[Entry, ...]:
        """Enter oneself, as a player; or, as the organiser, house bots (``bot:steady``); players are invited then."""
        request = {"entrants": list(entrants)} if entrants else {}
        return self._post(_path(tournament_id, "entries"), request, Entries).entries

    def withdraw(self, tournament_id: str, entrant: str) -> Entry:
        """Withdraw somebody, or decline an invitation; what was still to play in a round is forfeited."""
        return read(self._connection.delete(_path(tournament_id, "entries", entrant)), Entry)

    def start(self, tournament_id: str, wishes: Mapping[str, Any] | None = None, *, dry_run: bool = False) -> Round:
        """Begin with the first round; ``wishes`` are fields of the request, such as ``seeding``.

        A dry run shows the round that would be, and changes nothing.
        """
        return self._pair(tournament_id, "start", wishes or {}, dry_run=dry_run)

    def next_round(
        self, tournament_id: str, number: int, wishes: Mapping[str, Any] | None = None, *, dry_run: bool = False
    ) -> Round:
        """Begin a further round, by its number, so that a repeat never begins the one after it."""
        return self._pair(tournament_id, "rounds", {**(wishes or {}), "number": number}, dry_run=dry_run)

    def rounds(self, tournament_id: str, after: int = 0) -> Iterator[Round]:
        """Yield the rounds with numbers above one, in order."""
        path, cursor = _path(tournament_id, "rounds"), str(after)
        while cursor:
            page = read(self._connection.get(f"{path}?limit={ROUNDS_AT_ONCE}&cursor={quote(cursor)}"), RoundPage)
            yield from page.items
            cursor = page.next_cursor or ""

    def round(self, tournament_id: str, number: int) -> Round:
        """Return one round, which there must be."""
        path = _path(tournament_id, "rounds")
        return read(self._connection.get(f"{path}?limit=1&cursor={number - 1}"), RoundPage).items[0]

    def standings(self, tournament_id: str) -> Standings:
        """Return the standings after the rounds that are over."""
        return read(self._connection.get(_path(tournament_id, "standings")), Standings)

    def exported(self, tournament_id: str, what: Exported, form: ExportFormat) -> Iterator[bytes]:
        """Yield an export piece by piece: results or standings as JSON or CSV, replays as NDJSON.

        Only what the caller may see is in it. Raises ``ServerUnreachable`` also where the server breaks off.
        """
        path = _path(tournament_id, what)
        if form == "csv":
            yield from self._connection.pieces(f"{path}?format=csv")
        elif what == "results":
            yield from self._pages(path)
        else:
            yield from self._connection.pieces(path)

    def _pages(self, path: str) -> Iterator[bytes]:
        """Yield the items of all pages as one JSON object."""
        start, cursor = b'{"items":[', "0"
        while cursor:
            page = read(self._connection.get(f"{path}?cursor={quote(cursor)}"), _RawPage)
            for item in page.items:
                yield start + item
                start = b","
            cursor = page.next_cursor or ""
        yield (b"" if start == b"," else start) + b"]}"

    def rule(self, tournament_id: str, game_id: str, ruling: Mapping[str, Any]) -> Ruling:
        """Rule about a game, as the organiser: ``kind``, ``reason``, and for an award ``to`` or ``points``."""
        return self._post(_path(tournament_id, "games", game_id, "ruling"), dict(ruling), Ruling)

    def call_off(self, tournament_id: str) -> Tournament:
        """Call a tournament off, with all its games that are on."""
        return read(self._connection.delete(_path(tournament_id)), Tournament)

    def _pair(self, tournament_id: str, step: str, request: Mapping[str, Any], *, dry_run: bool) -> Round:
        path = _path(tournament_id, step) + ("?dry_run=true" if dry_run else "")
        return self._post(path, dict(request), Round)

    def _post(self, path: str, request: dict[str, Any], kind: type[T]) -> T:
        return read(self._connection.post(path, msgspec.json.encode(request)), kind)

    def close(self) -> None:
        """Close the connections."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class _RawPage(msgspec.Struct, frozen=True):
    """A page whose items are passed on as they are."""

    items: tuple[msgspec.Raw, ...]
    next_cursor: str | None = None


def _path(tournament_id: str, *further: str) -> str:
    """Return the path of a tournament, or of something in it, whatever characters the names have.

    >>> _path("a/b", "entries", "bot:steady:2")
    '/v1/tournaments/a%2Fb/entries/bot:steady:2'
    """
    return "/".join(("/v1/tournaments", *(quote(part, safe=":") for part in (tournament_id, *further))))
