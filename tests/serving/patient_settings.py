"""gunicorn's settings with more time at the end than a busy machine takes for what is tried then."""

from eights.serving import gunicorn_settings
from eights.serving.gunicorn_settings import *  # noqa: F403 - every global is a setting

gunicorn_settings.LAST_REQUESTS_WITHIN_S = 30.0
graceful_timeout = 40
