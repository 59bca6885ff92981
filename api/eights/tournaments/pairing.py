"""The next round of any format."""

from collections.abc import Collection, Sequence

from eights.tournaments.circle import circle_round, circle_rounds
from eights.tournaments.knockout import knockout_round, knockout_rounds
from eights.tournaments.past import Past
from eights.tournaments.plan import Blocker, Impossible, PairingRules, RoundPlan, RoundResult, impossible
from eights.tournaments.pods import pods_round
from eights.tournaments.sizes import table_sizes
from eights.tournaments.swiss import swiss_round


def next_plan(
    rules: PairingRules,
    field: Sequence[str],
    history: Sequence[RoundResult],
    *,
    bye_points: float,
    withdrawn: Collection[str] = (),
) -> RoundPlan:
    """Return who plays whom in the round after those of the history; raises :class:`Impossible`.

    ``field`` are all who ever entered, in seeding order, those who entered late last; ``withdrawn`` those of them who
    are not to be paired any more. The same arguments always give the same round. When many have withdrawn, a round of a
    round robin may have byes and no table.
    """
    _check(rules, field, history, withdrawn)
    past = Past(history, bye_points)
    if rules.format == "knockout":
        return knockout_round(rules, field, history, past, withdrawn)
    staying = [name for name in field if name not in withdrawn]
    if rules.format == "round_robin" and rules.table_size == 2:
        table_sizes(rules, len(field))
        return _circle(field, staying, len(history), withdrawn)
    if rules.table_size > 2:
        return pods_round(rules, staying, past)
    return swiss_round(rules, staying, past, 1 if rules.rounds is None else rules.rounds - len(history))


def own_rounds(rules: PairingRules, entrants: int) -> int | None:
    """Return how many rounds the format has by itself with so many entrants; None where that has to be chosen.

    A knockout and a round robin at tables of two know; at larger tables a round robin has as many rounds as it takes
    for everybody to meet everybody once on average. A Swiss has none. Raises :class:`Impossible`.
    """
    if rules.format == "knockout":
        return knockout_rounds(rules, entrants)
    sizes, _ = table_sizes(rules, entrants)
    if rules.format == "swiss":
        return None
    if rules.table_size == 2:
        return circle_rounds(entrants)
    meetings = sum(size * (size - 1) for size in sizes)
    return -(-entrants * (entrants - 1) // meetings)


def takes_late_entries(rules: PairingRules) -> bool:
    """Tell whether somebody can still enter once the first round has been paired: in a Swiss only."""
    return rules.format == "swiss"


def _check(
    rules: PairingRules, field: Sequence[str], history: Sequence[RoundResult], withdrawn: Collection[str]
) -> None:
    named = {name for played in history for table in played.tables for name in table.seats}
    named |= {name for played in history for name in played.byes}
    strangers = sorted(named.difference(field))
    if strangers:
        raise Impossible([Blocker("pairing_impossible", {"entrant": name}) for name in strangers])
    rounds = rules.rounds
    if rounds is None and rules.format == "round_robin":
        rounds = own_rounds(rules, len(field))
    if rounds is not None and len(history) >= rounds:
        raise impossible("all_rounds_played", rounds=rounds)
    late = [name for name in field if name not in named and name not in withdrawn]
    if history and late and not takes_late_entries(rules):
        raise Impossible([Blocker("late_entry_impossible", {"entrant": name}) for name in late])


def _circle(field: Sequence[str], staying: Sequence[str], number: int, withdrawn: Collection[str]) -> RoundPlan:
    if len(staying) < 2:
        raise impossible("too_few_entrants", needed=2, entrants=len(staying))
    return circle_round(field, number, withdrawn)
