"""Queries of operations that take none."""

from collections.abc import Mapping

from flask import Flask, request

from eights.services.refusals import Refused
from eights.web.arguments import query_arguments
from eights.web.blueprint import Operation
from eights.web.faults import FieldFault


def install(app: Flask, operations: Mapping[str, Operation]) -> None:
    """Refuse query arguments where there are none to give."""

    def check() -> None:
        if not request.query_string:
            return
        operation = operations.get(request.endpoint or "")
        if operation is not None and not operation.has_query:
            names = query_arguments(request)
            if names:
                raise Refused("invalid_request", faults=[FieldFault(name, "unknown_argument") for name in names])

    app.before_request(check)
