"""How a command ends: its exit code, and what it says on stderr."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from eights.client.demo.own_server import ServerDidNotStart
from eights.client.problems import ProblemError, ServerUnreachable
from eights.client.server_option import no_server
from eights.client.words import words_here
from eights.terminal import print_line

REFUSED: Final = 1
UNREACHABLE: Final = 3
"""2 is a usage error, as click has it."""
BLOCKED: Final = 4
INTERRUPTED: Final = 130

EXIT_CODES: Final = (
    "\b\nExit codes: 0 done, 1 refused by the server, 2 wrong usage, 3 server not reachable,\n"
    "4 blocked: not now, the reasons are on stderr. Nothing but the answer is on stdout."
)


@contextmanager
def told_by_exit_code() -> Iterator[None]:
    """Turn whatever ends a command early into its exit code, with a sentence on stderr; SIGTERM is taken as Ctrl-C."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except ProblemError as problem:
        _end(BLOCKED if problem.blockers else REFUSED, *complaint(problem))
    except ServerUnreachable as error:
        _end(UNREACHABLE, no_server(error, words_here()))
    except ServerDidNotStart as error:
        _end(UNREACHABLE, words_here()("server.silent", reason=error))
    except KeyboardInterrupt:
        _end(INTERRUPTED, "interrupted")
    finally:
        signal.signal(signal.SIGTERM, before)


def complaint(problem: ProblemError) -> Iterator[str]:
    """Yield the lines that say why a request was refused: the code first, as it never changes."""
    yield f"{problem.code}: {problem.detail or problem.title}"
    for fault in problem.errors:
        yield f"  {fault.path}: {fault.message}"
    for blocker in problem.blockers:
        yield f"  {blocker.code}: {blocker.message}"


def _end(code: int, *lines: str) -> None:
    for line in lines:
        print_line(f"eights: {line}" if not line.startswith(" ") else line, err=True)
    sys.exit(code)
