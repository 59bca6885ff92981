"""Blueprints whose operations are documented by what they do: ids, answers, refusals, headers, security."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from http import HTTPStatus
from typing import Any, Literal, Protocol, TypeVar, cast

import msgspec
from flask import Response
from flask_smorest import Blueprint  # type: ignore[import-untyped]  # it has no types

from eights.web import problems
from eights.web.arguments import Location, reader
from eights.web.links import Links
from eights.web.paths import described
from eights.web.schemas import SCHEMA_REF, schemas_of

View = TypeVar("View", bound=Callable[..., Response])
Bucket = Literal["creations", "joins", "moves", "reads"]
Bearer = Literal["required", "optional", "ignored"]


class Decorator(Protocol):
    """Takes a view, and returns one of the same type."""

    def __call__(self, view: View, /) -> View:
        """Decorate a view."""


class Operation(msgspec.Struct, frozen=True):
    """What is said of an operation with :meth:`Resources.operation`."""

    bucket: Bucket | None = None
    """The rate limit that it counts towards, beside the one on everything; None is for no limit at all."""
    bearer: Bearer = "ignored"
    """Whether a bearer token is needed, heeded or neither."""
    heeds: tuple[str, ...] = ()
    """Request headers that it heeds, of those in :mod:`eights.web.document`."""
    refuses: tuple[str, ...] = ()
    """Codes of the problems that it answers with, beside those that every operation may."""
    has_query: bool = False


class StreamForm(msgspec.Struct, frozen=True):
    """Another form of an answer: a text or a stream, the structs that are its data, and an example of it."""

    media_type: str
    structs: tuple[type[Any], ...]
    example: str

    def described(self) -> dict[str, Any]:
        """Return what the document says of it."""
        schema: dict[str, Any] = {"type": "string", "contentMediaType": self.media_type}
        if self.structs:
            data = [{"$ref": SCHEMA_REF.format(name=struct.__name__)} for struct in self.structs]
            schema["contentSchema"] = {"anyOf": data}
        return {self.media_type: {"schema": schema, "example": self.example}}


class Resources(Blueprint):  # type: ignore[misc]  # flask-smorest has no types
    """A blueprint; a view is a plain function, whose name is the operation's id and whose docstring describes it.

    Views return finished responses (:mod:`eights.web.answers`): what goes out is documented here, not built.
    """

    def __init__(self, name: str, description: str, url_prefix: str = "") -> None:
        super().__init__(name, __name__, url_prefix=url_prefix, description=description)
        self.operations: dict[str, Operation] = {}
        self.structs: list[Any] = []
        self._prepare_doc_cbks.append(_document)

    def get(self, rule: str) -> Decorator:
        """Register a view for GET (and HEAD)."""
        return self._described_route(rule, "GET")

    def post(self, rule: str) -> Decorator:
        """Register a view for POST."""
        return self._described_route(rule, "POST")

    def patch(self, rule: str) -> Decorator:
        """Register a view for PATCH."""
        return self._described_route(rule, "PATCH")

    def delete(self, rule: str) -> Decorator:
        """Register a view for DELETE."""
        return self._described_route(rule, "DELETE")

    def _described_route(self, rule: str, method: str) -> Decorator:
        # flask-smorest completes what it finds here, so each rule needs a list of its own
        return cast("Decorator", self.route(rule, methods=[method], parameters=described(rule)))

    def takes(
        self,
        schema: type[Any],
        *,
        location: Location = "json",
        required: bool = True,
        documented: Any = None,
        examples: Mapping[str, object] | None = None,
        remembered: int = 0,
    ) -> Decorator:
        """Pass a view what the request carries, read by a marshmallow schema, as its first argument.

        Of several of these, the uppermost gives the first argument.

        ``required`` only documents: an empty body is read as ``{}``, and it is for the schema to refuse that.
        ``documented`` is a union of structs that describes the body better than the schema can.
        ``remembered`` is as for :func:`eights.web.arguments.reader`.
        """
        named = examples and {name: {"value": value} for name, value in examples.items()}
        shown = schema if documented is None else self._union(documented)
        documenting = self.arguments(shown, location=location, required=required, examples=named)
        read = reader(schema(), location, remembered)

        def decorator(view: View) -> View:
            @wraps(view)
            def taking(*before: Any, **path_values: Any) -> Response:
                return view(*before, read(), **path_values)

            _take_documentation(taking, documenting(view))
            return cast("View", taking)

        return decorator

    def _union(self, structs: Any) -> dict[str, Any]:
        self.structs.append(structs)
        [union], _ = schemas_of([structs])
        return union

    def answers(
        self,
        status: int,
        struct: Any = None,
        *,
        description: str | None = None,
        headers: Sequence[str] = (),
        example: object = None,
        leads_to: Links | None = None,
        streams: StreamForm | None = None,
    ) -> Decorator:
        """Document an answer: the struct that is sent as JSON, headers by name, a real example, links, another form."""
        if struct is not None:
            self.structs.append(struct)
        if streams is not None:
            self.structs += streams.structs
        documenting = self._documenting(status, struct, description, headers, example)

        def decorator(view: View) -> View:
            _take_documentation(view, documenting(view))
            view.__dict__["_apidoc"].setdefault("links", {})[status] = leads_to
            view.__dict__["_apidoc"].setdefault("streams", {})[status] = streams
            return view

        return decorator

    def _documenting(
        self, status: int, struct: Any, description: str | None, headers: Sequence[str], example: object
    ) -> Callable[[Callable[..., Response]], Any]:
        """Return flask-smorest's decorator for an answer."""
        decorator: Callable[[Callable[..., Response]], Any] = self.alt_response(
            status,
            schema=None if struct is None else {"$ref": SCHEMA_REF.format(name=struct.__name__)},
            description=description or HTTPStatus(status).phrase,
            headers={name: name for name in (*headers, "X-Request-ID")},
            example=None if example is None else msgspec.to_builtins(example),
            success=True,
        )
        return decorator

    def operation(
        self,
        *,
        bucket: Bucket | None = "reads",
        bearer: Bearer = "ignored",
        heeds: Sequence[str] = (),
        refuses: Sequence[str] = (),
    ) -> Decorator:
        """Say what else there is to know of an operation; every view needs this."""

        def decorator(view: View) -> View:
            facts = Operation(bucket, bearer, tuple(heeds), tuple(refuses))
            view.__dict__.setdefault("_apidoc", {})["facts"] = facts
            return view

        return decorator

    def _store_endpoint_docs(self, endpoint: str, obj: Any, *args: Any, **options: Any) -> None:
        super()._store_endpoint_docs(endpoint, obj, *args, **options)
        said: Operation = obj._apidoc["facts"]  # noqa: SLF001 - where flask-smorest keeps what decorators say
        taken = obj._apidoc.get("arguments", {}).get("parameters", [])  # noqa: SLF001 - as above
        facts = msgspec.structs.replace(said, has_query=any(one["in"] == "query" for one in taken))
        self.operations[f"{self.name}.{endpoint}"] = facts
        for method, documented in self._docs[endpoint].items():
            if method != "parameters":
                documented["facts"] = facts
                documented["links"] = obj._apidoc.get("links", {})  # noqa: SLF001 - as above
                documented["streams"] = obj._apidoc.get("streams", {})  # noqa: SLF001 - as above
                documented["manual_doc"] = {"operationId": camel_case(obj.__name__)}


def _take_documentation(view: Callable[..., Any], documented: Any) -> None:
    """Keep what flask-smorest notes of a view, but not the layer that it lays around it: requests would pay for it."""
    view.__dict__["_apidoc"] = documented._apidoc  # noqa: SLF001 - where flask-smorest keeps what decorators say


def camel_case(name: str) -> str:
    """Return the id of the operation that a view of that name is.

    >>> camel_case("make_move")
    'makeMove'
    """
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def _document(doc: dict[str, Any], info: dict[str, Any], **_: object) -> dict[str, Any]:
    """Complete an operation's documentation with its facts; one of flask-smorest's callbacks."""
    facts: Operation = info["facts"]
    doc.setdefault("parameters", []).extend(facts.heeds)
    if facts.bearer != "ignored":
        doc["security"] = [{"bearer": []}] if facts.bearer == "required" else [{}, {"bearer": []}]
    for status, links in info["links"].items():
        if links:
            doc["responses"][status]["links"] = links
    for status, form in info["streams"].items():
        if form is not None:
            doc["responses"][status].setdefault("content", {}).update(form.described())
    for status, codes in _refusals_by_status(facts, has_body="requestBody" in doc).items():
        doc["responses"][status] = _refusal(status, codes)
    doc["responses"] = dict(sorted(doc["responses"].items()))
    return doc


def _refusals_by_status(facts: Operation, *, has_body: bool) -> dict[int, list[str]]:
    codes = ["bad_request", *facts.refuses, "invalid_request"]
    if "store_unavailable" in codes:
        codes += ["outcome_unknown"]
    if has_body:
        codes += ["malformed_json", "unsupported_media_type", "body_too_large"]
    if facts.bearer == "required":
        codes += ["token_missing"]
    if facts.bearer != "ignored":
        codes += ["token_invalid"]
    if facts.bucket is not None:
        codes += ["rate_limited_all", f"rate_limited_{facts.bucket}", "overloaded"]
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys([*codes, "internal_error"]):
        by_status.setdefault(problems.STATUS[code], []).append(code)
    return by_status


def _refusal(status: int, codes: list[str]) -> dict[str, Any]:
    headers = ["Content-Language", "X-Request-ID"]
    headers += {401: ["WWW-Authenticate"], 429: ["Retry-After"], 503: ["Retry-After"]}.get(status, [])
    if status == 429:
        headers += ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"]
    return {
        "description": f"{HTTPStatus(status).phrase}: " + ", ".join(f"`{code}`" for code in codes),
        "headers": {name: name for name in headers},
        "content": {
            problems.MEDIA_TYPE: {
                "schema": {"$ref": "#/components/schemas/Problem"},
                "examples": {code: code for code in codes},
            }
        },
    }
