"""What is checked before a view is called: rate limits, and queries where there are none to give.

How many invitations somebody gets is for the view to check, which knows whom it invites.
"""

import time
from collections.abc import Iterable, Mapping
from typing import Final

from flask import Flask, current_app, request

from eights.services.access import Caller
from eights.services.players.player import house_bot_of
from eights.services.ports import StoreUnavailable
from eights.services.refusals import Refused
from eights.web.arguments import query_arguments
from eights.web.blueprint import Operation
from eights.web.callers import address, caller
from eights.web.envelope import set_headers
from eights.web.faults import FieldFault, first_faults
from eights.web.limits import Verdict, network_of
from eights.web.shared_limits import SharedLimiter

_LIMITERS: Final = "eights.limiters"
_ELSEWHERE = Operation(bucket="reads", has_query=True)
"""What is no operation: documents, and addresses where there is nothing."""


def install(app: Flask, limiters: Mapping[str, SharedLimiter] | None, operations: Mapping[str, Operation]) -> None:
    """Check the requests to an application.

    There are limiters for all buckets, for ``all`` and for ``invitations``, or None for no limits.
    """
    app.extensions[_LIMITERS] = limiters

    def admit() -> None:
        operation = operations.get(request.endpoint or "", _ELSEWHERE)
        if limiters and operation.bucket is not None:
            limiter, now_s = limiters[operation.bucket], time.monotonic()
            verdict = limiters["all"].hit(network_of(address()), now_s, put_off=limiter.exact)
            if not verdict.allowed:
                _show("all", verdict)
            _show(operation.bucket, limiter.hit(_who(operation.bucket), now_s, put_off=verdict.asked))
        if not operation.has_query and request.environ.get("QUERY_STRING"):
            _refuse_query()

    app.before_request(admit)


def limit_invitations(named: Iterable[str], who: Caller) -> None:
    """Count an invitation to each player who is named, but for the caller; house bots need none.

    Counted by the caller's address, since players and games are made by anybody. Raises
    ``Refused("rate_limited_invitations")``.
    """
    limiters: Mapping[str, SharedLimiter] | None = current_app.extensions[_LIMITERS]
    if limiters is None:
        return
    invited = [player for player in named if player != who.player and house_bot_of(player) is None]
    verdict = limiters["invitations"].hit_each(network_of(who.address), invited, time.monotonic())
    if verdict is not None:
        _show("invitations", verdict)


def _show(name: str, verdict: Verdict) -> None:
    """Tell the caller of a verdict; raises ``Refused`` if it is one against the request."""
    shown = [
        ("RateLimit-Limit", str(verdict.limit)),
        ("RateLimit-Remaining", str(verdict.remaining)),
        ("RateLimit-Reset", str(verdict.reset_s)),
    ]
    set_headers(request.environ, shown)
    if not verdict.allowed:
        raise Refused(f"rate_limited_{name}", retry_after_s=verdict.retry_after_s)


def _who(bucket: str) -> str | bytes:
    """Return whose bucket it is: the token's, but for creations, which are nobody's to check a token against.

    Seats go to whoever asks, too, and so there only a player's token counts. While the store cannot say whether a token
    is a player's, it is the address's: limits hold without a store.
    """
    if bucket == "creations":
        return network_of(address())
    try:
        who = caller()
    except (Refused, StoreUnavailable):
        return network_of(address())
    if who.token_hash is None or (bucket == "joins" and who.player is None):
        return network_of(address())
    return who.token_hash


def _refuse_query() -> None:
    names = query_arguments()
    if names:
        raise Refused("invalid_request", faults=first_faults(FieldFault(name, "unknown_argument") for name in names))
