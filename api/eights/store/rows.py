"""Values of several kinds as short rows: the kind's number, then its fields without the defaults at the end."""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec.structs import astuple

T = TypeVar("T")


class Kinds(Generic[T]):
    """Kinds of structs, each numbered by its place: new ones go to the end.

    >>> from eights.rules.moves import Challenge, Play
    >>> kinds: Kinds[Play | Challenge] = Kinds((Play, Challenge))
    >>> kinds.row(Play(card="8H", suit="S")), kinds.row(Challenge(target=2))
    ([0, '8H', 'S'], [1, 2])
    >>> kinds.value([0, "8H", "S"]).suit
    'S'
    """

    def __init__(self, kinds: Sequence[type[Any]]) -> None:
        self._kinds = tuple(kinds)
        self._shapes = {kind: (number, kind.__struct_defaults__[::-1]) for number, kind in enumerate(kinds)}
        """The number of each kind, and the defaults of its fields from the end."""

    def row(self, value: T) -> list[Any]:
        """Return the row of a value."""
        number, defaults = self._shapes[type(value)]
        row = [number, *astuple(value)]  # type: ignore[arg-type] # all kinds are structs
        for default in defaults:
            if row[-1] != default:
                break
            row.pop()
        return row

    def value(self, row: Sequence[Any]) -> T:
        """Return the value of a row.

        Raises msgspec.ValidationError or IndexError where no kind fits.
        """
        kind = self._kinds[row[0]]
        return cast("T", msgspec.convert(dict(zip(kind.__struct_fields__, row[1:], strict=False)), kind))
