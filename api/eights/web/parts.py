"""What the resources work with; put together in :mod:`eights.app`."""

from typing import cast

import msgspec
from flask import Flask, current_app

from eights.services.changes import Changes
from eights.services.clocks import Clocks
from eights.services.competition_games import CompetitionGames
from eights.services.competitions import Competitions, due_when_over
from eights.services.creation import Creation
from eights.services.deals import Deals
from eights.services.joining import Joining
from eights.services.lifetimes import Lifetimes
from eights.services.lobby import Lobby
from eights.services.matches.assembly import MatchParts, match_parts
from eights.services.moves import Moves
from eights.services.outcomes import Outcomes
from eights.services.players.authentication import Authentication
from eights.services.players.inbox_reading import InboxReading
from eights.services.players.profiles import Profiles
from eights.services.players.registration import Registration
from eights.services.players.seating import Seating
from eights.services.players.telling import Telling
from eights.services.ports import Clock, GameStore, Secrets, Wakes
from eights.services.ratings.rater import Rater
from eights.services.ratings.reading import RatingReading
from eights.services.reading import Reading
from eights.services.rematch import Rematches
from eights.services.seats import Seats
from eights.services.stores import Stores
from eights.services.tournaments.collecting import Collecting
from eights.services.tournaments.service import Tournaments, tournaments_on
from eights.services.witness import UNSEEN, Witness
from eights.services.writing import Writing
from eights.web.readiness import Readiness
from eights.web.slots import StreamLimits
from eights.web.streams import Streams

_KEY = "eights"


class Parts(msgspec.Struct, frozen=True):
    """The parts of the server behind the web."""

    store: GameStore
    readiness: Readiness
    authentication: Authentication
    profiles: Profiles
    registration: Registration
    ratings: RatingReading
    creation: Creation
    seats: Seats
    deals: Deals
    moves: Moves
    reading: Reading
    lobby: Lobby
    clocks: Clocks
    joining: Joining
    rematches: Rematches
    streams: Streams
    matches: MatchParts
    tournaments: Tournaments
    inbox: InboxReading


def assembled(
    stores: Stores,
    wakes: Wakes,
    clock: Clock,
    secrets: Secrets,
    lifetimes: Lifetimes,
    stream_limits: StreamLimits,
    witness: Witness = UNSEEN,
) -> Parts:
    """Return the parts that work on a store, and tell a witness what happens."""
    store, timetable = stores.games, stores.timetable
    authentication = Authentication(stores.player_tokens, stores.players)
    ratings = RatingReading(stores.ratings, stores.players)
    profiles = Profiles(stores.players, ratings)
    collecting = Collecting(store, stores.tournament_facts)
    outcomes = _outcomes(stores, collecting, clock, lifetimes)
    changes = Changes(store, Writing(store, timetable, lifetimes, outcomes, witness), clock, secrets, witness)
    seating = Seating(stores.players)
    creation, seats = Creation(store, seating, clock, secrets, changes), Seats(changes, seating)
    games = CompetitionGames(store, changes, outcomes, clock)
    matches = match_parts(stores, games, seating, clock, secrets)
    tournaments = tournaments_on(stores, collecting, games, clock, secrets)
    competitions = Competitions({"m": matches.playing, "t": tournaments.advancing})
    return Parts(
        store=store,
        readiness=Readiness(store.ping),
        authentication=authentication,
        profiles=profiles,
        registration=Registration(stores.players, stores.player_tokens, profiles, clock, secrets),
        ratings=ratings,
        creation=creation,
        seats=seats,
        deals=Deals(changes),
        moves=Moves(store, changes, clock, timetable, witness),
        reading=Reading(store, witness),
        lobby=Lobby(store),
        clocks=Clocks(changes, timetable, clock, outcomes, competitions, witness),
        matches=matches,
        tournaments=tournaments,
        joining=Joining(store, seating, secrets, changes, creation, seats),
        rematches=Rematches(store, seating, clock, secrets, changes, seats),
        streams=Streams(authentication, wakes, stream_limits),
        inbox=InboxReading(stores.inboxes, store, stores.players),
    )


def _outcomes(stores: Stores, collecting: Collecting, clock: Clock, lifetimes: Lifetimes) -> Outcomes:
    """Return what sees to all that follows from a change of a game, in the order in which it does."""
    rater = Rater(stores.ratings, lifetimes, clock)
    telling = Telling(stores.inboxes, lifetimes, rater.changes)
    steps = (rater.rate, telling.tell, collecting.note, due_when_over(stores.timetable, clock))
    return Outcomes(stores.timetable, clock, steps)


def install(app: Flask, parts: Parts) -> None:
    """Give an application its parts."""
    app.extensions[_KEY] = parts


def end_streams(app: object) -> None:
    """End the streams of an application, if it is one of ours, since its process ends."""
    if isinstance(app, Flask) and _KEY in app.extensions:
        parts_of(app).streams.close("server_restarting")


def parts() -> Parts:
    """Return the parts of the application that answers the present request."""
    return parts_of(current_app)


def parts_of(app: Flask) -> Parts:
    """Return the parts of an application."""
    return cast("Parts", app.extensions[_KEY])
