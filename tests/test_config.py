from pathlib import Path

import pytest

from eights.config import Settings, UnusableSettings, described, from_environment


def test_without_variables_the_defaults_hold() -> None:
    assert from_environment({"PATH": "/bin"}) == Settings()


def test_variables_are_read_with_their_types() -> None:
    settings = from_environment(
        {"EIGHTS_PORT": "0", "EIGHTS_RATELIMIT_ENABLED": "false", "EIGHTS_REDIS_URL": "redis://localhost"}
    )
    assert (settings.port, settings.rate_limits, settings.redis_url) == (0, None, "redis://localhost")


def test_an_empty_variable_counts_as_not_given() -> None:
    assert from_environment({"EIGHTS_REDIS_URL": "", "EIGHTS_PORT": ""}) == Settings()


def test_variables_of_the_tests_are_overlooked() -> None:
    assert from_environment({"EIGHTS_TEST_REDIS_URL": "redis://localhost"}) == Settings()


def test_an_unknown_variable_is_named() -> None:
    with pytest.raises(UnusableSettings, match="unknown setting EIGHTS_PRT"):
        from_environment({"EIGHTS_PRT": "80"})


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("EIGHTS_PORT", "eighty"),
        ("EIGHTS_PORT", "65536"),
        ("EIGHTS_WORKERS", "0"),
        ("EIGHTS_RATELIMIT_ENABLED", "perhaps"),
        ("EIGHTS_RATELIMIT_MOVES", "many"),
        ("EIGHTS_REDIS_URL", "http://user:secret@localhost"),
        ("EIGHTS_LIVE_EXPIRY_S", "-1"),
        ("EIGHTS_LOG_LEVEL", "loud"),
    ],
)
def test_a_wrong_value_is_told_by_its_variable(variable: str, text: str) -> None:
    with pytest.raises(UnusableSettings, match=f"^{variable}: ") as refusal:
        from_environment({variable: text})
    assert "secret" not in str(refusal.value)


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
