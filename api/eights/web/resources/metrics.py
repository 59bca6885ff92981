"""What is counted, for Prometheus."""

from collections.abc import Mapping
from typing import Final

from flask import Response, current_app, request

from eights.services.game import GameStatus
from eights.services.ports import StoreUnavailable
from eights.services.refusals import Refused
from eights.telemetry import exposition
from eights.web.blueprint import Resources, StreamForm
from eights.web.parts import parts
from eights.web.seeing import sight_of

metrics = Resources("metrics", "Numbers for those who run the server.")

_EXAMPLE: Final = """\
# HELP eights_moves_total Moves asked for, by variant and what came of it: ok, or the refusal's code.
# TYPE eights_moves_total counter
eights_moves_total{code="ok",variant="crazy-eights"} 1042.0
"""
_PASSED_ON: Final = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP")
"""What a proxy adds to a request that it passes on."""


@metrics.get("/metrics")
@metrics.answers(
    200,
    description="The numbers of all workers, in Prometheus' text format.",
    streams=StreamForm("text/plain", (), _EXAMPLE),
)
@metrics.operation(bucket=None, refuses=["not_found"])
def get_metrics() -> Response:
    """What has been counted?

    For Prometheus: requests and their times by operation, moves, games, streams, clocks, the store; of all workers
    together. Whoever comes through a proxy is told that there is no such thing, unless the server is set up otherwise.
    """
    seen = sight_of(current_app)
    if seen.metrics == "off" or (seen.metrics == "direct" and any(name in request.environ for name in _PASSED_ON)):
        raise Refused("not_found")
    numbers = seen.exposed.of(lambda: exposition.exposed(seen.together, _listed()))
    return Response(numbers, content_type=exposition.MEDIA_TYPE)


def _listed() -> Mapping[GameStatus, int]:
    try:
        return parts().store.count_public()
    except StoreUnavailable:
        return {}  # the other numbers are wanted all the more
