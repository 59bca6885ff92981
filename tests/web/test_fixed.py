"""Large documents that never change: asked for again they are not sent again, and who takes it gets less to load."""

import gzip

import pytest
from flask.testing import FlaskClient

LARGE = ["/openapi.json", "/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css"]
FORMS = ["gzip", "identity"]


@pytest.mark.parametrize("path", LARGE)
def test_a_large_document_is_compressed_for_those_who_take_that(api: FlaskClient, path: str) -> None:
    plain, packed = (api.get(path, headers={"Accept-Encoding": form}) for form in ("identity", "br, gzip"))
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert 3 * len(packed.data) < len(plain.data)
    assert packed.content_type == plain.content_type
    for answer in (plain, packed):
        assert answer.headers["Content-Length"] == str(len(answer.data))
        assert "Accept-Encoding" in answer.headers.getlist("Vary")


@pytest.mark.parametrize("path", [*LARGE, "/docs/start.js", "/docs/favicon-32x32.png"])
def test_each_form_has_a_tag_of_its_own_and_is_not_sent_again(api: FlaskClient, path: str) -> None:
    tags = {form: api.get(path, headers={"Accept-Encoding": form}).headers["ETag"] for form in FORMS}
    assert (len(set(tags.values())) == 2) == (path in LARGE)
    for form, tag in tags.items():
        again = api.get(path, headers={"Accept-Encoding": form, "If-None-Match": tag})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
        assert "Accept-Encoding" in again.headers.getlist("Vary")
        assert "max-age" in again.headers["Cache-Control"]
        assert api.get(path, headers={"Accept-Encoding": form, "If-None-Match": '"another"'}).status_code == 200
    if path in LARGE:
        other = api.get(path, headers={"Accept-Encoding": "gzip", "If-None-Match": tags["identity"]})
        assert other.status_code == 200


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        (None, None),
        ("", None),
        ("br", None),
        ("gzip;q=0", None),
        ("*;q=0.5, identity", None),
        ("gzip;q=0.4, identity;q=0.5", None),
        ("*", "gzip"),
        ("deflate, gzip;q=0.1", "gzip"),
        ("GZIP", "gzip"),
    ],
)
def test_the_form_is_the_one_that_the_caller_would_rather_have(
    api: FlaskClient, accepted: str | None, encoding: str | None
) -> None:
    headers = {} if accepted is None else {"Accept-Encoding": accepted}
    assert api.get("/openapi.json", headers=headers).headers.get("Content-Encoding") == encoding


@pytest.mark.parametrize("form", FORMS)
def test_its_head_says_how_long_it_is(api: FlaskClient, form: str) -> None:
    body, head = (
        api.open("/openapi.json", method=method, headers={"Accept-Encoding": form}) for method in ("GET", "HEAD")
    )
    assert (head.data, head.headers["Content-Length"]) == (b"", body.headers["Content-Length"])
