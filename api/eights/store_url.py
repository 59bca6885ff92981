"""The URL of a store, checked before it is used: what a client library would say of a wrong one shows the password.

It is read here by the standard library alone, since the settings are read before workers are patched for gevent.
"""

import re
from typing import Final
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

SCHEMES: Final = ("redis", "rediss", "unix")
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
}
"""What may be asked of the connection, and how."""
_ESCAPES: Final = "in a user or password, write / as %2F, # as %23, ? as %3F, @ as %40"


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
        return "a URL is expected that begins with redis://, rediss:// or unix://"
    if parts.fragment or url.endswith("#"):
        return f"there must be no #; {_ESCAPES}"
    if any(name not in QUERY or QUERY[name].fullmatch(text) is None for name, text in named.items()):
        return f"after the ? there may be {', '.join(QUERY)}, each with a value of its kind; {_ESCAPES}"
    return _fault_in_place(parts)


def _fault_in_place(parts: SplitResult) -> str | None:
    if parts.scheme == "unix":
        return None if len(parts.path) > 1 else "after unix:// the path of a socket is expected"
    try:
        right_port = parts.port != 0
    except ValueError:
        right_port = False
    if not right_port:
        return f"the port has to be a number from 1 to 65535; {_ESCAPES}"
    if not parts.hostname:
        return f"a host is missing; {_ESCAPES}"
    if re.fullmatch(r"(/[0-9]{0,9})?", parts.path) is None:
        return f"after the host there may be / and the number of a database; {_ESCAPES}"
    return None


def shown(url: str) -> str:
    """Return a right URL as it may be shown: scheme, host, port and database, or a socket's path.

    >>> shown("rediss://me:secret@cache.example:6380/1?socket_timeout=2")
    'rediss://cache.example:6380/1'
    >>> shown("unix://:secret@/run/my%20store.sock?db=1")
    'unix:///run/my store.sock'
    """
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return f"unix://{unquote(parts.path)}"
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    port = "" if parts.port is None else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}{parts.path}"
