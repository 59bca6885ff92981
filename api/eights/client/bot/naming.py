"""Finding a bot by its name: ``module:function``, or ``path/to/file.py:function``."""

import importlib
import importlib.util
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final

from eights.client.bot.failures import STOPS, BotFailed, BotNotFound, trace_of
from eights.client.models import GameView, Move

Choose = Callable[[GameView], Move]
"""A bot: given the table as its seat sees it, on its turn, it returns one of ``view.you.legal_moves``."""

EXPECTED: Final = "expected module:function, or path/to/file.py:function"


@cache
def bot_named(name: str) -> Choose:
    """Return the function of that name, its module imported on first use.

    Modules are looked for in the current directory first, also those that a file imports; two files of the same name in
    different folders are two bots. Raises :class:`BotNotFound` if there is no such module, file or function, and
    :class:`BotFailed` if importing it raises.
    """
    place, _, function = name.rpartition(":")
    if not place or not function.isidentifier():
        raise BotNotFound(f"{name!r} names no bot: {EXPECTED}")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    module = _file(Path(place)) if place.endswith(".py") else _module(place)
    found = getattr(module, function, None)
    if not callable(found):
        what = "is no function" if hasattr(module, function) else "is not there"
        raise BotNotFound(f"{name}: {function} {what} in {getattr(module, '__file__', None) or place}")
    chosen: Choose = found
    return chosen


def _file(path: Path) -> ModuleType:
    if not path.is_file():
        raise BotNotFound(f"there is no file {path}")
    name = f"{path.stem} at {path.resolve().parent}".replace(".", "_")
    spec = importlib.util.spec_from_file_location(name, path.resolve())
    if spec is None or spec.loader is None:
        raise BotNotFound(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except STOPS as error:
        del sys.modules[name]
        raise _import_failed(str(path), error) from error
    return module


def _module(place: str) -> ModuleType:
    if not all(part.isidentifier() for part in place.split(".")):
        raise BotNotFound(f"{place!r} is no module's name: {EXPECTED}")
    try:
        return importlib.import_module(place)
    except STOPS as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing is not None and f"{place}.".startswith(f"{missing}."):
            raise BotNotFound(f"there is no module {place!r}, neither installed nor in {Path.cwd()}") from None
        raise _import_failed(place, error) from error


def _import_failed(place: str, error: BaseException) -> BotFailed:
    return BotFailed(f"{place} cannot be imported: it raised {type(error).__name__}", trace_of(error, __file__))
