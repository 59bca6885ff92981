"""What can be wrong with a bot."""

import traceback
from itertools import dropwhile
from typing import Final


class BotNotFound(LookupError):  # noqa: N818 - says what is wrong with the name
    """The name leads to no function."""


class BotFailed(Exception):  # noqa: N818 - what happened, named as such
    """The bot raised an exception, or made no legal move; its text says which bot, and what it did.

    ``trace`` is the traceback of an exception of the bot's own, else empty. Survives the way from one process to
    another.
    """

    def __init__(self, sentence: str, trace: str = "") -> None:
        super().__init__(sentence, trace)
        self.trace = trace

    def __str__(self) -> str:
        return str(self.args[0])


STOPS: Final = (Exception, SystemExit)
"""What a bot may raise that is a fault of its own; an interrupt is the user's."""


def trace_of(error: BaseException, caller: str) -> str:
    """Return a traceback as Python prints it, from where the bot's own code begins; ``caller`` is our file before it.

    An error that comes before any line of the bot (it cannot be parsed, or takes other arguments) has no frames.
    """
    told = traceback.TracebackException.from_exception(error)
    frames = list(dropwhile(lambda frame: frame.filename == caller or "importlib" in frame.filename, told.stack))
    told.stack = traceback.StackSummary.from_list(frames)
    return "".join(told.format() if frames else told.format_exception_only()).rstrip("\n")
