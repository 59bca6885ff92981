"""gunicorn's settings: ``gunicorn -c python:eights.serving.gunicorn_settings "eights.app:create_app()"``.

Whatever is imported here is loaded before a worker is patched for gevent, so it is next to nothing. Every global of
a name that gunicorn knows is a setting.
"""

import os
from pathlib import Path

from eights.config import from_environment

_settings = from_environment(os.environ)
_MEMORY = Path("/dev/shm")  # noqa: S108 - workers only touch a file here, to show that they live

bind = f"[{_settings.host}]:{_settings.port}" if ":" in _settings.host else f"{_settings.host}:{_settings.port}"
workers = _settings.workers
worker_class = "eights.serving.worker.Worker"
worker_tmp_dir = str(_MEMORY) if os.access(_MEMORY, os.W_OK) else None
loglevel = _settings.log_level
keepalive = 30
# Nobody's headers decide what an address or a scheme is; for X-Forwarded ones there is EIGHTS_TRUSTED_PROXIES.
forwarded_allow_ips = ""
forwarder_headers = ""
graceful_timeout = 3
control_socket_disable = True
proc_name = "eights"
