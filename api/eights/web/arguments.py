"""What a request carries, read strictly: bodies as JSON and nothing else, queries with each argument known and once.

Schemas are loaded here and not by webargs, which would answer some bodies with a 500 and take ``"3"`` for 3.
"""

from typing import Any, Final, Literal

import marshmallow as ma
from flask import request

from eights.services.refusals import Refused
from eights.web import strict_json
from eights.web.faults import FieldFault, faults_in, first_faults

MAX_BODY_BYTES: Final = 64 * 1024

Location = Literal["json", "query"]


def arguments(schema: ma.Schema, location: Location) -> Any:
    """Return what the present request carries, as the schema loads it.

    Raises ``Refused``: ``invalid_request`` with the first faults, and as :func:`json_body`.
    """
    try:
        return schema.load(json_body() if location == "json" else query_arguments())
    except ma.ValidationError as error:
        raise Refused("invalid_request", faults=first_faults(faults_in(error.messages))) from error


def json_body() -> Any:
    """Return the body of the present request; an empty one stands for an object without fields.

    Raises ``Refused`` with ``unsupported_media_type`` or ``malformed_json``, and as :func:`body`.
    """
    data = body()
    if not data:
        return {}
    if request.mimetype != "application/json":
        raise Refused("unsupported_media_type")
    return strict_json.parse(data)


def body() -> bytes:
    """Return the body of the present request, whole.

    Raises ``Refused("body_too_large")``, and werkzeug's ``ClientDisconnected``, which is answered as ``bad_request``,
    for one that breaks off or is not as announced (:mod:`eights.serving.worker` watches over that).
    """
    data = request.get_data()
    if len(data) > MAX_BODY_BYTES:
        raise Refused("body_too_large")
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
