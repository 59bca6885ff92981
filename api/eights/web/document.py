"""The OpenAPI document: written from the code, with every header, problem and struct described once."""

import json
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Annotated, Any, Final

import msgspec
from flask import Flask
from flask_smorest import Api  # type: ignore[import-untyped]  # it has no types
from msgspec import UNSET, Meta, UnsetType

from eights.rules.moves import AnyMove
from eights.services.revisions import PATTERN, RevisionText
from eights.services.tournaments.wording import Obstacle
from eights.tournaments.plan import Blocker
from eights.web import problems
from eights.web.blueprint import Resources
from eights.web.paths import PATH_VALUES, PathValue
from eights.web.schemas import schemas_of

OPENAPI_VERSION: Final = "3.1.0"

_DESCRIPTION: Final = """\
Play Crazy Eights, *le 8 américain* and their relatives over HTTP.

**Conventions.** JSON in UTF-8 in and out; unknown fields and wrong types are refused. Every problem is
`application/problem+json` with a stable `code`; its sentences are English or French by `Accept-Language`.
Each accepted change raises a game's `version` by one. `revision`, which its `ETag` begins with, adds a mark by chance:
where a store lost its last moments, in a failover or to an older backup, versions come again, but with other marks.
Whoever names what it has by its revision learns of that: 412, no 304, and `reset` where it follows the game.
An `Idempotency-Key` on a POST makes it safe to repeat. Tokens are shown once and go into `Authorization: Bearer`, never
into a URL.
"""

_TEXT: Final = {"type": "string"}
_COUNT: Final = {"type": "integer", "minimum": 0}

HEADERS: Final[Mapping[str, tuple[str, dict[str, Any]]]] = {
    "Content-Language": ("The language of the sentences.", {"type": "string", "enum": ["en", "fr"]}),
    "ETag": ("The answer's own tag, for this caller: its hash, behind its `revision` and a dot if it has one.", _TEXT),
    "Idempotent-Replayed": (
        "`true` if this is the first answer to the same request, sent again.",
        {"type": "string", "const": "true"},
    ),
    "Location": ("The address of what was created.", _TEXT),
    "RateLimit-Limit": ("Requests that the limit in question lets through at once.", _COUNT),
    "RateLimit-Remaining": ("Requests left at this moment.", _COUNT),
    "RateLimit-Reset": ("Seconds until all of them are there again.", _COUNT),
    "Retry-After": ("Seconds to wait before the next attempt.", _COUNT),
    "WWW-Authenticate": ("`Bearer`: how to send a token.", _TEXT),
    "X-Request-ID": (
        "What this request is called in the server's log; taken over from the request if it sends one.",
        _TEXT,
    ),
}
"""The response headers by name: description and schema."""

REQUEST_HEADERS: Final[Mapping[str, tuple[str, dict[str, Any], str]]] = {
    "Idempotency-Key": (
        "Makes the request safe to repeat: the same key and body get the first answer again.",
        {"type": "string", "pattern": "^[!-~]{1,255}$"},
        "6f1c8d0e5b7a4c21",
    ),
    "If-Match": (
        "Do this only on the revision named, as `ETag` gives it, or on any of the version that is named alone.",
        _TEXT,
        '"7-3f2a"',
    ),
    "Last-Event-ID": (
        "The `id` of the last event that came: the stream goes on after it.",
        {"type": "string", "pattern": PATTERN},
        "7-3f2a",
    ),
    "If-None-Match": (
        "Answer 304 without a body if this is still what there is, as `ETag` gave it.",
        _TEXT,
        '"7-3f2a"',
    ),
}
"""The request headers that operations may heed: description, schema and an example."""

_SAMPLE_DETAILS: Final[Mapping[str, dict[str, object]]] = {
    "stale_version": {"version": 8, "revision": "8-3f2a"},
    "unknown_variant": {"variant": "whist"},
    "unknown_option": {"option": "cumul_triple"},
    "unknown_bot": {"bot": "grandmaster"},
    "unknown_player": {"player": "k3qlgi4whwvzcky4"},
    "player_seated_already": {"player": "k3qlgi4whwvzcky4"},
    "seat_ambiguous": {"seat": 1},
    "tournament_blocked": {"blockers": (Obstacle(Blocker("too_few_entrants", {"needed": 2, "entrants": 1})),)},
    "tournament_full": {"most": 2000},
    "listed_already": {"entrant": "k3qlgi4whwvzcky4"},
    "withdrawn_already": {"entrant": "k3qlgi4whwvzcky4"},
    "too_many_rulings": {"most": 1000},
    "unknown_entrant": {"entrant": "bot:steady:9"},
    "award_invalid": {"seats": 2},
    "entrant_named_twice": {"entrant": "bot:steady"},
    "too_many_matches": {"limit": 4},
    "duplicate_option": {"option": "cumul"},
    "options_exclude_each_other": {"options": ("cumul", "cumul_mixte")},
    "seat_count_invalid": {"min": 2, "max": 4},
    "store_unavailable": {"retry_after_s": 1},
    "outcome_unknown": {"retry_after_s": 1},
    "too_busy": {"retry_after_s": 1},
    "overloaded": {"retry_after_s": 1},
    "version_not_reached": {"version": 8},
    "too_many_streams": {"limit": 20, "retry_after_s": 5},
    "streams_full": {"limit": 2000, "retry_after_s": 5},
    **{code: {"retry_after_s": 3} for code in problems.STATUS if code.startswith("rate_limited_")},
}
"""What fills the sentences of the problems in the examples."""


class ProblemFault(msgspec.Struct, frozen=True):
    """One fault in a request's own data."""

    path: str
    code: str
    message: str


class ProblemBlocker(msgspec.Struct, frozen=True):
    """One thing that stands in the way of a tournament's next step; other members may follow, by its code."""

    code: str
    message: str


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was refused or failed (RFC 9457). Programs branch on `code`, which never changes.

    `errors` lists every fault of an invalid request. A rejected move carries the current `version` and the caller's
    `legal_moves`. Other members may follow.
    """

    type: Annotated[str, Meta(pattern="^/problems/[a-z_]+$")]
    title: str
    status: Annotated[int, Meta(ge=400, le=599)]
    detail: str
    code: Annotated[str, Meta(pattern="^[a-z_]+$")]
    errors: tuple[ProblemFault, ...] | UnsetType = UNSET
    version: Annotated[int, Meta(ge=0)] | UnsetType = UNSET
    revision: RevisionText | UnsetType = UNSET
    legal_moves: list[AnyMove] | UnsetType = UNSET
    blockers: tuple[ProblemBlocker, ...] | UnsetType = UNSET


class EightsApi(Api):  # type: ignore[misc]  # flask-smorest has no types
    """Registers resources in an application and in its OpenAPI document."""

    DEFAULT_ERROR_RESPONSE_NAME = None
    """Each operation lists its refusals; there is no other."""

    def __init__(self, app: Flask) -> None:
        self._struct_names: set[str] = set()
        super().__init__(app, spec_kwargs=_spec_options())

    def register_blueprint(self, blueprint: Resources, **options: Any) -> None:
        """Register resources; documents the structs that they answer with."""
        self.register_structs(blueprint.structs)
        super().register_blueprint(blueprint, **options)

    def register_structs(self, structs: Iterable[Any]) -> None:
        """Describe structs as schemas under their names, with all that they consist of."""
        _, components = schemas_of(structs)
        for name, schema in components.items():
            if name in (Problem.__name__, ProblemBlocker.__name__):
                schema["additionalProperties"] = True
            if name not in self._struct_names:
                self._struct_names.add(name)
                self.spec.components.schema(name)
                # Not through apispec, which takes what is no object, such as ``items: false``, for a schema's name.
                self.spec.components.schemas[name] = schema

    def _register_error_handlers(self) -> None:
        problems.install(self._app)

    def _register_responses(self) -> None:
        components = self.spec.components
        components.security_scheme(
            "bearer", {"type": "http", "scheme": "bearer", "description": "A token, as it was shown."}
        )
        for name, (description, schema) in HEADERS.items():
            components.header(name, {"description": description, "schema": schema}, lazy=True)
        for name, (description, schema, example) in REQUEST_HEADERS.items():
            parameter = {"description": description, "schema": schema, "example": example}
            components.parameter(name, "header", parameter, lazy=True)
        for code in problems.STATUS:
            sample = problems.problem_members(code, "en", _SAMPLE_DETAILS.get(code, {}))
            components.example(code, {"value": sample}, lazy=True)
        for value in PATH_VALUES:
            self.register_converter(value.converter, _parameter_schema(value))
        self.register_structs([Problem])

    def _register_etag_headers(self) -> None:
        """Leave out flask-smorest's own: entity tags are versions here."""

    def _register_pagination_header(self) -> None:
        """Leave out flask-smorest's own: pages say in their bodies what comes next."""


def _parameter_schema(value: PathValue) -> Any:
    return lambda _converter: dict(value.schema)


def _spec_options() -> dict[str, Any]:
    return {
        "title": "Eights",
        "version": version("eights"),
        "openapi_version": OPENAPI_VERSION,
        "info": {
            "description": _DESCRIPTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "This server."}],
        "security": [],
    }


def document_of(app: Flask) -> bytes:
    """Return the OpenAPI document of an application, as it is served and as it is kept in the repository."""
    api: EightsApi = app.extensions["flask-smorest"]["apis"][""]["ext_obj"]
    return (json.dumps(api.spec.to_dict(), ensure_ascii=False, indent=2) + "\n").encode()
