import pytest
from flask import Flask
from flask.testing import FlaskClient

from eights.app import create_app
from eights.config import Settings


@pytest.fixture(scope="session")
def app(embedded_url: str) -> Flask:
    """The whole server on a real store, its limits off."""
    return create_app(Settings(redis_url=embedded_url, ratelimit_enabled=False))


@pytest.fixture
def api(app: Flask) -> FlaskClient:
    return app.test_client()
