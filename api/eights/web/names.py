"""What people may be called: every name shows, and no two that look the same differ in what does not show."""

import re
import unicodedata
from typing import Final

_IGNORABLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    # not ignorable by Unicode's list, and yet blank: the Braille pattern without dots, the null notehead
    "\u2800\U0001d159]"
)
_NEW_EMOJI: Final = range(0x1F000, 0x1FB00)
"""Where Unicode adds pictures each year, also such as this Python does not know."""
_JOINING_SCRIPTS: Final = range(0x0600, 0x1D00)
"""Arabic and Persian, the scripts of India and their neighbours: there, joiners change what is seen."""

# Of the kinds below: letters with some marks, joined only where it shows; pictures, joined to families; spaces between.
_LETTER: Final = "LM{0,4}|AM{0,4}(?:[JZ]AM{0,4})*"
_PICTURE: Final = "EV?M{0,4}(?:ZEV?M{0,4})*"
_NAME: Final = re.compile(f"(?:{_LETTER}|{_PICTURE})(?: *(?:{_LETTER}|{_PICTURE}))*")


def is_name(text: str) -> bool:
    """Tell whether a text is fit to be somebody's name.

    >>> [is_name(text) for text in ("Ana", "Zoë & Max", " Ana", "\\u3164", "A\\u200dna")]
    [True, True, False, False, False]
    """
    return _NAME.fullmatch("".join(map(_kind, text))) is not None


def _kind(character: str) -> str:
    """Return what a character is to names: L, or A in scripts that join; E, M, V, J, Z, a space; X is none of these."""
    special = {" ": " ", "\u200c": "J", "\u200d": "Z", "\ufe0f": "V"}.get(character)
    if special is not None:
        return special
    if _IGNORABLE.match(character):
        return "X"
    category = unicodedata.category(character)
    if category[0] in "LNP":
        return "A" if ord(character) in _JOINING_SCRIPTS else "L"
    if category[0] == "S" or (category == "Cn" and ord(character) in _NEW_EMOJI):
        return "E"
    return "M" if category[0] == "M" else "X"
