"""Who can enter the arena, by name: a house bot, or a function of somebody's own."""

from collections.abc import Sequence

from eights.bots.bot import Bot
from eights.bots.house import HOUSE_BOTS


class UnknownEntrant(LookupError):  # noqa: N818 - says what the entrant is
    """No bot has this name."""

    def __init__(self, name: str) -> None:
        house = ", ".join(HOUSE_BOTS)
        super().__init__(f"there is no bot {name!r}; the house has {house}, one of your own is module:function")


def is_guest(name: str) -> bool:
    """Tell whether a name is that of a function of somebody's own, not of a house bot.

    >>> is_guest("my_bot:choose"), is_guest("steady")
    (True, False)
    """
    return ":" in name or name.endswith(".py")


def house_bot(name: str) -> Bot:
    """Return the house bot of that name; raises :class:`UnknownEntrant`."""
    try:
        return HOUSE_BOTS[name].choose
    except KeyError:
        raise UnknownEntrant(name) from None


def labels(names: Sequence[str]) -> list[str]:
    """Return the names, numbered where one enters several times.

    >>> labels(["steady", "random", "random"])
    ['steady', 'random 1', 'random 2']
    """
    return [
        f"{name} {names[: place + 1].count(name)}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]
