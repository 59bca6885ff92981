"""Is the server there, and is what it needs there? And what does a problem mean?"""

import msgspec
from flask import Response

from eights.rules.text import Language
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


def _kind(code: str, language: Language) -> ProblemKind:
    sentence = messages(language).problems[code]
    return ProblemKind(code, problems.STATUS[code], sentence.title, sentence.detail)


_OK = msgspec.json.encode(Health())


@operations.get("/healthz")
@operations.answers(200, Health, description="The process answers.", example={"status": "ok"})
@operations.operation(bucket=None)
def check_health() -> Response:
    """Does the process answer?

    For whoever restarts processes: it asks nothing of the store.
    """
    return json_answer(_OK)


@operations.get("/readyz")
@operations.answers(200, Health, description="The store answers too.", example={"status": "ok"})
@operations.operation(bucket=None, refuses=["store_unavailable"])
def check_readiness() -> Response:
    """Does the store answer?

    For whoever sends requests here: 503 while there is no use in it. The store is asked twice a second at most.
    """
    parts().readiness.check()
    return json_answer(_OK)


@operations.get("/problems/<code>")
@operations.answers(
    200,
    ProblemKind,
    description="The kind of problem.",
    headers=["Content-Language"],
    example=_kind("card_does_not_match", "en"),
)
@operations.operation(refuses=["problem_not_found"])
def get_problem(code: str) -> Response:
    """What does a problem mean?

    The `type` of each problem leads here. In English or French, by `Accept-Language`.
    """
    if code not in problems.STATUS:
        raise Refused("problem_not_found")
    language = problems.language()
    response = lasting_answer(msgspec.json.encode(_kind(code, language)), max_age_s=3600)
    response.content_language.add(language)
    response.vary.add("Accept-Language")
    return response
