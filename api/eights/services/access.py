"""Who asks."""

import hashlib
import hmac

import msgspec

from eights.rules.state import Seat
from eights.services.game import Game
from eights.services.refusals import Refused


class Caller(msgspec.Struct, frozen=True):
    """Who sent a request: the holder of a token, or nobody known; in both cases from an address."""

    token_hash: bytes | None
    """SHA-256 of the token that came with the request; the token itself goes no further."""
    address: str
    player: str | None = None
    """The player whose token it is."""

    @property
    def identity(self) -> bytes:
        """What tells this caller from others: a player, also with a new token; else the token; else the address."""
        if self.player is not None:
            return b"player " + self.player.encode()
        return self.token_hash or self.address.encode()


def hash_token(token: str) -> bytes:
    """Return what the server keeps of a token: its SHA-256."""
    return hashlib.sha256(token.encode()).digest()


class Viewer(msgspec.Struct, frozen=True):
    """What a caller is in one game: its host, the holder of a seat, or a stranger."""

    host: bool = False
    seat: Seat | None = None
    former: Seat | None = None
    """A stranger's former seat, which a house bot has now."""
    invited: Seat | None = None
    """A seat that is kept for this player, who has not accepted it yet."""
    registered: bool = False
    """Whether it is a registered player with nothing to do with the game: a stranger, whose token is valid."""

    @property
    def known(self) -> bool:
        """Tell whether the caller belongs to the game."""
        return self.host or self.seat is not None


STRANGER = Viewer()
PASSER_BY = Viewer(registered=True)


def viewer_of(game: Game, caller: Caller) -> Viewer:
    """Return what a caller is in a game.

    Raises ``Refused``: ``token_invalid`` for a token that is not one of this game's, ``game_not_found`` for anybody
    who may not know of a private game.
    """
    viewer = _viewer(game, caller)
    if viewer in (None, STRANGER, PASSER_BY) and game.visibility == "private":
        raise Refused("game_not_found")
    if viewer is None:
        raise Refused("token_invalid")
    return viewer


def _viewer(game: Game, caller: Caller) -> Viewer | None:
    if caller.player is not None:
        return _player(game, caller.player)
    return STRANGER if caller.token_hash is None else _holder(game, caller.token_hash)


def _player(game: Game, player: str) -> Viewer:
    """A player may look at any game that is not private, with the token for all of its games."""
    for seat, holder in enumerate(game.seats):
        if holder.player == player:
            return Viewer(seat=seat)
        if holder.invited == player:
            return Viewer(invited=seat)
        if holder.former_player == player:
            return Viewer(former=seat)
    return PASSER_BY


def _holder(game: Game, token_hash: bytes) -> Viewer | None:
    """Compare with every token, in constant time, wherever the match is."""
    found = Viewer(host=True) if hmac.compare_digest(game.host_hash, token_hash) else None
    for seat, holder in enumerate(game.seats):
        if holder.token_hash is not None and hmac.compare_digest(holder.token_hash, token_hash):
            found = Viewer(seat=seat)
        if holder.former_hash is not None and hmac.compare_digest(holder.former_hash, token_hash):
            found = Viewer(former=seat)
    return found


def require_seat(viewer: Viewer) -> Seat:
    """Return the caller's seat; raises ``Refused`` with ``token_missing`` or ``forbidden``."""
    if viewer.seat is None:
        raise Refused("token_missing" if viewer == STRANGER else "forbidden")
    return viewer.seat


def require_host(viewer: Viewer) -> None:
    """Raise ``Refused`` with ``token_missing`` or ``forbidden`` unless the caller is the game's host."""
    if not viewer.host:
        raise Refused("token_missing" if viewer == STRANGER else "forbidden")
