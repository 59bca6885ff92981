"""The course of a table: its deals one after the other, each decided by its game or by a ruling."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from eights.rules.state import Seat
from eights.services.game import GameId
from eights.services.tournaments.tournament import EXTRA_DEALS, Plan, Ruling, Tournament, game_id_of
from eights.tournaments.plan import Table

Results = Mapping[GameId, "DealResult"]
"""What is known of games that are over."""
Rulings = Mapping[GameId, Ruling]
"""The ruling that counts, for each game of which there is one."""


class DealResult(msgspec.Struct, frozen=True, array_like=True):
    """How the game of a deal ended, by seat."""

    status: Literal["finished", "aborted"]
    points: tuple[int, ...]
    gave_up: tuple[Seat, ...] = ()
    idle: tuple[Seat, ...] = ()
    """Those of them who never made a move of their own; in a game that nobody ever played in, all but house bots."""


class Deal(msgspec.Struct, frozen=True):
    """One deal of a table as it stands; numbers count from 1."""

    number: int
    attempt: int
    """Raised by each ruling that it be played again."""
    game_id: GameId
    result: DealResult | None
    ruling: Ruling | None
    """An award or void that counts instead of the result."""

    @property
    def decided(self) -> bool:
        """Whether nothing is left to be played."""
        return self.ruling is not None or (self.result is not None and self.result.status == "finished")


class Course(msgspec.Struct, frozen=True):
    """A table of a round and its deals so far; the last one is on, unless the table is decided."""

    number: int
    table: Table
    deals: tuple[Deal, ...]
    withdrew: tuple[str, ...] = ()
    """Those who withdrew from the tournament while they had still to play here."""
    decided: bool = False
    """Whether nothing is left to be played here."""

    @property
    def awarded_to(self) -> str | None:
        """Who was given the table by a ruling."""
        return next((deal.ruling.to for deal in self.deals if deal.ruling is not None and deal.ruling.to), None)


def rulings_that_count(rulings: Sequence[Ruling]) -> Rulings:
    """Return by game what was ruled about it last."""
    return {ruling.game_id: ruling for ruling in rulings}


def deal_as_it_stands(tournament: Tournament, place: tuple[int, int, int], rulings: Rulings, results: Results) -> Deal:
    """Return the deal at a place (round, table, deal): its newest attempt."""
    attempt = 1
    while True:
        game_id = game_id_of(tournament.id, *place, attempt)
        ruling = rulings.get(game_id)
        if ruling is None or ruling.kind != "replay":
            return Deal(place[2], attempt, game_id, results.get(game_id), ruling)
        attempt += 1


def most_deals(plan: Plan) -> int:
    """Return how many deals a table may come to have."""
    return plan.deals_per_table + (EXTRA_DEALS if plan.format == "knockout" and not plan.duplicate else 0)


def deals_beyond(tournament: Tournament, number: int, course: Course, results: Results) -> Iterator[Deal]:
    """Yield the deals that a table may have begun before a ruling left it without them, the one that was on last."""
    rulings = rulings_that_count(tournament.rulings)
    ruled = any((ruling.round, ruling.table) == (number, course.number) for ruling in tournament.rulings)
    for place in range(len(course.deals) + 1, most_deals(tournament.plan) + 1) if course.decided and ruled else ():
        deal = deal_as_it_stands(tournament, (number, course.number, place), rulings, results)
        yield deal
        if not deal.decided:
            return


def games_of_round(tournament: Tournament, number: int) -> Iterator[GameId]:
    """Yield the ids of all games that a round may come to have, as the rulings stand."""
    rulings = rulings_that_count(tournament.rulings)
    for table in range(1, len(tournament.rounds[number - 1].plan.tables) + 1):
        for deal in range(1, most_deals(tournament.plan) + 1):
            yield deal_as_it_stands(tournament, (number, table, deal), rulings, {}).game_id
