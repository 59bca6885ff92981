"""What a request carries, read strictly: bodies as JSON and nothing else, queries with each argument known and once."""

from typing import Any, Never

import marshmallow as ma
from flask import Request
from webargs import missing
from webargs.flaskparser import FlaskParser

from eights.services.refusals import Refused
from eights.web import strict_json
from eights.web.faults import FieldFault, faults_in


def json_body(request: Request) -> object:
    """Read the body of a request; an empty one is ``missing``, which stands for an object without fields.

    Raises ``Refused`` with ``unsupported_media_type`` or ``malformed_json``; werkzeug refuses what is too large.
    """
    body = request.get_data()
    if not body:
        return missing
    if request.mimetype != "application/json":
        raise Refused("unsupported_media_type")
    return strict_json.parse(body)


def query_arguments(request: Request) -> dict[str, str]:
    """Read the query of a request; raises ``Refused("invalid_request")`` for an argument given twice."""
    arguments = request.args.to_dict(flat=False)
    faults = [FieldFault(name, "repeated_argument") for name, values in arguments.items() if len(values) > 1]
    if faults:
        raise Refused("invalid_request", faults=faults)
    return {name: values[0] for name, values in arguments.items()}


class StrictParser(FlaskParser):
    """Reads arguments for schemas; everything that a schema does not know is a fault."""

    def __init__(self) -> None:
        super().__init__(unknown=ma.RAISE)

    def load_json(self, req: Request, schema: ma.Schema) -> Any:
        """Load the body."""
        del schema
        return json_body(req)

    def load_querystring(self, req: Request, schema: ma.Schema) -> Any:
        """Load the query."""
        del schema
        return query_arguments(req)

    def handle_error(self, error: ma.ValidationError, *args: object, **kwargs: object) -> Never:
        """Refuse with every fault found."""
        del args, kwargs
        # webargs puts the findings under the one place that it read them from
        [findings] = error.messages_dict.values()
        raise Refused("invalid_request", faults=list(faults_in(findings))) from error
