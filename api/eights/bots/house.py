"""The house's own bots, by the names under which they can be seated."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from eights.bots import at_random
from eights.bots.bot import Bot
from eights.bots.steady import choice
from eights.rules.text import Text


@dataclass(frozen=True, slots=True)
class HouseBot:
    """A bot that anybody may seat."""

    name: str
    summary: Text
    choose: Bot


_BOTS: Final = (
    HouseBot(
        "random",
        Text(
            en="Plays any legal move, each as likely as the others. Off turn it seizes every other occasion.",
            fr="Joue n’importe quel coup permis, tous aussi probables. Hors de son tour, saisit une occasion sur deux.",
        ),
        at_random.choose,
    ),
    HouseBot(
        "steady",
        Text(
            en="Plays sensibly under any rules: saves its wild cards, follows its long suits, sheds points in time, "
            "and makes those draw who are about to go out.",
            fr="Joue avec bon sens quelles que soient les règles : garde ses cartes passe-partout, suit ses couleurs "
            "longues, se défait de ses points à temps et fait piocher qui s’apprête à finir.",
        ),
        choice.choose,
    ),
)

HOUSE_BOTS: Final[Mapping[str, HouseBot]] = MappingProxyType({bot.name: bot for bot in _BOTS})
"""By name."""
