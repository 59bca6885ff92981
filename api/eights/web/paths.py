"""What stands in paths: ids that are not of their form name nothing, and are not looked for."""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from flask import Flask
from werkzeug.routing import BaseConverter

from eights.services.refusals import Refused


class GameIdConverter(BaseConverter):
    """``<game_id:game_id>`` in a rule; ``join`` is an operation's name, and no id of any form."""

    regex = "(?!join$)[^/]+"


class PlayerIdConverter(BaseConverter):
    """``<player_id:player_id>`` in a rule; ``me`` stands for the caller, and is no id of any form."""

    regex = "(?!me$)[^/]+"


class MatchIdConverter(BaseConverter):
    """``<match_id:match_id>`` in a rule."""


class TournamentIdConverter(BaseConverter):
    """``<tournament_id:tournament_id>`` in a rule."""


class EntrantConverter(BaseConverter):
    """``<entrant:entrant>`` in a rule; ``me`` stands for the caller."""


class SeatConverter(BaseConverter):
    """``<seat:seat>`` in a rule; the view gets an int."""


class PathValue(msgspec.Struct, frozen=True):
    """A value in paths: the argument that carries it, its converter, its form, and what is said if it has another."""

    argument: str
    converter: type[BaseConverter]
    pattern: re.Pattern[str]
    refusal: str
    schema: dict[str, Any]


PATH_VALUES: Final = (
    PathValue(
        "game_id",
        GameIdConverter,
        re.compile(r"[a-z2-7]{16}"),
        "game_not_found",
        {"type": "string", "pattern": "^[a-z2-7]{16}$"},
    ),
    PathValue(
        "player_id",
        PlayerIdConverter,
        re.compile(r"[a-z2-7]{16}|bot:[a-z0-9-]{1,64}"),
        "player_not_found",
        {"type": "string", "pattern": "^([a-z2-7]{16}|bot:[a-z0-9-]{1,64})$"},
    ),
    PathValue(
        "match_id",
        MatchIdConverter,
        re.compile(r"[a-z2-7]{16}"),
        "match_not_found",
        {"type": "string", "pattern": "^[a-z2-7]{16}$"},
    ),
    PathValue(
        "tournament_id",
        TournamentIdConverter,
        re.compile(r"[a-z2-7]{16}"),
        "tournament_not_found",
        {"type": "string", "pattern": "^[a-z2-7]{16}$"},
    ),
    PathValue(
        "entrant",
        EntrantConverter,
        re.compile(r"me|[a-z2-7]{16}|bot:[a-z0-9-]{1,64}(:[0-9]{1,4})?"),
        "entrant_not_found",
        {"type": "string", "pattern": "^(me|[a-z2-7]{16}|bot:[a-z0-9-]{1,64}(:[0-9]{1,4})?)$"},
    ),
    PathValue(
        "seat",
        SeatConverter,
        re.compile(r"[0-9]|1[01]"),
        "seat_not_found",
        {"type": "integer", "minimum": 0, "maximum": 11},
    ),
)
_BY_ARGUMENT: Final[Mapping[str, PathValue]] = {value.argument: value for value in PATH_VALUES}


DESCRIPTIONS: Final[Mapping[str, tuple[str, object]]] = {
    "game_id": ("The game's id, as its creation told it.", "mzxw6ytboi4dqmjt"),
    "player_id": ("The player's id, as registration told it; `bot:` and a house bot's name.", "k3qlgi4whwvzcky4"),
    "match_id": ("The match's id, as its creation told it.", "gqydambsmnsgk3tu"),
    "tournament_id": ("The tournament's id, as its creation told it.", "nbswy3dpeb3w64tm"),
    "entrant": ("An entrant of the tournament: a player's id, a house bot as it was entered, or `me`.", "bot:steady:2"),
    "seat": ("The seat's number, clockwise from 0.", 0),
    "variant_id": ("The variant's id.", "huit-americain"),
    "code": ("The problem's code.", "card_does_not_match"),
}
"""What stands in paths, for the document: a description and an example each."""


def is_of_form(argument: str, text: object) -> bool:
    """Tell whether what stands in a path is of its value's form: else it may be anything.

    >>> is_of_form("game_id", "mzxw6ytboi4dqmjt"), is_of_form("game_id", "es_a_token"), is_of_form("game_id", None)
    (True, False, False)
    """
    return isinstance(text, str) and _BY_ARGUMENT[argument].pattern.fullmatch(text) is not None


def described(rule: str) -> list[dict[str, object]]:
    """Return what the document says of the values in a rule.

    >>> [parameter["name"] for parameter in described("/games/<game_id:game_id>/seats/<seat:seat>")]
    ['game_id', 'seat']
    """
    names = re.findall(r"<(?:\w+:)?(\w+)>", rule)
    return [
        {"in": "path", "name": name, "description": DESCRIPTIONS[name][0], "example": DESCRIPTIONS[name][1]}
        for name in names
    ]


def install(app: Flask) -> None:
    """Check what stands in paths before anything else happens; must come before the resources are registered."""
    app.url_map.converters |= {value.argument: value.converter for value in PATH_VALUES}
    # An address is right or wrong; a redirect would have to be followed with the token.
    app.url_map.merge_slashes = False
    app.url_value_preprocessor(_check_values)


def _check_values(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    for argument, text in (values or {}).items():
        value = _BY_ARGUMENT.get(argument)
        if value is None:
            continue
        if value.pattern.fullmatch(text) is None:
            raise Refused(value.refusal)
        if value.schema["type"] == "integer":
            values[argument] = int(text)  # type: ignore[index]  # not None where there is an item
