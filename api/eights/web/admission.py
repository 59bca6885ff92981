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
from eights.web.limits import Limiter, RateLimit, network_of

_ELSEWHERE = Operation(bucket="reads", has_query=True)
"""What is no operation: documents, and addresses where there is nothing."""


def install(app: Flask, limits: Mapping[str, RateLimit] | None, operations: Mapping[str, Operation]) -> None:
    """Check the requests to an application; ``limits`` are those of all buckets and ``all``, or None for none."""
    limiters = {name: Limiter(limit) for name, limit in (limits or {}).items()}

    def admit() -> None:
        operation = operations.get(request.endpoint or "", _ELSEWHERE)
        if limiters and operation.bucket is not None:
            _limit("all", limiters["all"], network_of(address()))
            _limit(operation.bucket, limiters[operation.bucket], _who(operation.bucket))
        if not operation.has_query and request.environ.get("QUERY_STRING"):
            _refuse_query()

    app.before_request(admit)


def _limit(name: str, limiter: Limiter, key: str | bytes) -> None:
    verdict = limiter.hit(key, time.monotonic())
    if name == "all" and verdict.allowed:
        return
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
