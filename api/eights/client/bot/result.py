"""The result of a match as it is printed."""

import os
from collections.abc import Iterator

from rich.table import Table

from eights.client.languages import language_of
from eights.client.match_models import EntrantResult, Match
from eights.client.words import words_here


def table(match: Match) -> Table | None:
    """Return the table of a match; None while no deal is complete."""
    result = match.result
    if result is None:
        return None
    words = words_here()
    title = words("match.title", variant=match.variant, deals=result.deals, games=result.games)
    caption = words("match.fewest" if result.lower_is_better else "match.most")
    drawn = Table(title=title, caption=caption, title_justify="left", caption_justify="left")
    first, *others = words("match.headings").split(", ")
    drawn.add_column(first)
    for heading in others:
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
        yield words_here()("match.called_off")
    for difference in match.result.differences if match.result else ():
        yield difference.says[language_of(os.environ)]
