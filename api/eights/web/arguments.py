"""What a request carries, read strictly: bodies as JSON and nothing else, queries with each argument known and once.

Schemas are loaded here and not by webargs, which would answer some bodies with a 500 and take ``"3"`` for 3.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, Literal

import marshmallow as ma
from flask import request
from werkzeug.exceptions import ClientDisconnected

from eights.services.refusals import Refused
from eights.web import strict_json
from eights.web.faults import FieldFault, faults_in, first_faults

MAX_BODY_BYTES: Final = 64 * 1024

LONGEST_REMEMBERED: Final = 128
"""Bytes of a body that is remembered: a long one would fill the memory, and is no common one."""

_JSON: Final = "application/json"
BODY: Final = "eights.body"
"""Where the body of a request stands in its environment once it is here as announced."""

Location = Literal["json", "query"]


def reader(schema: ma.Schema, location: Location, remembered: int = 0) -> Callable[[], Any]:
    """Return what reads the present request by a schema.

    ``remembered`` is how many short bodies are remembered with what they were read as: for values that nobody can
    change, where the same few come all the time. What the reader returns is what the schema loads; it raises
    ``Refused``: ``invalid_request`` with the first faults, ``unsupported_media_type``, ``malformed_json``, and as
    :func:`body` and :func:`query_arguments`.
    """
    if location == "query":
        return lambda: _loaded(schema, query_arguments())

    def read(data: bytes) -> Any:
        return _loaded(schema, strict_json.parse(data) if data else {})

    read_again = lru_cache(remembered)(read)

    def reading() -> Any:
        data = _json_text()
        return read_again(data) if remembered and len(data) <= LONGEST_REMEMBERED else read(data)

    return reading


def _loaded(schema: ma.Schema, value: object) -> Any:
    try:
        return schema.load(value)  # type: ignore[arg-type]  # it judges whatever it is given
    except ma.ValidationError as error:
        raise Refused("invalid_request", faults=first_faults(faults_in(error.messages))) from error


def _json_text() -> bytes:
    """Return the body of the present request, which says that it is JSON; an empty one need not say so."""
    data = body()
    # A body is taken as it is: what is packed would have to be unpacked first, to a size that nobody knows.
    if request.environ.get("HTTP_CONTENT_ENCODING", "identity").strip().lower() not in ("", "identity"):
        raise Refused("unsupported_media_type", faults=[FieldFault("", "encoded")])
    # The usual words need not be taken apart.
    if data and request.environ.get("CONTENT_TYPE") != _JSON and request.mimetype != _JSON:
        raise Refused("unsupported_media_type")
    return data


def body() -> bytes:
    """Return the body of the present request, whole.

    Raises ``Refused("body_too_large")``, and werkzeug's ``ClientDisconnected``, which is answered as ``bad_request``,
    for one that breaks off or is not as announced (:mod:`eights.serving.worker` watches over that).
    """
    environ = request.environ
    data: bytes | None = environ.get(BODY)
    if data is None:
        data = environ[BODY] = _announced(environ, request.content_length)
    if len(data) > MAX_BODY_BYTES:
        raise Refused("body_too_large")
    return data


def _announced(environ: dict[str, Any], length: int | None) -> bytes:
    """Read a body: at once if its length is known, for werkzeug takes three turns to find its end."""
    if length is None:
        return request.get_data()
    if length > MAX_BODY_BYTES:
        raise Refused("body_too_large")
    try:
        data: bytes = environ["wsgi.input"].read(length)
    except OSError as lost:
        raise ClientDisconnected from lost
    if len(data) < length:
        raise ClientDisconnected
    return data


def query_arguments() -> dict[str, str]:
    """Return the query of the present request.

    Raises ``Refused``: ``bad_request`` if it is not UTF-8, ``invalid_request`` for an argument given twice.
    """
    try:
        given = request.args.to_dict(flat=False)
    except UnicodeDecodeError as error:
        raise Refused("bad_request") from error
    repeated = (name for name, values in given.items() if len(values) > 1)
    faults = first_faults(FieldFault(name, "repeated_argument") for name in repeated)
    if faults:
        raise Refused("invalid_request", faults=faults)
    return {name: values[0] for name, values in given.items()}
