import os
from pathlib import Path

import pytest

from eights.config import Settings, UnusableSettings, described, from_environment
from eights.serving.refusal import CannotServe
from eights.serving.supervisor import supervise


def test_without_variables_the_defaults_hold() -> None:
    assert from_environment({"PATH": "/bin"}) == Settings()


def test_variables_are_read_with_their_types() -> None:
    settings = from_environment(
        {"EIGHTS_PORT": "0", "EIGHTS_RATELIMIT_ENABLED": "false", "EIGHTS_REDIS_URL": "redis://localhost"}
    )
    assert (settings.port, settings.rate_limits, settings.redis_url) == (0, None, "redis://localhost")


@pytest.fixture
def without_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user whom the system does not know, as containers are run by."""
    for variable in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 2**31 - 7)


@pytest.mark.usefixtures("without_home")
def test_a_user_without_a_home_needs_none_where_the_store_is_elsewhere() -> None:
    settings = from_environment({"EIGHTS_REDIS_URL": "redis://localhost"})
    assert from_environment(settings.as_environment()) == settings


@pytest.mark.usefixtures("without_home")
@pytest.mark.parametrize("given", [{}, {"EIGHTS_DATA_DIR": "~/games"}])
def test_a_user_without_a_home_is_told_to_name_a_folder(given: dict[str, str]) -> None:
    with pytest.raises(CannotServe, match="EIGHTS_DATA_DIR"):
        supervise(from_environment({"EIGHTS_PORT": "0", **given}), print)


def test_an_empty_variable_counts_as_not_given() -> None:
    assert from_environment({"EIGHTS_REDIS_URL": "", "EIGHTS_PORT": ""}) == Settings()


def test_variables_of_the_tests_are_overlooked() -> None:
    assert from_environment({"EIGHTS_TEST_REDIS_URL": "redis://localhost"}) == Settings()


def test_variables_of_commands_that_call_a_server_are_overlooked() -> None:
    called = {"EIGHTS_URL": "http://localhost", "EIGHTS_TOKEN": "x", "EIGHTS_ORGANISER_TOKEN": "y", "EIGHTS_LANG": "fr"}
    assert from_environment(called) == Settings()


def test_an_unknown_variable_is_named() -> None:
    with pytest.raises(UnusableSettings, match="unknown setting EIGHTS_PRT"):
        from_environment({"EIGHTS_PRT": "80"})


@pytest.mark.parametrize(
    ("variable", "text", "expected"),
    [
        ("EIGHTS_PORT", "eighty", "a whole number from 0 to 65535 is expected"),
        ("EIGHTS_PORT", "65536", "a whole number from 0 to 65535 is expected"),
        ("EIGHTS_WORKERS", "0", "a whole number from 1 to 256 is expected"),
        ("EIGHTS_RATELIMIT_ENABLED", "perhaps", "true or false is expected"),
        ("EIGHTS_RATELIMIT_MOVES", "many", "a rate such as 60/minute (per second, minute, hour or day) is expected"),
        ("EIGHTS_LIVE_EXPIRY_S", "-1", "a whole number from 1 up is expected"),
        ("EIGHTS_LOG_LEVEL", "loud", "one of debug, info, warning, error is expected"),
        (
            "EIGHTS_REDIS_URL",
            "http://localhost",
            "a URL is expected that begins with redis://, rediss://, unix:// or redis+sentinel://",
        ),
        (
            "EIGHTS_DURABILITY",
            "wait:ten",
            "default, always or wait: and a number of replicas from 1 to 9 is expected",
        ),
    ],
)
def test_a_wrong_value_is_told_by_its_variable_and_what_it_takes(variable: str, text: str, expected: str) -> None:
    with pytest.raises(UnusableSettings) as refusal:
        from_environment({variable: text})
    assert str(refusal.value) == f"{variable}: {expected}"


@pytest.mark.parametrize(
    "origins",
    [
        "https://play.example/",
        "https://play.example/app",
        "play.example",
        "https://Play.example",
        "https://play.example:443",
        "https://play.example:port",
        "https://",
        "https://a.example,",
        "*,https://a.example",
        "null",
        "https://[",
        "https://me@play.example",
        "https://play.example?",
    ],
)
def test_an_origin_that_no_browser_would_send_is_refused(origins: str) -> None:
    with pytest.raises(
        UnusableSettings, match=r"^EIGHTS_CORS_ORIGINS: \* is expected, or origins as browsers send them"
    ):
        from_environment({"EIGHTS_CORS_ORIGINS": origins})


@pytest.mark.parametrize("origins", ["*", "https://a.example, http://localhost:3000", "http://[::1]:8080"])
def test_origins_are_as_browsers_send_them(origins: str) -> None:
    assert from_environment({"EIGHTS_CORS_ORIGINS": origins}).origins == tuple(origins.split(", "))


def test_settings_reach_another_process_unchanged(tmp_path: Path) -> None:
    settings = Settings(port=0, data_dir=str(tmp_path), ratelimit_enabled=False, redis_url="unix:///run/store.sock")
    assert from_environment(settings.as_environment()) == settings


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://user:secret@localhost:6379/0", "redis://localhost:6379/0"),
        ("rediss://:secret@localhost?password=secret", "rediss://localhost"),
        ("unix://user:secret@/run/store.sock?db=1", "unix:///run/store.sock"),
    ],
)
def test_a_password_is_never_shown(url: str, shown: str) -> None:
    settings = Settings(redis_url=url)
    assert settings.shown_store == shown
    assert "secret" not in repr(settings) + str(settings)


def test_every_setting_is_described() -> None:
    assert [variable for variable, _ in described()] == list(Settings(redis_url="unix:///s").as_environment())
    assert all(meaning for _, meaning in described())
