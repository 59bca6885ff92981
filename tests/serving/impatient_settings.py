"""The server's settings, with little patience for requests, and few connections at once."""

from eights.serving.gunicorn_settings import *  # noqa: F403 - gunicorn takes every global as a setting

worker_class = "serving.impatient_worker.ImpatientWorker"
worker_connections = 2
keepalive = 600
