"""In which language the commands speak, and ask the server to."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
VARIABLE: Final = "EIGHTS_LANG"
"""Goes before the locale's variables."""


def language_of(environment: Mapping[str, str]) -> Language:
    """Return the language that an environment asks for, by ``EIGHTS_LANG`` or its locale; English if it is not ours.

    >>> language_of({"LANG": "fr_CA.UTF-8"}), language_of({"LC_ALL": "C", "LANG": "fr_FR"}), language_of({})
    ('fr', 'en', 'en')
    >>> language_of({"EIGHTS_LANG": "fr", "LC_ALL": "C"}), language_of({"EIGHTS_LANG": "en", "LANG": "fr_FR"})
    ('fr', 'en')
    """
    for name in (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return "fr" if environment[name].lower().startswith("fr") else "en"
    return "en"
