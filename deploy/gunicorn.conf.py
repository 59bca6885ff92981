"""How gunicorn runs the server in the image: with the server's own settings, and a store that must be named.

``eights serve`` would start gunicorn, too, and a store beside it. In a container the store is another one, and whatever
runs containers does the rest that ``eights serve`` is for.
"""

import os
import sys

from eights.config import UnusableSettings

try:
    from eights.serving.gunicorn_settings import *  # noqa: F403 - gunicorn takes every global as a setting
except UnusableSettings as fault:
    sys.exit(f"eights: {fault}")

if not os.environ.get("EIGHTS_REDIS_URL"):
    sys.exit("eights: EIGHTS_REDIS_URL is not set: the image brings no store of its own")
