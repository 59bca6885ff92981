"""What tests of the web say about answers."""

from typing import Any

from werkzeug.test import TestResponse


def assert_problem(response: TestResponse, status: int, code: str) -> Any:
    """Check that an answer is this problem, complete and in its form; return its members."""
    assert (response.status_code, response.content_type) == (status, "application/problem+json"), response.text
    members = response.get_json()
    assert (members["status"], members["code"], members["type"]) == (status, code, f"/problems/{code}")
    assert members["title"]
    assert members["detail"]
    assert response.headers["Content-Language"] in ("en", "fr")
    return members


def paths_of(members: Any) -> dict[str, str]:
    """Return the faults of a problem: code by path."""
    return {fault["path"]: fault["code"] for fault in members["errors"]}
