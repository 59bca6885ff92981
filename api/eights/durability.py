"""The setting that says how surely a change is kept before it is answered, checked before it is used."""

import re
from typing import Final

_SETTING: Final = re.compile(r"default|always|wait:[1-9]")


def fault_in(text: str) -> str | None:
    """Return what is wrong with the setting's text; None if nothing is.

    >>> fault_in("wait:2")
    >>> fault_in("wait:0")
    'default, always or wait: and a number of replicas from 1 to 9 is expected'
    """
    right = _SETTING.fullmatch(text) is not None
    return None if right else "default, always or wait: and a number of replicas from 1 to 9 is expected"


def wants_replicas(text: str) -> bool:
    """Tell whether replicas are waited for.

    >>> wants_replicas("wait:1"), wants_replicas("always")
    (True, False)
    """
    return text.startswith("wait:")
