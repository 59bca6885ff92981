import re

import pytest
from flask.testing import FlaskClient


def test_the_page_loads_nothing_but_its_own(api: FlaskClient) -> None:
    page = api.get("/docs")
    assert page.content_type == "text/html; charset=utf-8"
    assert "connect-src 'self'" in page.headers["Content-Security-Policy"]
    assert "script-src 'self';" in page.headers["Content-Security-Policy"]
    loaded = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert len(loaded) >= 4
    for address in loaded:
        assert address.startswith("/")
        assert api.get(address).status_code == 200


@pytest.mark.parametrize("path", ["/", "/docs", "/docs/"])
def test_the_address_of_the_server_leads_to_the_page(api: FlaskClient, path: str) -> None:
    page = api.get(path, follow_redirects=True)
    assert (page.status_code, page.data) == (200, api.get("/docs").data)


def test_the_page_has_no_script_of_its_own_that_the_policy_would_stop(api: FlaskClient) -> None:
    assert re.findall(r"<script[^>]*>([^<]*)</script>", api.get("/docs").text) == ["", ""]


def test_what_draws_the_document_knows_its_version(api: FlaskClient) -> None:
    bundle = api.get("/docs/swagger-ui-bundle.js")
    assert bundle.content_type == "text/javascript; charset=utf-8"
    assert "3.1" in bundle.text


def test_the_document_is_not_sent_anywhere_to_be_checked(api: FlaskClient) -> None:
    assert "validatorUrl: null" in api.get("/docs/start.js").text


@pytest.mark.parametrize("name", ["swagger-ui.js.map", "../documents.py", "%2e%2e%2fstart.js", "index.html", "\0"])
def test_there_are_no_other_files(api: FlaskClient, name: str) -> None:
    assert api.get(f"/docs/{name}").status_code == 404
