import httpx
import pytest
from flask import Flask
from flask.testing import FlaskClient

from eights.app import create_app
from eights.config import Settings
from players import Somebody


@pytest.fixture(scope="session")
def app(embedded_url: str) -> Flask:
    """The whole server on a real store, its limits off."""
    return create_app(Settings(redis_url=embedded_url, ratelimit_enabled=False))


@pytest.fixture
def api(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def ana(http: httpx.Client) -> Somebody:
    """A registered person of the test's own."""
    return Somebody.registered(http, "Ana", "human")


@pytest.fixture
def otto(http: httpx.Client) -> Somebody:
    """A registered program of the test's own."""
    return Somebody.registered(http, "Otto", "bot")
