"""The arena's results as they are printed."""

from collections.abc import Iterator, Sequence

from rich.table import Table

from eights.arena.duplicate import DealResult
from eights.arena.standings import Standing
from eights.tournaments.estimates import FEW, Estimate


def table(variant: str, results: Sequence[DealResult], standings: Sequence[Standing]) -> Table:
    """Return the table of one variant."""
    rounds = sum(result.rounds for result in results)
    undecided = sum(result.undecided for result in results)
    title = f"{variant}: {len(results):,} deals × {len(standings)} rotations"
    caption = f"{rounds:,} rounds, {undecided:,} won by nobody; ± is half of the 95 % interval"
    drawn = Table(title=title, caption=caption, title_justify="left", caption_justify="left")
    drawn.add_column("entrant")
    for heading in ("rounds won", "opponents beaten", "points a round", "CPU a move"):
        drawn.add_column(heading, justify="right")
    for standing in standings:
        drawn.add_row(
            standing.entrant,
            _share(standing.won),
            _share(standing.beaten),
            f"{standing.points.mean:.2f} ± {standing.points.margin:.2f}",
            f"{standing.seconds_a_move * 1e6:,.0f} µs",
        )
    return drawn


def notes(deals: int, standings: Sequence[Standing]) -> Iterator[str]:
    """Yield what the intervals do not allow to say."""
    fair = 1 / len(standings)
    if deals < FEW:
        yield f"With fewer than {FEW} deals the intervals are rough ones."
    unproven = [standing.entrant for standing in standings if standing.won.includes(fair)]
    if unproven:
        yield (
            f"The interval of rounds won includes the fair share of {fair:.1%} for {', '.join(unproven)}: "
            "these deals do not show it to be better or worse than the others."
        )


def _share(estimate: Estimate) -> str:
    return f"{estimate.mean:.1%} ± {estimate.margin:.1%}"
