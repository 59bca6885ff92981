"""The examples of matches in the OpenAPI document: one that two house bots and a player might have played."""

from functools import cache
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from eights.rules import catalogue
from eights.services.game import TurnClock
from eights.services.matches.chance import drawn_order, numbers_on
from eights.services.matches.match import Entrant, Match
from eights.services.matches.reading import deal_view
from eights.services.matches.tally import GameFact, tally_of
from eights.services.matches.views import match_view

_SECRET: Final = bytes(range(32))
_CREATED_AT_MS: Final = 1_764_460_800_000
_PLAYER: Final = "k3qlgi4whwvzcky4"
_TIMES: Final = ((35, 41, 38), ())


@cache
def _match() -> Match:
    rules = catalogue.resolve(catalogue.variant("crazy-eights"), (), {"match": {"type": "single"}})
    return Match(
        id="gqydambsmnsgk3tu", version=1, variant="crazy-eights", options=(), rules_data=msgspec.msgpack.encode(rules),
        entrants=(Entrant(_PLAYER, "Otto", entered=True), Entrant("bot:steady", "steady", entered=True)),
        creator=_PLAYER, deals=3, rotate_seats=True, clock=TurnClock(10, "forfeit", 1), created_at_ms=_CREATED_AT_MS,
        status="playing", secret=_SECRET, order=drawn_order(_SECRET, 6), over=bytes(3), started_at_ms=_CREATED_AT_MS,
        mark=0x3F2A,
    )  # fmt: skip


def _deals() -> list[list[GameFact]]:
    points = (((0, 34), (51, 0)), ((0, 27), (0, 63)), ((12, 0), (0, 21)))
    return [[GameFact(scored, scored.index(0), (), (0, 0), _TIMES) for scored in on_a_deal] for on_a_deal in points]


def _finished() -> Match:
    return replace(
        _match(), version=9, status="finished", begun=6, over=bytes([2, 2, 2]), tally=tally_of(_deals(), 2),
        ended_at_ms=_CREATED_AT_MS + 60_000,
    )  # fmt: skip


def open_match() -> Any:
    """A match that one of its entrants has not entered yet."""
    asked = (Entrant(_PLAYER, "Otto", entered=True), Entrant("a2lgi4whwvzcky4q", "Anna", entered=False))
    return match_view(replace(_match(), status="open", entrants=asked, started_at_ms=None))


def aborted_match() -> Any:
    """The same, declined."""
    asked = (Entrant(_PLAYER, "Otto", entered=True), Entrant("a2lgi4whwvzcky4q", "Anna", entered=False))
    declined = replace(_match(), version=2, status="aborted", entrants=asked, declined_by=asked[1].id)
    return match_view(replace(declined, started_at_ms=None, ended_at_ms=_CREATED_AT_MS + 1000))


def started_match() -> Any:
    """A match that has just begun."""
    return match_view(replace(_match(), version=2, running=(0, 1, 2, 3), begun=4))


def finished_match() -> Any:
    """A match with its result."""
    return match_view(_finished())


def match_deals() -> Any:
    """The first deal of it."""
    match = _finished()
    facts = dict(zip(numbers_on(match, 0), _deals()[0], strict=True))
    return {"items": [deal_view(match, 0, facts)], "next_cursor": "1"}
