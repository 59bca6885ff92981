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
        "redis://:secret@a,b",
        "redis://:secret@a,?cluster=true",
        "redis://:secret@a:0,b?cluster=true",
        "redis://:secret@a,b:secret?cluster=true",
        "redis://:secret@a/1?cluster=true",
        "redis://:secret@a?cluster=true&db=1",
        "redis://:secret@a?cluster=secret",
        "unix://:secret@/run/store.sock?cluster=true",
        "redis+sentinel://:secret@a",
        "redis+sentinel://:secret@a/",
        "redis+sentinel://:secret@a/games/secret",
        "redis+sentinel://:secret@,a/games",
        "redis+sentinel://a/games?sentinel_password=",
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
        ("redis://:secret@a:7001,[::1]:7002,b?cluster=true", "redis://a:7001,[::1]:7002,b?cluster=true"),
        ("rediss://a/0?cluster=True&password=secret", "rediss://a/0?cluster=true"),
        ("redis://localhost?cluster=false", "redis://localhost"),
        ("redis+sentinel://me:secret@a,b:26380/games/2", "redis+sentinel://a,b:26380/games/2"),
        ("rediss+sentinel://a/games?sentinel_password=secret", "rediss+sentinel://a/games"),
    ],
)
def test_a_right_url_is_taken_and_shown_without_user_and_password(url: str, shown: str) -> None:
    assert from_environment({"EIGHTS_REDIS_URL": url}).redis_url == url
    assert store_url.shown(url) == shown


def test_nodes_of_a_cluster_are_read_with_their_ports() -> None:
    address = store_url.address_of("redis://me:s%2Fcret@a:7001,[::1]:7002,b?cluster=true&socket_timeout=2")
    assert address.kind == "cluster"
    assert address.places == (("a", 7001), ("::1", 7002), ("b", 6379))
    assert address.url == "redis://me:s%2Fcret@a:7001/?socket_timeout=2"


def test_sentinels_have_their_own_port_user_and_password() -> None:
    address = store_url.address_of("rediss+sentinel://:secret@a,b:7/games/3?sentinel_username=u&sentinel_password=p%2B")
    assert (address.kind, address.master) == ("sentinel", "games")
    assert address.places == (("a", 26379), ("b", 7))
    assert address.url == "rediss://:secret@a:26379/3"
    assert (address.sentinel_username, address.sentinel_password) == ("u", "p+")


def test_a_server_alone_keeps_its_url_as_it_is() -> None:
    for url in (
        "redis://me:a%20b@localhost:6379/2?socket_timeout=2&client_name=a+b",
        "unix:///run/my%20store.sock?db=1",
    ):
        assert store_url.address_of(url) == store_url.Address("server", url)
