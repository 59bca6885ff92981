"""Who plays whom in a tournament's next round: by its format, or as the organiser says."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from eights.services.refusals import Refused
from eights.services.tournaments.blocking import blocked
from eights.services.tournaments.ending import contenders
from eights.services.tournaments.keeping import Keeping
from eights.services.tournaments.tournament import MOST_GAMES_A_ROUND, MOST_ROUNDS, Tournament
from eights.services.tournaments.wording import FaultOfPairings
from eights.tournaments.manual import pairing_faults
from eights.tournaments.pairing import next_plan, own_rounds
from eights.tournaments.plan import Blocker, Impossible, RoundPlan, RoundResult, Table


class Pairings(msgspec.Struct, frozen=True):
    """Pairings made by hand: entrants by seat, table by table, and who has a bye."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


def next_round(keeping: Keeping, tournament: Tournament, by_hand: Pairings | None) -> RoundPlan:
    """Return the round after those that there are, which are all over.

    The same tournament always gives the same round. Raises ``Refused``: ``tournament_blocked``,
    ``pairing_invalid`` with faults.
    """
    if (by_hand is None) == (tournament.plan.pairing == "manual"):
        raise blocked([Blocker("pairings_needed" if by_hand is None else "pairings_not_wanted")])
    history = keeping.history(tournament)
    plan = _automatic(tournament, history) if by_hand is None else _by_hand(tournament, history, by_hand)
    fewest = tournament.plan.rules.players.min
    small = [len(table.seats) for table in plan.tables if len(table.seats) < fewest]
    if small:
        raise blocked([Blocker("table_too_small", {"size": small[0], "min": fewest})])
    games = len(plan.tables) * tournament.plan.deals_per_table
    if games > MOST_GAMES_A_ROUND:
        raise blocked([Blocker("too_many_games", {"games": games, "most": MOST_GAMES_A_ROUND})])
    return plan


def plan_by_hand(by_hand: Pairings) -> RoundPlan:
    """Return pairings made by hand as a round's."""
    return RoundPlan(tuple(Table(seats) for seats in by_hand.tables), by_hand.byes)


def planned_rounds(tournament: Tournament) -> int:
    """Return after how many rounds a tournament that begins now will end.

    A Swiss without a number of its own has as many as it takes for one entrant alone to win all of its games. Raises
    ``Refused("tournament_blocked")``.
    """
    entrants = len(tournament.staying)
    rounds = tournament.plan.rounds
    if rounds is None:
        try:
            rounds = own_rounds(tournament.plan.pairing_rules, entrants)
        except Impossible as impossible:
            raise blocked(impossible.blockers) from None
    if rounds is None:
        rounds = max(1, (entrants - 1).bit_length())
    if rounds > MOST_ROUNDS:
        raise blocked([Blocker("too_many_rounds", {"rounds": rounds, "most": MOST_ROUNDS})])
    return rounds


def _automatic(tournament: Tournament, history: Sequence[RoundResult]) -> RoundPlan:
    try:
        return next_plan(
            replace(tournament.plan.pairing_rules, rounds=tournament.planned_rounds),
            tournament.field,
            history,
            bye_points=tournament.plan.bye_points,
            withdrawn=tournament.withdrawn,
        )
    except Impossible as impossible:
        raise blocked(impossible.blockers) from None


def _by_hand(tournament: Tournament, history: Sequence[RoundResult], by_hand: Pairings) -> RoundPlan:
    staying = contenders(tournament, history)
    if len(staying) < 2:
        raise blocked([Blocker("too_few_entrants", {"needed": 2, "entrants": len(staying)})])
    faults = pairing_faults(by_hand.tables, by_hand.byes, staying, tournament.plan.pairing_rules)
    if faults:
        raise Refused("pairing_invalid", faults=list(map(FaultOfPairings, faults)))
    return plan_by_hand(by_hand)
