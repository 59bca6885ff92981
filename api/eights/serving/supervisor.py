"""The process behind ``eights serve``: parent of the store and of gunicorn.

It starts both, starts a store again that died, ends them in the right order, and takes them along when it is killed.
"""

import fcntl
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from eights import durability
from eights.config import Settings
from eights.serving.listening import listening_socket, url_of
from eights.serving.refusal import CannotServe
from eights.serving.signals import Signals, watched_signals
from eights.serving.web_server import WebServer
from eights.store.embedded import EmbeddedStore, StoreNotStarted

LOOK_EVERY_S: Final = 1.0
FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 8.0
SOUND_AFTER_S: Final = 60.0
"""A store that ran for so long is started again at once."""

Say = Callable[[str], None]


def supervise(settings: Settings, say: Say) -> None:
    """Serve until a signal ends it, and tell what a user must know.

    Raises CannotServe, with everything that was started stopped again.
    """
    if settings.redis_url is None and durability.wants_replicas(settings.durability):
        raise CannotServe("EIGHTS_DURABILITY: the embedded store has no replicas to wait for; give a store of yours")
    with ExitStack() as ending:
        signals = ending.enter_context(watched_signals())
        try:
            store = ending.enter_context(_store(settings)) if settings.redis_url is None else None
            listener = ending.enter_context(listening_socket(settings.host, settings.port))
            if store is not None:
                store.wait_until_ready()
        except StoreNotStarted as reason:
            raise CannotServe(str(reason)) from None
        except OSError as error:
            raise CannotServe(f"cannot keep games in {settings.data_dir}: {error.strerror}") from None
        url = url_of(listener)
        web = WebServer(_settings_of_workers(settings, store), listener)
        ending.callback(web.stop)
        listener.close()
        say(_greeting(url, settings))
        _watch(signals, web, Revival(store, say) if store else None)


class Revival:
    """Starts a store again that died: at once, but with growing pauses if it dies again and again."""

    def __init__(self, store: EmbeddedStore, say: Say) -> None:
        self._store = store
        self._say = say
        self._started_s = time.monotonic()
        self._pause_s = 0.0

    def attend(self) -> None:
        """Start the store if it has died and the pause is over."""
        now_s = time.monotonic()
        if not self._store.ended or now_s < self._started_s + self._pause_s:
            return
        sound = now_s > self._started_s + SOUND_AFTER_S
        self._pause_s = FIRST_PAUSE_S if sound else min(max(self._pause_s * 2, FIRST_PAUSE_S), LONGEST_PAUSE_S)
        self._started_s = now_s
        self._say("The store ended by itself; it is started again.")
        self._store.start()


def _watch(signals: Signals, web: WebServer, revival: Revival | None) -> None:
    on_terminal = os.isatty(0)
    while True:
        for number in signals.within(LOOK_EVERY_S):
            terminal_closed = number == signal.SIGHUP and on_terminal and not os.isatty(0)
            if number in (signal.SIGINT, signal.SIGTERM) or terminal_closed:
                return
            if number == signal.SIGHUP:
                web.reload()
        if web.ended:
            raise CannotServe("the web server ended by itself; what it said is above")
        if revival is not None:
            revival.attend()


def _settings_of_workers(settings: Settings, store: EmbeddedStore | None) -> Settings:
    if store is None:
        return settings
    # The embedded store writes to its disk before it answers: there is nothing to ask for besides.
    return replace(settings, redis_url=store.url, durability="default")


@contextmanager
def _store(settings: Settings) -> Iterator[EmbeddedStore]:
    folder = _folder(settings.data_dir)
    with _held(folder):
        store = EmbeddedStore(folder / "store")
        try:
            store.start()
            yield store
        finally:
            store.stop()


def _folder(data_dir: str) -> Path:
    with suppress(RuntimeError):  # a user without a home
        if data_dir:
            return Path(data_dir).expanduser()
    raise CannotServe("there is no home folder to keep games in; name a folder with --data-dir or EIGHTS_DATA_DIR")


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise CannotServe(f"another server keeps its games in {folder}; choose another --data-dir") from None
    else:
        yield
    finally:
        os.close(lock)


def _greeting(url: str, settings: Settings) -> str:
    return (
        f"Eights listens on {url}\n"
        f"  documentation  {url}/docs\n"
        f"  games kept in  {settings.shown_store}\n"
        "Ctrl-C ends it."
    )
