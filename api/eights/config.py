"""The settings: one frozen value, read from the environment.

Every setting is an ``EIGHTS_`` variable of the same name. What is unknown or wrong stops the start, so that a typing
error never passes for a default. (Kubernetes adds variables of its own for a service called ``eights``: switch
``enableServiceLinks`` off, or give the service another name.)
"""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta
from platformdirs import user_data_path

from eights import durability, store_url

PREFIX: Final = "EIGHTS_"
TEST_PREFIX: Final = "EIGHTS_TEST_"
"""Variables that the tests read; the server overlooks them."""
OF_CLIENTS: Final = frozenset({"EIGHTS_URL", "EIGHTS_LANG", "EIGHTS_TOKEN", "EIGHTS_ORGANISER_TOKEN"})
"""Variables that commands read which call a server; the server overlooks them, too."""

MOST_WORKERS_BY_DEFAULT: Final = 4
DAY_S: Final = 24 * 3600
UNITS_S: Final = {"second": 1, "minute": 60, "hour": 3600, "day": DAY_S}

Seconds = Annotated[int, Meta(ge=1)]
Rate = Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,8}/(second|minute|hour|day)$")]


class UnusableSettings(Exception):  # noqa: N818 - a state, as it is told to the user
    """A setting is unknown or wrong; the message names its variable, as ``variable`` does, never its value."""

    def __init__(self, message: str, variable: str | None = None) -> None:
        super().__init__(message)
        self.variable = variable


def _workers_by_default() -> int:
    return min(os.cpu_count() or 1, MOST_WORKERS_BY_DEFAULT)


def _data_dir_by_default() -> str:
    try:
        return str(user_data_path("eights", appauthor=False))
    except RuntimeError:  # a user without a home
        return ""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All that can be set; :func:`described` tells each one's meaning."""

    host: Annotated[str, Meta(min_length=1, description="address to listen on")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535, description="port to listen on; 0 takes a free one")] = 8000
    workers: Annotated[int, Meta(ge=1, le=256, description="processes that answer requests")] = msgspec.field(
        default_factory=_workers_by_default
    )
    data_dir: Annotated[str, Meta(min_length=1, description="folder of the embedded store")] = msgspec.field(
        default_factory=_data_dir_by_default
    )
    redis_url: Annotated[str | None, Meta(description="store to use instead of the embedded one")] = None
    durability: Annotated[
        str, Meta(min_length=1, description="what is waited for before a change is answered: default, always, wait:N")
    ] = "default"
    ratelimit_enabled: Annotated[bool, Meta(description="whether callers are limited at all")] = True
    ratelimit_all: Annotated[Rate, Meta(description="requests from one address")] = "60000/minute"
    ratelimit_creations: Annotated[
        Rate, Meta(description="games, players, matches and tournaments created from one address")
    ] = "60/minute"
    ratelimit_invitations: Annotated[Rate, Meta(description="invitations from one address to one player")] = "120/hour"
    ratelimit_joins: Annotated[Rate, Meta(description="seats a caller may take")] = "240/minute"
    ratelimit_moves: Annotated[Rate, Meta(description="moves a caller may make")] = "6000/minute"
    ratelimit_reads: Annotated[Rate, Meta(description="reads a caller may make")] = "12000/minute"
    requests_per_process: Annotated[
        int, Meta(ge=1, le=100_000, description="requests in work or waiting for it in one process")
    ] = 500
    streams_per_caller: Annotated[
        int, Meta(ge=1, le=100_000, description="streams and waiting requests of one caller in one process")
    ] = 20
    streams_per_process: Annotated[
        int, Meta(ge=1, le=100_000, description="streams and waiting requests in one process")
    ] = 2000
    streams_per_address: Annotated[
        int, Meta(ge=1, le=100_000, description="the same from one address, whatever tokens it has")
    ] = 500
    stream_stall_s: Annotated[Seconds, Meta(description="how long a stream waits for its reader")] = 10
    cors_origins: Annotated[
        str, Meta(min_length=1, description="origins whose pages may call, with commas between; * is any")
    ] = "*"
    trusted_proxies: Annotated[
        int, Meta(ge=0, le=16, description="proxies in front whose X-Forwarded headers are believed")
    ] = 0
    undealt_expiry_s: Annotated[Seconds, Meta(description="how long a game is kept that is never dealt")] = DAY_S
    live_expiry_s: Annotated[Seconds, Meta(description="how long a game is kept after its last move")] = 30 * DAY_S
    finished_expiry_s: Annotated[Seconds, Meta(description="how long a game is kept once it is over")] = 7 * DAY_S
    answer_expiry_s: Annotated[Seconds, Meta(description="how long an Idempotency-Key is remembered")] = 3600
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="least severe messages that are logged")
    ] = "warning"
    log_format: Annotated[
        Literal["auto", "json", "text"], Meta(description="form of log lines; auto is text on a terminal, else json")
    ] = "auto"
    metrics: Annotated[
        Literal["direct", "all", "off"],
        Meta(description="whom /metrics answers: who comes through no proxy, everybody, nobody"),
    ] = "direct"

    def __repr__(self) -> str:
        """Show where it listens and stores: the store's URL may hold a password."""
        return f"<Settings {self.host}:{self.port}, {self.shown_store}>"

    @property
    def shown_store(self) -> str:
        """Where games are kept, fit to be shown: without user or password.

        >>> Settings(redis_url="rediss://me:secret@cache.example:6380/1").shown_store
        'rediss://cache.example:6380/1'
        """
        if self.redis_url is None:
            return self.data_dir
        return store_url.shown(self.redis_url)

    @property
    def rate_limits(self) -> dict[str, tuple[int, int]] | None:
        """The limits by name, each as requests and the seconds they are for; None if there are none.

        >>> Settings(ratelimit_moves="10/minute").rate_limits["moves"]
        (10, 60)
        """
        if not self.ratelimit_enabled:
            return None
        start = "ratelimit_"
        names = [name for name in self.__struct_fields__ if name.startswith(start) and name != "ratelimit_enabled"]
        rates = ((name.removeprefix(start), getattr(self, name).split("/")) for name in names)
        return {name: (int(count), UNITS_S[unit]) for name, (count, unit) in rates}

    @property
    def origins(self) -> tuple[str, ...]:
        """The origins whose pages may call; ``*`` is any.

        >>> Settings(cors_origins="https://a.example, http://localhost:3000").origins
        ('https://a.example', 'http://localhost:3000')
        """
        return tuple(origin.strip() for origin in self.cors_origins.split(","))

    def as_environment(self) -> dict[str, str]:
        """Return the variables that say the same to another process.

        >>> Settings(port=0).as_environment()["EIGHTS_PORT"]
        '0'
        """
        values = {name: getattr(self, name) for name in self.__struct_fields__}
        return {variable_of(name): _as_text(value) for name, value in values.items() if value is not None}


def from_environment(environment: Mapping[str, str]) -> Settings:
    """Read the settings from environment variables; an empty one counts as not given.

    Raises UnusableSettings.

    >>> from_environment({"EIGHTS_PORT": "8080"}).port
    8080
    >>> from_environment({"EIGHTS_PORT": "eighty"})
    Traceback (most recent call last):
        ...
    eights.config.UnusableSettings: EIGHTS_PORT: a whole number from 0 to 65535 is expected
    """
    given = {
        name: text
        for name, text in environment.items()
        if name.startswith(PREFIX) and not name.startswith(TEST_PREFIX) and name not in OF_CLIENTS and text
    }
    kinds = {variable_of(name): (name, kind) for name, kind in get_type_hints(Settings, include_extras=True).items()}
    unknown = sorted(given.keys() - kinds.keys())
    if unknown:
        raise UnusableSettings(f"unknown setting {', '.join(unknown)}; there are {', '.join(kinds)}")
    return Settings(**{kinds[name][0]: _value(name, text, kinds[name][1]) for name, text in given.items()})


def described() -> list[tuple[str, str]]:
    """Return every variable with its meaning, in the order of the fields."""
    hints = get_type_hints(Settings, include_extras=True)
    return [(variable_of(name), _description(kind)) for name, kind in hints.items()]


def variable_of(field: str) -> str:
    """Return the name of a field's environment variable.

    >>> variable_of("data_dir")
    'EIGHTS_DATA_DIR'
    """
    return PREFIX + field.upper()


def _value(variable: str, text: str, kind: Any) -> Any:
    try:
        value = msgspec.convert(text, kind, strict=False)
    except msgspec.ValidationError:
        raise UnusableSettings(f"{variable}: {_expected(kind)} is expected", variable) from None
    check = CHECKS.get(variable)
    fault = check(text) if check else None
    if fault is not None:
        raise UnusableSettings(f"{variable}: {fault}", variable)
    return value


def _expected(kind: Any) -> str:
    """Say in plain words what a setting takes."""
    plain, *metas = get_args(kind)
    if get_origin(plain) is Annotated:
        plain, *inner = get_args(plain)
        metas = [*inner, *metas]
    if get_origin(plain) is Literal:
        return f"one of {', '.join(get_args(plain))}"
    if plain is bool:
        return "true or false"
    if plain is int:
        low, high = ([bound for meta in metas if (bound := getattr(meta, end)) is not None] for end in ("ge", "le"))
        return f"a whole number from {low[0]} to {high[0]}" if high else f"a whole number from {low[0]} up"
    return "a rate such as 60/minute (per second, minute, hour or day)" if any(m.pattern for m in metas) else "a text"


def _fault_in_origins(text: str) -> str | None:
    if text.strip() == "*" or all(map(_is_origin, text.split(","))):
        return None
    return "* is expected, or origins as browsers send them, with commas between: https://play.example, with no path"


def _is_origin(text: str) -> bool:
    origin = text.strip()
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return False
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    right = bool(parts.scheme and host) and (parts.scheme, port) not in (("http", 80), ("https", 443))
    return right and origin == f"{parts.scheme}://{host}" + ("" if port is None else f":{port}")


CHECKS: Final[Mapping[str, Callable[[str], str | None]]] = {
    "EIGHTS_REDIS_URL": store_url.fault_in,
    "EIGHTS_DURABILITY": durability.fault_in,
    "EIGHTS_CORS_ORIGINS": _fault_in_origins,
}
"""What else is asked of a setting's text: each returns what is wrong with it."""


def _as_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _description(kind: Any) -> str:
    metas: Sequence[Meta] = get_args(kind)[1:]
    return next(meta.description for meta in metas if meta.description)
