"""The OpenAPI document, and pages that show it without asking anything of the Internet."""

from functools import cache
from importlib.resources import files
from typing import Final

from flask import Blueprint, Flask, Response, current_app, redirect
from werkzeug.wrappers import Response as WerkzeugResponse

from eights.services.refusals import Refused
from eights.web import problems
from eights.web.document import document_of
from eights.web.fixed import Fixed, fixed, fixed_answer

_PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_SWAGGER_UI: Final = files("flask_swagger_ui") / "dist"
_OWN: Final = files("eights.web") / "docs"
_FILES: Final = {
    "start.js": (_OWN, "text/javascript"),
    "swagger-ui-bundle.js": (_SWAGGER_UI, "text/javascript"),
    "swagger-ui.css": (_SWAGGER_UI, "text/css"),
    "favicon-32x32.png": (_SWAGGER_UI, "image/png"),
}

documents = Blueprint("documents", __name__)


@documents.get("/openapi.json")
def openapi_json() -> Response:
    """Return the OpenAPI document."""
    return fixed_answer(_document(current_app._get_current_object()), max_age_s=60)  # type: ignore[attr-defined]  # noqa: SLF001 - werkzeug's documented way to the object behind a proxy


@cache
def _document(app: Flask) -> Fixed:
    return fixed("application/json", document_of(app))


@documents.get("/")
def front() -> WerkzeugResponse:
    """Lead whoever opens the server's address in a browser to the documentation."""
    return redirect("/docs")


@documents.get("/docs")
@documents.get("/docs/")
def docs() -> Response:
    """Return the page that shows the document."""
    return _page("index.html")


def _page(name: str) -> Response:
    page = Response((_OWN / name).read_bytes(), content_type="text/html; charset=utf-8")
    page.headers["Content-Security-Policy"] = _PAGE_POLICY
    page.headers["Cache-Control"] = "public, max-age=60"
    return page


@documents.get("/docs/fairness")
def fairness() -> Response:
    """Return the page that says how anyone can check a game's chance, in English or French."""
    return _in_language("fairness")


@documents.get("/docs/ratings")
def ratings() -> Response:
    """Return the page that says what moves a rating, and by how much, in English or French."""
    return _in_language("ratings")


def _in_language(name: str) -> Response:
    language = problems.language()
    page = _page(f"{name}.{language}.html")
    page.content_language.add(language)
    page.vary.add("Accept-Language")
    return page


@documents.get("/docs/<name>")
def docs_file(name: str) -> Response:
    """Return a file that the page needs."""
    if name not in _FILES:
        raise Refused("not_found")
    return fixed_answer(_file(name), max_age_s=3600)


@cache
def _file(name: str) -> Fixed:
    folder, media_type = _FILES[name]
    content_type = media_type if media_type == "image/png" else f"{media_type}; charset=utf-8"
    return fixed(content_type, (folder / name).read_bytes())
