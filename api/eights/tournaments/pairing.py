"""The next round of any format."""

from collections.abc import Collection, Sequence

from eights.tournaments.plan import PairingRules, RoundPlan, RoundResult


def next_plan(
    rules: PairingRules, field: Sequence[str], history: Sequence[RoundResult], withdrawn: Collection[str] = ()
) -> RoundPlan:
    """Return who plays whom in the round after those of the history; raises :class:`Impossible`.

    ``field`` are all who ever entered, in seeding order, those who entered late last; ``withdrawn`` those of them who
    are not to be paired any more. The same arguments always give the same round.
    """
    raise NotImplementedError


def own_rounds(rules: PairingRules, entrants: int) -> int | None:
    """Return how many rounds the format has by itself with so many entrants; None where that has to be chosen.

    A knockout and a round robin at tables of two know; at larger tables a round robin has as many rounds as it takes
    for everybody to meet everybody once on average. A Swiss has none. Raises :class:`Impossible`.
    """
    raise NotImplementedError


def takes_late_entries(rules: PairingRules) -> bool:
    """Tell whether somebody can still enter once the first round has been paired: in a Swiss only."""
    raise NotImplementedError
