"""The arena's results as they are printed."""

from collections.abc import Iterator, Sequence

from rich.table import Table

from eights.arena.duplicate import DealResult
from eights.arena.standings import Standing
from eights.client.words import words_here
from eights.tournaments.estimates import FEW, Estimate


def table(variant: str, results: Sequence[DealResult], standings: Sequence[Standing]) -> Table:
    """Return the table of one variant."""
    rounds = sum(result.rounds for result in results)
    undecided = sum(result.undecided for result in results)
    words = words_here()
    title = words("arena.title", variant=variant, deals=len(results), rotations=len(standings))
    caption = words("arena.caption", rounds=rounds, undecided=undecided)
    drawn = Table(title=title, caption=caption, title_justify="left", caption_justify="left")
    first, *others = words("arena.headings").split(", ")
    drawn.add_column(first)
    for heading in others:
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
        yield words_here()("arena.rough", few=FEW)
    unproven = [standing.entrant for standing in standings if standing.won.includes(fair)]
    if unproven:
        yield words_here()("arena.unproven", fair=fair, entrants=", ".join(unproven))


def _share(estimate: Estimate) -> str:
    return f"{estimate.mean:.1%} ± {estimate.margin:.1%}"
