"""Games over HTTP, typed and synchronous."""

from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

import httpx
import msgspec

from eights.client.answers import read
from eights.client.connection import Connection
from eights.client.etags import etag_of
from eights.client.following import ANEW, Lost, follow
from eights.client.matches import Matches
from eights.client.models import (
    CreatedGame,
    FinalScores,
    GameView,
    LegalMoves,
    Move,
    Scores,
    Snapshot,
    TakenSeat,
    Update,
    Updates,
    Variant,
)
from eights.client.players import Players


class EightsClient:
    """A caller of one server: a stranger without a token, else whoever the token belongs to.

    Where a version is asked for, a revision (``view.at``) is the better one: a server whose store lost its last moments
    may come to the same version again, which then is another.

    Every method raises :class:`~eights.client.problems.ProblemError` for a refusal and
    :class:`~eights.client.problems.ServerUnreachable` where no answer comes after retries. Safe to use from several
    threads. ``language`` (``"en"``, ``"fr"``) is what the server's sentences should be in. Games are asked about here,
    players and matches by what ``players`` and ``matches`` offer.
    """

    def __init__(self, url: str, token: str | None = None, *, language: str = "en") -> None:
        self._connection = Connection(url, token, language=language)
        self.players = Players(self._connection)
        self.matches = Matches(self._connection)

    def variants(self) -> tuple[Variant, ...]:
        """Return the variants that the server plays."""
        return read(self._connection.get("/v1/variants"), VariantList).items

    def variant(self, variant_id: str) -> Variant:
        """Return one variant."""
        return read(self._connection.get(f"/v1/variants/{variant_id}"), Variant)

    def create(
        self,
        variant: str,
        *,
        options: Sequence[str] = (),
        rules: Mapping[str, Any] | None = None,
        seats: Sequence[Mapping[str, str]] | None = None,
        **settings: Any,
    ) -> CreatedGame:
        """Create a game; ``settings`` are the further fields of the request (``visibility``, ``first_dealer``, ...)."""
        request = {"variant": variant, "options": list(options), "rules": dict(rules or {}), **settings}
        if seats is not None:
            request["seats"] = [dict(seat) for seat in seats]
        return read(self._post("/v1/games", request), CreatedGame)

    def join(
        self, game_id: str, name: str | None = None, *, seat: int | None = None, entropy: str | None = None
    ) -> TakenSeat:
        """Take an open seat: the given one, or the one that is kept for the player, or the first.

        A player needs no name, and accepts an invitation with this.
        """
        wishes = {"name": name, "seat": seat, "entropy": entropy}
        request = {field: value for field, value in wishes.items() if value is not None}
        return read(self._post(f"/v1/games/{game_id}/seats", request), TakenSeat)

    def seat_bot(self, game_id: str, bot: str, *, name: str | None = None, seat: int | None = None) -> int:
        """Seat a house bot, as the host, in the given open seat or the first; return the seat."""
        wishes = {"bot": bot, "name": name, "seat": seat}
        request = {field: value for field, value in wishes.items() if value is not None}
        return read(self._post(f"/v1/games/{game_id}/seats", request), TakenSeat).seat

    def leave(self, game_id: str, seat: int) -> None:
        """Give a seat up, or decline the one that is kept for the player; after the deal that is to resign."""
        self._connection.delete(f"/v1/games/{game_id}/seats/{seat}")

    def deal(self, game_id: str, *, fill: str | None = None, version: int | str | None = None) -> GameView:
        """Deal the next round; with a version or revision, only if the game is still at it.

        ``fill`` names a house bot that the host has sit in the open seats first.
        """
        request = {} if fill is None else {"fill": fill}
        return read(self._post(f"/v1/games/{game_id}/deals", request, version), GameView)

    def game(self, game_id: str) -> GameView:
        """Return the game as the caller may see it."""
        return read(self._connection.get(f"/v1/games/{game_id}"), GameView)

    def game_after(self, game_id: str, version: int | str) -> GameView | None:
        """Return the game if it is past that version or revision, else None; costs the server next to nothing."""
        response = self._connection.get(f"/v1/games/{game_id}", etag=etag_of(version))
        return None if response.status_code == httpx.codes.NOT_MODIFIED else read(response, GameView)

    def updates(self, game_id: str, after: int | str) -> Updates:
        """Return what happened after a revision or version, as far back as the server keeps it."""
        return read(self._connection.get(f"/v1/games/{game_id}/events?after={after}"), Updates)

    def follow(
        self, game_id: str, after: int | str | None = None, *, lost: Lost = lambda _: None
    ) -> Iterator[Snapshot | Update | FinalScores]:
        """Follow a game to its end: yield it as it is now, what happens, once each and in order, and how it ended.

        Goes on after any version that was seen before, without the snapshot. Survives a server that is away; ``lost``
        is told why, each time. Another :class:`Snapshot` comes where updates are missing, or what was seen is lost:
        forget it. Raises :class:`~eights.client.problems.StreamClosed` where the token is revoked or the game is no
        longer kept.
        """
        for sent in follow(self._connection, f"/v1/games/{game_id}/events", after, lost=lost):
            if sent.event in ANEW:
                yield msgspec.json.decode(sent.data, type=Snapshot)
            elif sent.event == "update":
                yield msgspec.json.decode(sent.data, type=Update)
            elif sent.event == "finished":
                yield msgspec.json.decode(sent.data, type=FinalScores)

    def legal_moves(self, game_id: str) -> LegalMoves:
        """Return the caller's legal moves, each of which can be sent back as it stands."""
        return read(self._connection.get(f"/v1/games/{game_id}/moves"), LegalMoves)

    def move(self, game_id: str, move: Move, *, version: int | str | None = None) -> GameView:
        """Make a move and return the new view; with a version or revision, only if the game is still at it."""
        return read(self._post(f"/v1/games/{game_id}/moves", move, version), GameView)

    def scores(self, game_id: str) -> Scores:
        """Return the score sheet."""
        return read(self._connection.get(f"/v1/games/{game_id}/scores"), Scores)

    def replay(self, game_id: str) -> dict[str, Any]:
        """Return what a finished game can be recomputed from: seed, entropy, rules and every move."""
        return read(self._connection.get(f"/v1/games/{game_id}/replay"), dict[str, Any])

    def _post(self, path: str, request: Any, version: int | str | None = None) -> httpx.Response:
        etag = None if version is None else etag_of(version)
        return self._connection.post(path, msgspec.json.encode(request), etag=etag)

    def close(self) -> None:
        """Close the connections."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class VariantList(msgspec.Struct, frozen=True):
    """The answer to a request for all variants."""

    items: tuple[Variant, ...]
