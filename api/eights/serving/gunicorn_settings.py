"""gunicorn's settings: ``gunicorn -c python:eights.serving.gunicorn_settings "eights.app:served_app()"``.

Whatever is imported here is loaded before a worker is patched for gevent, so it is next to nothing. Every global of
a name that gunicorn knows is a setting.
"""

import gc
import os
import resource
import signal
from pathlib import Path
from types import FrameType
from typing import Any

from eights.config import from_environment
from eights.serving.idle import close_idle, note_busy, note_idle
from eights.serving.metrics_folder import MetricsFolder

_settings = from_environment(os.environ)
_MEMORY = Path("/dev/shm")  # noqa: S108 - workers only touch a file here, to show that they live

bind = f"[{_settings.host}]:{_settings.port}" if ":" in _settings.host else f"{_settings.host}:{_settings.port}"
workers = _settings.workers
worker_class = "eights.serving.worker.Worker"
worker_tmp_dir = str(_MEMORY) if os.access(_MEMORY, os.W_OK) else None
loglevel = _settings.log_level
logger_class = "eights.serving.log.Log"
keepalive = 30
# Nobody's headers decide what an address or a scheme is; for X-Forwarded ones there is EIGHTS_TRUSTED_PROXIES.
forwarded_allow_ips = ""
forwarder_headers = ""
graceful_timeout = 3
control_socket_disable = True
proc_name = "eights"
_metrics = None if _settings.metrics == "off" else MetricsFolder(_MEMORY)
LAST_REQUESTS_WITHIN_S = 1.0
"""How long a worker that ends still takes requests on open connections, and says with the answer that it is the last:
who keeps connections for further requests, as proxies do, would lose what it sends on one that is just being closed."""
COLLECTED_AFTER = 10_000
worker_connections = _settings.streams_per_process + 2 * _settings.requests_per_process
"""Connections of one worker: streams, requests, and as many that have nothing to ask or are to be refused."""


def _allow_files(wanted: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))


_allow_files(worker_connections + 200)  # each connection is one, and systems often allow 1024 unless asked


def post_worker_init(worker: Any) -> None:
    """Have SIGTERM end a worker's streams and waits: it comes when the server stops, and to old workers on a reload."""
    import gevent  # noqa: PLC0415 - not before the worker is patched

    from eights.telemetry.logs import log_lost  # noqa: PLC0415 - as above
    from eights.web.parts import end_streams  # noqa: PLC0415 - as above
    from eights.web.seeing import join_metrics  # noqa: PLC0415 - as above

    gevent.get_hub().print_exception = log_lost  # type: ignore[method-assign,assignment]  # its way to say so
    _collect_seldom()
    if _metrics is not None and _metrics.path is not None:
        join_metrics(worker.wsgi, _metrics.path)

    def on_sigterm(number: int, frame: FrameType | None) -> None:
        worker.handle_exit(number, frame)
        gevent.spawn(end)  # a handler must not wait for anything

    def end() -> None:
        end_streams(worker.wsgi)
        gevent.sleep(LAST_REQUESTS_WITHIN_S)
        close_idle()

    signal.signal(signal.SIGTERM, on_sigterm)


def _collect_seldom() -> None:
    """Have cycles looked for after so many new objects, and never among those that stay: a request leaves few."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECTED_AFTER, 10, 10)


def worker_exit(_server: Any, worker: Any) -> None:
    """Have the last of a worker's numbers counted."""
    from eights.web.seeing import publish_metrics  # noqa: PLC0415 - not before the worker is patched

    publish_metrics(getattr(worker, "wsgi", None))


def on_starting(_server: Any) -> None:
    """Make the folder that workers share their numbers in."""
    if _metrics is not None:
        _metrics.make()


def on_exit(_server: Any) -> None:
    """Remove it."""
    if _metrics is not None:
        _metrics.remove()


def pre_request(_worker: Any, req: Any) -> None:
    """Note that a connection has something to do."""
    note_busy(req.unreader.sock)


def post_request(_worker: Any, req: Any, _environ: Any, _resp: Any) -> None:
    """Note that it has nothing to do any more."""
    note_idle(req.unreader.sock)
