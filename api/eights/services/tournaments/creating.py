"""Creating a tournament."""

from typing import Any

import msgspec

from eights.services.access import hash_token
from eights.services.changes import Answer, Asked
from eights.services.game import TurnClock
from eights.services.identity import id_for
from eights.services.matches.setup import single_deal_rules
from eights.services.players.seating import Seating
from eights.services.ports import Secrets
from eights.services.record_changes import RecordChange
from eights.services.refusals import Refused
from eights.services.tokens import Mint
from eights.services.tournaments.advancing import Advancing
from eights.services.tournaments.entrants import with_entrants
from eights.services.tournaments.games import SECRET_BYTES
from eights.services.tournaments.keeping import Keeping
from eights.services.tournaments.tournament import (
    DEFAULT_CLOCK,
    Pairing,
    Plan,
    Tournament,
    TournamentVisibility,
    default_points_for_place,
)
from eights.services.tournaments.views import CreatedTournamentView, tournament_view
from eights.tournaments.plan import Format


class NewTournament(msgspec.Struct, frozen=True):
    """A tournament as asked for; None where the format or the table decides."""

    name: str
    variant: str
    format: Format
    options: tuple[str, ...] = ()
    rules: dict[str, Any] = {}
    table_size: int = 2
    smallest_table: int | None = None
    """As ``table_size`` if None: all tables are full."""
    byes: bool = True
    rounds: int | None = None
    deals_per_table: int = 1
    duplicate: bool = False
    entrants: tuple[str, ...] = ()
    """House bots, who are entered, and players, who are invited; in seeding order."""
    open: bool = False
    clock: TurnClock = DEFAULT_CLOCK
    points_for_place: tuple[float, ...] | None = None
    bye_points: float | None = None
    pairing: Pairing = "auto"
    visibility: TournamentVisibility = "public"


class Creation:
    """Creates tournaments."""

    def __init__(self, keeping: Keeping, seating: Seating, secrets: Secrets, advancing: Advancing) -> None:
        self._keeping = keeping
        self._seating = seating
        self._secrets = secrets
        self._advancing = advancing

    def create(self, wish: NewTournament, asked: Asked) -> Answer:
        """Create a tournament; the answer is a ``CreatedTournamentView``.

        Raises ``Refused``: as :func:`~eights.services.matches.setup.single_deal_rules`, ``seat_count_invalid``,
        ``unknown_bot``, ``unknown_player``, ``entrant_named_twice``, ``tournament_full``.
        """
        tournament_id = id_for("tournament", asked, self._secrets)

        def lay_out(mint: Mint) -> RecordChange[Tournament]:
            tournament = self._laid_out(tournament_id, wish, mint)
            return RecordChange(tournament, lambda made: _created(made, mint), status=201)

        self._keeping.expect(tournament_id)
        answer = self._keeping.changes.create(tournament_id, asked, lay_out)
        self._advancing.hasten(tournament_id)
        return answer

    def _laid_out(self, tournament_id: str, wish: NewTournament, mint: Mint) -> Tournament:
        empty = Tournament(
            id=tournament_id,
            version=0,
            plan=plan_of(wish),
            created_at_ms=self._keeping.now_ms(),
            organiser_hash=hash_token(mint.token("organiser")),
            secret=self._secrets.token_bytes(SECRET_BYTES),
        )
        return with_entrants(empty, wish.entrants, self._seating)


def plan_of(wish: NewTournament) -> Plan:
    """Return how a tournament is to be played; raises ``Refused`` as :meth:`Creation.create`."""
    rules = single_deal_rules(wish.variant, wish.options, wish.rules)
    smallest = wish.table_size if wish.smallest_table is None else wish.smallest_table
    for seats in (wish.table_size, smallest):
        if not rules.players.min <= seats <= rules.players.max:
            raise Refused("seat_count_invalid", min=rules.players.min, max=rules.players.max, seats=seats)
    by_place = wish.points_for_place or default_points_for_place(wish.table_size)
    best = wish.deals_per_table / 2 if wish.duplicate else by_place[0]
    return Plan(
        name=wish.name,
        variant=wish.variant,
        options=wish.options,
        patch=wish.rules,
        rules=rules,
        format=wish.format,
        table_size=wish.table_size,
        smallest_table=smallest,
        byes=wish.byes,
        rounds=wish.rounds,
        deals_per_table=wish.deals_per_table,
        duplicate=wish.duplicate,
        open=wish.open,
        clock=wish.clock,
        points_for_place=by_place,
        bye_points=best if wish.bye_points is None else wish.bye_points,
        pairing=wish.pairing,
        visibility=wish.visibility,
    )


def _created(tournament: Tournament, mint: Mint) -> CreatedTournamentView:
    return CreatedTournamentView(tournament_view(tournament), mint.token("organiser"))
