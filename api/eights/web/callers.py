"""Who asks: the bearer token of a request, hashed at once, and the address that it came from."""

import re
from typing import TYPE_CHECKING, Final

from flask import request

from eights.services.access import Caller, hash_token
from eights.services.ports import StoreUnavailable
from eights.services.refusals import Refused
from eights.web.faults import FieldFault
from eights.web.parts import parts

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_CALLER: Final = "eights.caller"
_PLAYERS: Final = "ep_"
_GIVEN: Final = {"eh_": "host_token_given", "es_": "seat_token_given", "eo_": "organiser_token_given"}
"""What is said of a token of another kind where a player's is needed."""
_TOKEN: Final = re.compile(r"e[hspo]_[A-Za-z0-9_-]{43}")


def caller() -> Caller:
    """Return who asks.

    Raises ``Refused("token_invalid")`` for an ``Authorization`` that carries no token, or one that looks like a
    player's and is none's; and :class:`~eights.services.ports.StoreUnavailable`.
    """
    environ = request.environ
    if environ.get("HTTP_AUTHORIZATION") is None:
        return Caller(None, address())
    who: Caller | StoreUnavailable | None = environ.get(_CALLER)
    if who is None:
        who = environ[_CALLER] = _found(environ)
    if isinstance(who, StoreUnavailable):
        raise who
    return who


def _found(environ: "WSGIEnvironment") -> Caller | StoreUnavailable:
    """Return who asks, or why nobody can say: a request waits for a store that is away once and no more."""
    try:
        return _caller(_token(environ), environ)
    except StoreUnavailable as error:
        return error


def _token(environ: "WSGIEnvironment") -> str:
    scheme, _, token = environ["HTTP_AUTHORIZATION"].partition(" ")
    token = token.strip(" ")
    if scheme.lower() != "bearer" or _TOKEN.fullmatch(token) is None:
        raise Refused("token_invalid")
    return str(token)


def _caller(token: str, environ: "WSGIEnvironment") -> Caller:
    token_hash, came_from = hash_token(token), environ.get("REMOTE_ADDR", "")
    if not token.startswith(_PLAYERS):
        return Caller(token_hash, came_from)
    return Caller(token_hash, came_from, parts().authentication.player(token_hash).id)


def holder() -> Caller:
    """Return who asks, where a token is needed; raises ``Refused`` with ``token_missing`` or ``token_invalid``."""
    who = caller()
    if who.token_hash is None:
        raise Refused("token_missing")
    return who


def registered() -> tuple[str, Caller]:
    """Return the id of the player who asks, and the caller as such.

    Raises ``Refused`` as :func:`holder`, and with ``forbidden`` for a token that is no player's.
    """
    who = holder()
    if who.player is None:
        raise _not_a_players(_token(request.environ))
    return who.player, who


def _not_a_players(token: str) -> Refused:
    return Refused("forbidden", faults=[FieldFault("", _GIVEN[token[:3]])])


def newcomer() -> Caller:
    """Return who asks, where a player's token is heeded and any other is of no use; raises as :func:`caller`."""
    who = caller()
    return who if who.player is not None else Caller(None, who.address)


def bearer_of_a_players_token() -> Caller:
    """Return who asks, known by a player's token alone, also if it has ended.

    Raises ``Refused``: ``token_missing``, ``token_invalid``, ``forbidden`` for a token that is no player's.
    """
    if request.environ.get("HTTP_AUTHORIZATION") is None:
        raise Refused("token_missing")
    token = _token(request.environ)
    if not token.startswith(_PLAYERS):
        raise _not_a_players(token)
    return Caller(hash_token(token), address())


def address() -> str:
    """Return the address that a request came from; empty on a unix socket."""
    address: str = request.environ.get("REMOTE_ADDR", "")
    return address
