"""Finding a bot by its name: ``module:function``, or ``path/to/file.py:function``."""

import importlib
import importlib.util
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

from eights.client.bot.failures import STOPS, BotFailed, BotNotFound, trace_of
from eights.client.models import GameView, Move
from eights.client.words import words_here

Choose = Callable[[GameView], Move]
"""A bot: given the table as its seat sees it, on its turn, it returns one of ``view.you.legal_moves``."""


@cache
def bot_named(name: str) -> Choose:
    """Return the function of that name, its module imported on first use.

    Modules are looked for in the current directory first, also those that a file imports; two files of the same name in
    different folders are two bots. Raises :class:`BotNotFound` if there is no such module, file or function, and
    :class:`BotFailed` if importing it raises.
    """
    place, _, function = name.rpartition(":")
    if not place or not function.isidentifier():
        raise BotNotFound(words_here()("bot.no_name", name=repr(name), expected=words_here()("bot.expected")))
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    module = _file(Path(place)) if place.endswith(".py") else _module(place)
    found = getattr(module, function, None)
    if not callable(found):
        what = "bot.no_function" if hasattr(module, function) else "bot.not_there"
        raise BotNotFound(
            words_here()(what, name=name, function=function, place=getattr(module, "__file__", None) or place)
        )
    chosen: Choose = found
    return chosen


def _file(path: Path) -> ModuleType:
    if not path.is_file():
        raise BotNotFound(words_here()("bot.no_file", path=path))
    name = f"{path.stem} at {path.resolve().parent}".replace(".", "_")
    spec = importlib.util.spec_from_file_location(name, path.resolve())
    if spec is None or spec.loader is None:
        raise BotNotFound(words_here()("bot.no_python_file", path=path))
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
        raise BotNotFound(words_here()("bot.no_module_name", name=repr(place), expected=words_here()("bot.expected")))
    try:
        return importlib.import_module(place)
    except STOPS as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing is not None and f"{place}.".startswith(f"{missing}."):
            raise BotNotFound(words_here()("bot.no_module", name=repr(place), folder=Path.cwd())) from None
        raise _import_failed(place, error) from error


def _import_failed(place: str, error: BaseException) -> BotFailed:
    sentence = words_here()("bot.not_imported", place=place, error=type(error).__name__)
    return BotFailed(sentence, trace_of(error, __file__))
