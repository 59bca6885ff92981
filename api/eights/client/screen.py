"""Tables, colours and progress for commands, as rich draws them, from texts that are never markup."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from eights.terminal import harmless, in_line


class Screen(Console):
    """A console on stdout or stderr: a text in it is what it says, be it ``[bold]``, ``:smile:`` or an escape sequence.

    >>> Screen().render_str("[link=https://example.org]:smile:").plain
    '[link=https://example.org]:smile:'
    """

    def __init__(self, **how: Any) -> None:
        super().__init__(markup=False, emoji=False, highlight=False, **how)

    def render_str(self, text: str, **how: Any) -> Text:
        """Take a text as it is, but for what would steer the terminal: so it is measured as it is drawn."""
        return super().render_str(in_line(text), **how)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render as a console does, with harmless texts; control codes are rich's own alone."""
        if isinstance(renderable, Text) and "\n" in renderable.plain:
            renderable = renderable.copy()
            renderable.plain = in_line(renderable.plain)
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=harmless(segment.text))
