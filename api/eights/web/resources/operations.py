"""Is the server there, and is what it needs there? And what does a problem mean?"""

import msgspec
from flask import Response

from eights.services.refusals import Refused
from eights.web import problems
from eights.web.answers import json_answer, lasting_answer
from eights.web.blueprint import Resources
from eights.web.messages import messages
from eights.web.parts import parts

operations = Resources("operations", "Health, and what problems mean.")


class Health(msgspec.Struct, frozen=True):
    """That all is well."""

    status: str = "ok"


class ProblemKind(msgspec.Struct, frozen=True):
    """What a kind of problem means; `{names}` in `detail` are filled in each occurrence."""

    code: str
    status: int
    title: str
    detail: str


_OK = msgspec.json.encode(Health())


@operations.get("/healthz")
@operations.answers(200, Health, description="The process answers.", example={"status": "ok"})
@operations.operation(bucket=None)
def check_health() -> Response:
    """Does the process answer?"""
    return json_answer(_OK)


@operations.get("/readyz")
@operations.answers(200, Health, description="The store answers too.", example={"status": "ok"})
@operations.operation(bucket=None, refuses=["store_unavailable"])
def check_readiness() -> Response:
    """Does the store answer?"""
    parts().store.ping()
    return json_answer(_OK)


@operations.get("/problems/<code>")
@operations.answers(200, ProblemKind, description="The kind of problem.", headers=["Content-Language"])
@operations.operation(refuses=["problem_not_found"])
def get_problem(code: str) -> Response:
    """What does a problem mean?

    The `type` of each problem leads here. In English or French, by `Accept-Language`.
    """
    if code not in problems.STATUS:
        raise Refused("problem_not_found")
    language = problems.language()
    sentence = messages(language).problems[code]
    kind = ProblemKind(code, problems.STATUS[code], sentence.title, sentence.detail)
    response = lasting_answer(msgspec.json.encode(kind), max_age_s=3600)
    response.content_language.add(language)
    response.vary.add("Accept-Language")
    return response
