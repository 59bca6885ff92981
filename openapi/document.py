"""Prints the OpenAPI document as the code has it."""

import sys

from eights.app import create_app
from eights.config import Settings
from eights.web.document import document_of

if __name__ == "__main__":
    # The store is named and never reached: describing the API asks it nothing.
    sys.stdout.buffer.write(document_of(create_app(Settings(redis_url="unix:///dev/null"))))
