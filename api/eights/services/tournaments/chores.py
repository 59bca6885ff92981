"""What has to be done in a tournament as it stands: games begun, given up, called off and opened, players told.

A chore may be done again without harm, and is done as long as its mark, a fact about the tournament, is not there. So
whoever dies between a chore and its mark leaves nothing undone, and makes nothing double.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Final, Literal

import msgspec

from eights.services.game import GameId
from eights.services.players.player import house_bot_of
from eights.services.tournaments.deals import Course, Deal, Results, deals_beyond
from eights.services.tournaments.tournament import Status, Tournament

TOLD_AT_ONCE: Final = 25
"""Players who are told in one chore."""

About = Literal["invited", "entered", "withdrawn", "round", "finished"]


class Begin(msgspec.Struct, frozen=True):
    """A table's next game is to be made."""

    weight: ClassVar[int] = 10
    round: int
    course: Course
    deal: Deal

    @property
    def mark(self) -> str:
        """The fact that says that it was done."""
        return f"begun:{self.deal.game_id}"


class GiveUp(msgspec.Struct, frozen=True):
    """Somebody who has withdrawn is still in a game."""

    weight: ClassVar[int] = 3
    game_id: GameId
    player: str

    @property
    def mark(self) -> str:
        """The fact that says that it was done."""
        return f"given-up:{self.game_id}:{self.player}"


class CallOff(msgspec.Struct, frozen=True):
    """A game that does not count any more may still be on."""

    weight: ClassVar[int] = 3
    game_id: GameId

    @property
    def mark(self) -> str:
        """The fact that says that it was done."""
        return f"called-off:{self.game_id}"


class OpenReplay(msgspec.Struct, frozen=True):
    """A duplicate game is over, and so are all others with its cards."""

    weight: ClassVar[int] = 3
    game_id: GameId

    @property
    def mark(self) -> str:
        """The fact that says that it was done."""
        return f"opened:{self.game_id}"


class Tell(msgspec.Struct, frozen=True):
    """Some players are to be told what concerns them."""

    weight: ClassVar[int] = 4
    about: About
    round: int
    players: tuple[str, ...]

    @property
    def mark(self) -> str:
        """The fact that says that it was done; who is told together never changes."""
        return f"told:{self.about}:{self.round}:{self.players[0]}"


class Index(msgspec.Struct, frozen=True):
    """A public tournament is to be found under its status."""

    weight: ClassVar[int] = 1
    status: Status

    @property
    def mark(self) -> str:
        """The fact that says that it was done."""
        return f"listed:{self.status}"


Chore = Index | Begin | GiveUp | CallOff | OpenReplay | Tell


def unsettled(tournament: Tournament) -> list[int]:
    """Return the numbers of the rounds about which something may have to be done."""
    return [number for number, played in enumerate(tournament.rounds, start=1) if not played.settled]


def chores(tournament: Tournament, stands: Mapping[int, Sequence[Course]], results: Results) -> Iterator[Chore]:
    """Yield what is to be done, done already or not, in the order in which to do it.

    ``stands`` are the tables of the rounds that are not settled.
    """
    if tournament.plan.visibility == "public":
        yield Index(tournament.status)
    yield from _news_of_people(tournament)
    for number, tables in stands.items():
        if tournament.status == "playing":
            yield from _tell("round", number, _at_play(tournament, number))
            yield from _games(tournament, number, tables)
        yield from _calling_off(tournament, number, tables, results)
        if tournament.plan.duplicate:
            begun = [(*course.deals, *deals_beyond(tournament, number, course, results)) for course in tables]
            yield from _opening(tables, begun, over=tournament.status == "aborted")
    if tournament.status in ("finished", "aborted"):
        yield from _tell("finished", 0, tournament.staying)


def _news_of_people(tournament: Tournament) -> Iterator[Chore]:
    """Whom something concerned alone is told alone; of the rounds before, everybody knows."""
    paired = len(tournament.rounds)
    for player in tournament.invited if tournament.status == "open" else ():
        yield Tell("invited", 0, (player,))
    for entry in tournament.entries:
        if house_bot_of(entry.entrant) is None:
            if entry.after_round == paired and tournament.status in ("open", "playing"):
                yield Tell("entered", 0, (entry.entrant,))
            if entry.withdrawn:
                yield Tell("withdrawn", 0, (entry.entrant,))


def _tell(about: About, number: int, entrants: Iterable[str]) -> Iterator[Tell]:
    players = [entrant for entrant in entrants if house_bot_of(entrant) is None]
    for start in range(0, len(players), TOLD_AT_ONCE):
        yield Tell(about, number, tuple(players[start : start + TOLD_AT_ONCE]))


def _at_play(tournament: Tournament, number: int) -> Iterator[str]:
    """Yield who is in a round, in an order that never changes."""
    plan = tournament.rounds[number - 1].plan
    for table in plan.tables:
        yield from table.seats
    yield from plan.byes


def _games(tournament: Tournament, number: int, tables: Sequence[Course]) -> Iterator[Chore]:
    withdrawn = tournament.withdrawn
    for course in tables:
        deal = course.deals[-1]
        if not course.decided:
            yield Begin(number, course, deal)
            for name in course.table.seats:
                if name in withdrawn and house_bot_of(name) is None:
                    yield GiveUp(deal.game_id, name)


def _calling_off(tournament: Tournament, number: int, tables: Sequence[Course], results: Results) -> Iterator[Chore]:
    """Games that rulings were made about or have left without a use, and all where the tournament is called off."""
    games = [ruling.game_id for ruling in tournament.rulings if ruling.round == number]
    for course in tables:
        games += [deal.game_id for deal in deals_beyond(tournament, number, course, results)]
    if tournament.status == "aborted":
        games += [course.deals[-1].game_id for course in tables if not course.decided]
    yield from (CallOff(game_id) for game_id in dict.fromkeys(games) if game_id not in results)


def _opening(tables: Sequence[Course], begun: Sequence[Sequence[Deal]], *, over: bool) -> Iterator[Chore]:
    """Deals that are over at every table; a table that was awarded plays no more of them.

    ``begun`` are the deals of each table, with those that it plays no more.
    """
    for place in range(max(map(len, begun), default=0)):
        at_place = [deals[place] if place < len(deals) else None for deals in begun]
        if over or all(_is_over(course, deal) for course, deal in zip(tables, at_place, strict=True)):
            yield from (OpenReplay(deal.game_id) for deal in at_place if deal is not None)


def _is_over(course: Course, deal: Deal | None) -> bool:
    return course.decided or (deal is not None and deal.decided)
