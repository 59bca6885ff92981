import pytest

from eights import store_url
from eights.config import UnusableSettings, from_environment


@pytest.mark.parametrize(
    "url",
    [
        "redis://secret:notaport",
        "redis://secret:99999",
        "redis://secret:0",
        "redis://:secret@[::1",
        "redis://:secret@localhost?foo=bar",
        "redis://:secret@localhost?db=one",
        "redis://:secret@localhost?socket_timeout=",
        "redis://:secret@localhost?ssl_cert_reqs=perhaps",
        "redis://:sec/ret@localhost:6379/0",
        "redis://me:12/secret@localhost:6379/0",
        "redis://:1/secret@localhost",
        "redis://:12#secret@localhost",
        "redis://me:secret#@localhost:6379/0",
        "redis://:12?secret@localhost:6379",
        "redis://:secret[@localhost",
        "redis://localhost/secret",
        "redis://localhost/0/secret",
        "redis://:secret@",
        "redis://",
        "redis:secret",
        "unix://",
        "unix://:secret@?db=1",
        "localhost:6379",
        "http://:secret@localhost",
    ],
)
def test_a_wrong_url_is_refused_by_the_name_of_its_variable_alone(url: str) -> None:
    with pytest.raises(UnusableSettings, match=r"^EIGHTS_REDIS_URL: ") as refusal:
        from_environment({"EIGHTS_REDIS_URL": url})
    assert "sec" not in str(refusal.value)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://localhost", "redis://localhost"),
        ("redis://me:s%2Fecret%23@localhost:6379/0", "redis://localhost:6379/0"),
        ("redis://me:secret@with-at@localhost:6379/", "redis://localhost:6379/"),
        ("rediss://:secret@[2001:db8::1]:6380/2?ssl_cert_reqs=none", "rediss://[2001:db8::1]:6380/2"),
        ("redis://localhost?username=me&password=secret&db=3", "redis://localhost"),
        ("unix://me:secret@/run/store.sock?db=1", "unix:///run/store.sock"),
    ],
)
def test_a_right_url_is_taken_and_shown_without_user_and_password(url: str, shown: str) -> None:
    assert from_environment({"EIGHTS_REDIS_URL": url}).redis_url == url
    assert store_url.shown(url) == shown
