"""The URL of a store, checked before it is used: what a client library would say of a wrong one shows the password.

It is read here by the standard library alone, since the settings are read before workers are patched for gevent.
"""

import re
from typing import Final, Literal
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit

import msgspec

SCHEMES: Final = ("redis", "rediss", "unix", "redis+sentinel", "rediss+sentinel")
WHOLE: Final = re.compile(r"[0-9]{1,9}")
NUMBER: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")
TEXT: Final = re.compile(r".+")
QUERY: Final = {
    "db": WHOLE,
    "username": TEXT,
    "password": TEXT,
    "client_name": TEXT,
    "socket_timeout": NUMBER,
    "socket_connect_timeout": NUMBER,
    "health_check_interval": WHOLE,
    "ssl_ca_certs": TEXT,
    "ssl_certfile": TEXT,
    "ssl_keyfile": TEXT,
    "ssl_cert_reqs": re.compile("none|optional|required"),
    "ssl_check_hostname": re.compile("(?i:true|false|yes|no|0|1)"),
    "cluster": re.compile("(?i:true|false)"),
    "sentinel_username": TEXT,
    "sentinel_password": TEXT,
}
"""What may be asked of the connection, and how."""
_OUR_OWN: Final = ("cluster", "sentinel_username", "sentinel_password")
SENTINEL_PORT: Final = 26379
SERVER_PORT: Final = 6379
_ESCAPES: Final = "in a user or password, write / as %2F, # as %23, ? as %3F, @ as %40"


class Address(msgspec.Struct, frozen=True):
    """What a store's URL says."""

    kind: Literal["server", "cluster", "sentinel"]
    url: str
    """For the client library: how to reach a server, be it only the first of those named."""
    places: tuple[tuple[str, int], ...] = ()
    """Host and port of nodes of a cluster, or of sentinels."""
    master: str = ""
    """Name under which sentinels know the server."""
    sentinel_username: str | None = None
    sentinel_password: str | None = None


def address_of(url: str) -> Address:
    """Read a right URL.

    >>> address_of("redis://me@a,b:7001?cluster=true").places
    (('a', 6379), ('b', 7001))
    >>> address_of("redis+sentinel://me:secret@s1,s2:26380/games/2").master
    'games'
    >>> address_of("redis+sentinel://me:secret@s1,s2:26380/games/2").url
    'redis://me:secret@s1:26379/2'
    """
    parts = urlsplit(url)
    named = dict(parse_qsl(parts.query))
    kind = _kind(parts, named)
    if kind == "server":
        return Address("server", url.partition("?")[0] + _query(named) if "cluster" in named else url)
    places = _places(parts, SENTINEL_PORT if kind == "sentinel" else SERVER_PORT)
    user, at, _ = parts.netloc.rpartition("@")
    _, master, database = [*parts.path.split("/"), "", ""][:3] if kind == "sentinel" else ("", "", "")
    first = f"[{places[0][0]}]" if ":" in places[0][0] else places[0][0]
    return Address(
        kind,
        f"{parts.scheme.partition('+')[0]}://{user}{at}{first}:{places[0][1]}/{database}{_query(named)}",
        places,
        unquote(master),
        named.get("sentinel_username"),
        named.get("sentinel_password"),
    )


def _kind(parts: SplitResult, named: dict[str, str]) -> Literal["server", "cluster", "sentinel"]:
    if parts.scheme.endswith("+sentinel"):
        return "sentinel"
    return "cluster" if named.get("cluster", "").lower() == "true" else "server"


def _query(named: dict[str, str]) -> str:
    """Return what the client library is to know of what is asked of the connection."""
    rest = {name: text for name, text in named.items() if name not in _OUR_OWN}
    return f"?{urlencode(rest)}" if rest else ""


def _places(parts: SplitResult, port: int) -> tuple[tuple[str, int], ...]:
    """Read the hosts; raises ValueError."""
    found = [urlsplit(f"//{place}") for place in parts.netloc.rpartition("@")[2].split(",")]
    return tuple((place.hostname or "", port if place.port is None else place.port) for place in found)


def fault_in(url: str) -> str | None:
    """Return what is wrong with a store's URL, without saying anything of what it holds; None if nothing is.

    >>> fault_in("redis://localhost:6379/0")
    >>> fault_in("redis://localhost:port")
    'the port has to be a number from 1 to 65535; in a user or password, write / as %2F, # as %23, ? as %3F, @ as %40'
    """
    try:
        parts = urlsplit(url)
        named = dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query)))
    except ValueError:
        return f"this is no URL; {_ESCAPES}"
    if parts.scheme not in SCHEMES:
        return "a URL is expected that begins with redis://, rediss://, unix:// or redis+sentinel://"
    if parts.fragment or url.endswith("#"):
        return f"there must be no #; {_ESCAPES}"
    if any(name not in QUERY or QUERY[name].fullmatch(text) is None for name, text in named.items()):
        return f"after the ? there may be {', '.join(QUERY)}, each with a value of its kind; {_ESCAPES}"
    if parts.scheme == "unix":
        return _fault_in_socket(parts, named)
    return _fault_in_hosts(parts, _kind(parts, named)) or _fault_in_path(parts, _kind(parts, named), named)


def _fault_in_socket(parts: SplitResult, named: dict[str, str]) -> str | None:
    if _kind(parts, named) == "cluster":
        return "a cluster is reached by hosts: redis://host:port,host:port?cluster=true"
    return None if len(parts.path) > 1 else "after unix:// the path of a socket is expected"


def _fault_in_hosts(parts: SplitResult, kind: str) -> str | None:
    try:
        places = _places(parts, SERVER_PORT)
    except ValueError:
        places = (("", 0),)
    if any(port == 0 for _, port in places):
        return f"the port has to be a number from 1 to 65535; {_ESCAPES}"
    if not all(host for host, _ in places):
        return f"a host is missing; {_ESCAPES}"
    if kind == "server" and len(places) > 1:
        return f"several hosts are for a cluster, with ?cluster=true, or for redis+sentinel://; {_ESCAPES}"
    return None


def _fault_in_path(parts: SplitResult, kind: str, named: dict[str, str]) -> str | None:
    if kind == "sentinel":
        right = re.fullmatch(r"/[^/]+(/[0-9]{0,9})?", parts.path) is not None
        return None if right else f"after the hosts /, the name of the master and perhaps / and a database; {_ESCAPES}"
    if kind == "cluster":
        right = parts.path in ("", "/", "/0") and named.get("db", "0") == "0"
        return None if right else "a cluster has no databases but 0"
    if re.fullmatch(r"(/[0-9]{0,9})?", parts.path) is None:
        return f"after the host there may be / and the number of a database; {_ESCAPES}"
    return None


def shown(url: str) -> str:
    """Return a right URL as it may be shown: scheme, hosts, ports and database or master, or a socket's path.

    >>> shown("rediss://me:secret@cache.example:6380/1?socket_timeout=2")
    'rediss://cache.example:6380/1'
    >>> shown("redis+sentinel://:secret@s1,s2:26380/games?sentinel_password=other")
    'redis+sentinel://s1,s2:26380/games'
    >>> shown("redis://:secret@a,b?cluster=true")
    'redis://a,b?cluster=true'
    >>> shown("unix://:secret@/run/my%20store.sock?db=1")
    'unix:///run/my store.sock'
    """
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return f"unix://{unquote(parts.path)}"
    places = parts.netloc.rpartition("@")[2].lower()
    clustered = "?cluster=true" if _kind(parts, dict(parse_qsl(parts.query))) == "cluster" else ""
    return f"{parts.scheme}://{places}{parts.path}{clustered}"
