"""The result of a match as it is printed."""

from collections.abc import Iterator

from rich.table import Table

from eights.client.match_models import EntrantResult, Match


def table(match: Match) -> Table | None:
    """Return the table of a match; None while no deal is complete."""
    result = match.result
    if result is None:
        return None
    title = f"{match.variant}: {result.deals:,} deals, {result.games:,} games"
    scored = "fewest" if result.lower_is_better else "most"
    caption = f"{scored} points are best; ± is half of the 95 % interval; ms are those of a move"
    drawn = Table(title=title, caption=caption, title_justify="left", caption_justify="left")
    drawn.add_column("entrant")
    for heading in ("points a deal", "wins", "forfeits", "illegal", "ms p50", "ms p99"):
        drawn.add_column(heading, justify="right")
    names = {entry.entrant: entry.name for entry in match.entrants}
    for line in result.entrants:
        drawn.add_row(names[line.entrant], *_cells(line))
    return drawn


def _cells(line: EntrantResult) -> Iterator[str]:
    low, high = line.interval or (0.0, 0.0)
    yield f"{line.points_per_deal:.2f}" + (f" ± {(high - low) / 2:.2f}" if line.interval else "")
    yield from (f"{count:,}" for count in (line.wins, line.forfeits, line.illegal_attempts))
    yield from ("", "") if line.move_ms is None else (f"{line.move_ms.p50:,.0f}", f"{line.move_ms.p99:,.0f}")


def sentences(match: Match) -> Iterator[str]:
    """Yield what the result shows, and what it does not."""
    if match.status == "aborted":
        yield "The match was called off."
    for difference in match.result.differences if match.result else ():
        yield difference.says["en"]
