"""What is checked before a view is called: rate limits, and queries where there are none to give."""

import time
from collections.abc import Mapping

from flask import Flask, request

from eights.services.ports import StoreUnavailable
from eights.services.refusals import Refused
from eights.web.arguments import query_arguments
from eights.web.blueprint import Operation
from eights.web.callers import address, caller
from eights.web.envelope import add_headers
from eights.web.faults import FieldFault, first_faults
from eights.web.limits import Verdict, network_of
from eights.web.shared_limits import SharedLimiter

_ELSEWHERE = Operation(bucket="reads", has_query=True)
"""What is no operation: documents, and addresses where there is nothing."""


def install(app: Flask, limiters: Mapping[str, SharedLimiter] | None, operations: Mapping[str, Operation]) -> None:
    """Check the requests to an application; there are limiters for all buckets and ``all``, or None for no limits."""

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


def _show(name: str, verdict: Verdict) -> None:
    """Tell the caller of a verdict; raises ``Refused`` if it is one against the request."""
    shown = [
        ("RateLimit-Limit", str(verdict.limit)),
        ("RateLimit-Remaining", str(verdict.remaining)),
        ("RateLimit-Reset", str(verdict.reset_s)),
    ]
    add_headers(request.environ, shown)
    if not verdict.allowed:
        raise Refused(f"rate_limited_{name}", retry_after_s=verdict.retry_after_s)


def _who(bucket: str) -> str | bytes:
    """Return whose bucket it is: the token's, but for creations, which are nobody's to check a token against.

    While the store cannot say whether a token is a player's, it is the address's: limits hold without a store.
    """
    if bucket == "creations":
        return network_of(address())
    try:
        return caller().token_hash or network_of(address())
    except (Refused, StoreUnavailable):
        return network_of(address())


def _refuse_query() -> None:
    names = query_arguments()
    if names:
        raise Refused("invalid_request", faults=first_faults(FieldFault(name, "unknown_argument") for name in names))
