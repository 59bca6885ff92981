"""The web application: what surrounds every request, and the resources."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import msgspec
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from eights.web import admission, parts, paths
from eights.web.arguments import MAX_BODY_BYTES
from eights.web.blueprint import Operation, Resources
from eights.web.dispatch import Application, refuse_what_is_not_called
from eights.web.document import EightsApi
from eights.web.envelope import Envelope
from eights.web.gate import Gate
from eights.web.parts import Parts
from eights.web.resources.bots import bots
from eights.web.resources.deals import deals
from eights.web.resources.documents import documents
from eights.web.resources.events import events
from eights.web.resources.games import games
from eights.web.resources.inbox import inbox
from eights.web.resources.joining import joining
from eights.web.resources.matches import matches
from eights.web.resources.metrics import metrics
from eights.web.resources.moves import moves
from eights.web.resources.operations import operations
from eights.web.resources.players import players
from eights.web.resources.ratings import ratings
from eights.web.resources.results import results
from eights.web.resources.seats import seats
from eights.web.resources.tournament_entries import entries
from eights.web.resources.tournament_results import tournament_results
from eights.web.resources.tournament_rounds import rounds
from eights.web.resources.tournaments import tournaments
from eights.web.resources.variants import variants
from eights.web.seeing import Seeing, Sight
from eights.web.shared_limits import SharedLimiter

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

RESOURCES: Final[tuple[Resources, ...]] = (
    *(variants, games, joining, seats, deals, moves, events, results, players, inbox, ratings, matches),
    *(tournaments, entries, rounds, tournament_results),
    *(bots, operations, metrics),
)
"""In the order in which the document shows them."""


class WebOptions(msgspec.Struct, frozen=True):
    """What can be set about the web."""

    limiters: Mapping[str, SharedLimiter] | None = None
    """The rate limits by name, as :func:`eights.web.admission.install` takes them; None for none."""
    cors_origins: tuple[str, ...] = ("*",)
    requests: int = 500
    """How many requests there may be at once, in work or waiting for it."""
    trusted_proxies: int = 0
    """How many proxies in front of the server are trusted to say where a request came from."""
    sight: Sight = msgspec.field(default_factory=Sight)


def web_application(behind: Parts, options: WebOptions) -> Flask:
    """Build the application that serves these parts."""
    app = Application("eights")
    # One more: of a body without a length werkzeug reads so much and no more, as if that were all of it.
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES + 1
    parts.install(app, behind)
    paths.install(app)
    registered = _register_resources(app)
    admission.install(app, options.limiters, registered)
    refuse_what_is_not_called(app)
    gate = Gate(app.wsgi_app, options.requests, _paths_of_operators(app, registered))
    wsgi: WSGIApplication = Seeing(Envelope(gate, options.cors_origins), app, options.sight)
    if options.trusted_proxies:
        wsgi = ProxyFix(wsgi, x_for=options.trusted_proxies, x_proto=options.trusted_proxies)
    app.wsgi_app = wsgi  # type: ignore[assignment,method-assign]  # Flask's documented way to put something around it
    return app


def _paths_of_operators(app: Flask, registered: Mapping[str, Operation]) -> frozenset[str]:
    """Return the paths of operations that no limit counts: they tell how the server is, also when it is not well."""
    endpoints = {endpoint for endpoint, operation in registered.items() if operation.bucket is None}
    return frozenset(rule.rule for rule in app.url_map.iter_rules() if rule.endpoint in endpoints)


def _register_resources(app: Flask) -> dict[str, Operation]:
    api = EightsApi(app)
    for resources in RESOURCES:
        api.register_blueprint(resources)
    app.register_blueprint(documents)
    return {endpoint: operation for resources in RESOURCES for endpoint, operation in resources.operations.items()}
