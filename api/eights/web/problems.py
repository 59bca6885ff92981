"""Problems: the one form that every refusal and failure takes (RFC 9457), in the caller's language."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from eights.rules.text import Language
from eights.rules.violations import VIOLATION_CODES
from eights.services.ports import OutcomeUnknown, StoreAway, StoreUnavailable
from eights.services.refusals import Fault, Refused
from eights.services.tournaments.wording import Obstacle
from eights.telemetry.logs import without_secrets
from eights.web.envelope import request_id
from eights.web.messages import LANGUAGES, fill, messages

_log = logging.getLogger(__name__)

MEDIA_TYPE: Final = "application/problem+json"

STATUS: Final[Mapping[str, int]] = {
    "bad_request": 400,
    "malformed_json": 400,
    "idempotency_key_invalid": 400,
    "condition_invalid": 400,
    "cursor_invalid": 400,
    "event_id_invalid": 400,
    "token_missing": 401,
    "token_invalid": 401,
    "forbidden": 403,
    "by_invitation_only": 403,
    "not_found": 404,
    "game_not_found": 404,
    "seat_not_found": 404,
    "player_not_found": 404,
    "match_not_found": 404,
    "tournament_not_found": 404,
    "entrant_not_found": 404,
    "game_not_in_tournament": 404,
    "variant_not_found": 404,
    "problem_not_found": 404,
    "method_not_allowed": 405,
    "not_acceptable": 406,
    **dict.fromkeys(VIOLATION_CODES, 409),
    "game_aborted": 409,
    "game_started": 409,
    "seat_taken": 409,
    "seat_reserved": 409,
    "player_seated_already": 409,
    "seat_open": 409,
    "seat_out": 409,
    "no_open_seat": 409,
    "seats_open": 409,
    "round_on": 409,
    "not_dealt": 409,
    "replay_not_ready": 409,
    "rematch_too_soon": 409,
    "entered_already": 409,
    "match_not_open": 409,
    "match_over": 409,
    "too_many_matches": 409,
    "tournament_blocked": 409,
    "tournament_over": 409,
    "tournament_full": 409,
    "entries_closed": 409,
    "listed_already": 409,
    "withdrawn_already": 409,
    "ruling_too_late": 409,
    "replay_of_duplicate": 409,
    "too_many_rulings": 409,
    "clock_ran_out": 409,
    "stale_version": 412,
    "body_too_large": 413,
    "uri_too_long": 414,
    "unsupported_media_type": 415,
    "invalid_request": 422,
    "unknown_variant": 422,
    "unknown_option": 422,
    "duplicate_option": 422,
    "options_exclude_each_other": 422,
    "rules_invalid": 422,
    "seat_count_invalid": 422,
    "dealer_invalid": 422,
    "idempotency_key_reused": 422,
    "unknown_bot": 422,
    "unknown_player": 422,
    "entrant_named_twice": 422,
    "single_deals_only": 422,
    "seat_ambiguous": 422,
    "tournament_invalid": 422,
    "pairing_invalid": 422,
    "unknown_entrant": 422,
    "entrants_missing": 422,
    "award_invalid": 422,
    "version_not_reached": 422,
    "too_many_streams": 429,
    "streams_full": 503,
    "rate_limited_all": 429,
    "rate_limited_creations": 429,
    "rate_limited_invitations": 429,
    "rate_limited_joins": 429,
    "rate_limited_moves": 429,
    "rate_limited_reads": 429,
    "headers_too_large": 431,
    "internal_error": 500,
    "too_busy": 503,
    "overloaded": 503,
    "store_unavailable": 503,
    "outcome_unknown": 503,
}
"""The status of each code; a code never changes, and every one has its sentences in ``messages``."""

_CODE_OF_STATUS: Final = {
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "body_too_large",
    414: "uri_too_long",
    415: "unsupported_media_type",
    431: "headers_too_large",
}
_STORE_RETRY_AFTER_S: Final = 1
NOTED: Final = "eights.problem"
"""Where the code of the problem that a request is answered with is noted in its environment."""


def type_of(code: str) -> str:
    """Return the URI that names a kind of problem; it leads to its description."""
    return f"/problems/{code}"


def language() -> Language:
    """Return the language that the caller would rather read."""
    return language_among(request.accept_languages)


def language_among(accepted: Iterable[tuple[str, float]]) -> Language:
    """Return the language that a caller would rather read who accepts these, the best first."""
    for tag, quality in accepted:
        for known in LANGUAGES:
            if quality > 0 and tag.partition("-")[0].lower() == known:
                return known
    return "en"


def problem_members(
    code: str, language: Language, details: Mapping[str, object], faults: Sequence[Fault] = ()
) -> dict[str, object]:
    """Return the members of a problem; ``details`` come after the standard ones and cannot take their names."""
    sentence = messages(language).problems[code]
    members: dict[str, object] = {
        "type": type_of(code),
        "title": sentence.title,
        "status": STATUS[code],
        "detail": fill(sentence.detail, details),
        "code": code,
    }
    if faults:
        first = faults[0].message(language)
        colon = "\u00a0:" if language == "fr" else ":"
        place = f"{faults[0].path}{colon} " if faults[0].path else ""
        members["detail"] = f"{members['detail']} {place}{first}"
        members["errors"] = [
            {"path": fault.path, "code": fault.code, "message": fault.message(language)} for fault in faults
        ]
    if "blockers" in details:
        members["blockers"] = [obstacle.members(language) for obstacle in _obstacles(details["blockers"])]
    return members | {name: value for name, value in details.items() if name not in members}


def _obstacles(blockers: object) -> Sequence[Obstacle]:
    return [blocker for blocker in blockers if isinstance(blocker, Obstacle)] if isinstance(blockers, tuple) else []


def problem(code: str, details: Mapping[str, object] | None = None, faults: Sequence[Fault] = ()) -> Response:
    """Answer with a problem."""
    spoken = language()
    request.environ[NOTED] = code
    members = problem_members(code, spoken, details or {}, faults)
    # Details may repeat what the caller sent, a token where a name belongs for one: problems end up in logs elsewhere.
    body = without_secrets(msgspec.json.encode(members).decode())
    response = Response(body, status=STATUS[code], content_type=MEDIA_TYPE)
    response.content_language.add(spoken)
    response.vary.add("Accept-Language")
    if STATUS[code] == 401:
        response.headers["WWW-Authenticate"] = "Bearer" if code == "token_missing" else 'Bearer error="invalid_token"'
    if details and "retry_after_s" in details:
        response.headers["Retry-After"] = str(details["retry_after_s"])
    return response


def install(app: Flask) -> None:
    """Make problems of everything that goes wrong in an application."""
    app.register_error_handler(Refused, _on_refused)
    app.register_error_handler(StoreUnavailable, _on_store_unavailable)
    app.register_error_handler(HTTPException, on_http_exception)
    app.register_error_handler(Exception, _on_defect)


def _on_refused(refused: Refused) -> Response:
    return problem(refused.code, refused.details, refused.faults)


def _on_store_unavailable(error: StoreUnavailable) -> Response:
    if not isinstance(error, StoreAway):  # whoever found out has said so, once for all requests
        _log.warning("the store is unavailable: %s", error)
    code = "outcome_unknown" if isinstance(error, OutcomeUnknown) else "store_unavailable"
    return problem(code, {"retry_after_s": _STORE_RETRY_AFTER_S})


def on_http_exception(error: HTTPException) -> Response:
    """Answer what werkzeug and Flask refuse by themselves; their headers (``Allow``) are kept."""
    response = problem(_CODE_OF_STATUS.get(error.code or 500, "bad_request"))
    kept: list[tuple[str, Any]] = [(name, value) for name, value in error.get_headers() if name != "Content-Type"]
    response.headers.extend(kept)
    return response


def _on_defect(error: Exception) -> Response:
    # the endpoint's name only: a path, a header or a body may hold what no log should
    _log.error("request %s failed in %s", request_id(request.environ), request.endpoint, exc_info=error)
    return problem("internal_error")
