"""What the resources work with; put together in :mod:`eights.app`."""

from typing import cast

import msgspec
from flask import Flask, current_app

from eights.services.ports import GameStore

_KEY = "eights"


class Parts(msgspec.Struct, frozen=True):
    """The parts of the server behind the web."""

    store: GameStore


def install(app: Flask, parts: Parts) -> None:
    """Give an application its parts."""
    app.extensions[_KEY] = parts


def parts() -> Parts:
    """Return the parts of the application that answers the present request."""
    return cast("Parts", current_app.extensions[_KEY])
