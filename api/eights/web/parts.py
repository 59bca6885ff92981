"""What the resources work with; put together in :mod:`eights.app`."""

from typing import cast

import msgspec
from flask import Flask, current_app

from eights.services.clocks import Clocks
from eights.services.changes import Changes
from eights.services.creation import Creation
from eights.services.deals import Deals
from eights.services.lifetimes import Lifetimes
from eights.services.lobby import Lobby
from eights.services.moves import Moves
from eights.services.ports import Clock, GameStore, Secrets, Timetable
from eights.services.reading import Reading
from eights.services.seats import Seats
from eights.services.writing import Writing

_KEY = "eights"


class Parts(msgspec.Struct, frozen=True):
    """The parts of the server behind the web."""

    store: GameStore
    creation: Creation
    seats: Seats
    deals: Deals
    moves: Moves
    reading: Reading
    lobby: Lobby
    clocks: Clocks


def assembled(
    store: GameStore, timetable: Timetable, clock: Clock, secrets: Secrets, lifetimes: Lifetimes
) -> Parts:
    """Return the parts that work on a store."""
    changes = Changes(store, Writing(store, timetable, lifetimes), clock, secrets)
    return Parts(
        store=store,
        creation=Creation(store, clock, secrets, changes),
        seats=Seats(changes),
        deals=Deals(changes),
        moves=Moves(changes, clock),
        reading=Reading(store),
        lobby=Lobby(store),
        clocks=Clocks(changes, clock),
    )


def install(app: Flask, parts: Parts) -> None:
    """Give an application its parts."""
    app.extensions[_KEY] = parts


def parts() -> Parts:
    """Return the parts of the application that answers the present request."""
    return cast("Parts", current_app.extensions[_KEY])
