"""Fields that take nothing for something else: ``"3"``, 3.0 and ``true`` are no 3, and 1 is no ``true``.

Each says what it has against a value as a :class:`~eights.web.faults.Finding`, and describes itself in the OpenAPI
document by its ``metadata``.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Never

import marshmallow as ma

from eights.services.revisions import PATTERN, Revision, revision_in
from eights.web.faults import Finding
from eights.web.names import is_name

_MESSAGES: Final[dict[str, str | list[Any] | dict[Any, Any]]] = {
    "required": "missing_field",
    "null": "not_null",
    "validator_failed": "invalid_value",
    "type": "not_an_object",
}

# Controls, format characters (direction marks, zero widths), separators, private use, noncharacters. Lone surrogates
# are no text: they are refused before, and readers of the document could not compile a pattern that names them.
_UNSEEN: Final = (
    r"\x00-\x1f\x7f-\xa0\xad\u0600-\u0605\u061c\u06dd\u070f\u1680\u180e\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f-\u206f"
    r"\u3000\ue000-\uf8ff\ufeff\ufff0-\ufffb\ufffe\uffff"
)
NAME_PATTERN: Final = rf"^[^ {_UNSEEN}]([^{_UNSEEN}]*[^ {_UNSEEN}])?$"
"""A name for the document: no more than a pattern can say of what :func:`eights.web.names.is_name` judges."""


def _refuse(code: str, **params: object) -> Never:
    raise ma.ValidationError([Finding(code, params)])


class Whole(ma.fields.Integer):
    """A whole number within bounds."""

    default_error_messages = _MESSAGES

    def __init__(self, low: int, high: int, **kwargs: Any) -> None:
        super().__init__(validate=ma.validate.Range(low, high), **kwargs)
        self.low, self.high = low, high

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: Any) -> int:
        del attr, data, kwargs
        # a bool is an int to Python, not to JSON
        if type(value) is not int or not self.low <= value <= self.high:
            _refuse("out_of_range", low=self.low, high=self.high)
        return value


class Amount(ma.fields.Float):
    """A number within bounds, whole or not."""

    default_error_messages = _MESSAGES

    def __init__(self, low: float, high: float, **kwargs: Any) -> None:
        super().__init__(validate=ma.validate.Range(low, high), **kwargs)
        self.low, self.high = low, high

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: Any) -> float:
        del attr, data, kwargs
        if not isinstance(value, int | float) or isinstance(value, bool) or not self.low <= value <= self.high:
            _refuse("not_a_number", low=self.low, high=self.high)
        return float(value)


class QueryWhole(Whole):
    """A whole number in a query, where everything is text."""

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: Any) -> int:
        # nine digits are more than any bound, and few enough to be read at no cost
        if isinstance(value, str) and re.fullmatch(r"0|[1-9][0-9]{0,8}", value):
            return super()._deserialize(int(value), attr, data, **kwargs)
        _refuse("out_of_range", low=self.low, high=self.high)


class Flag(ma.fields.Boolean):
    """``true`` or ``false``."""

    default_error_messages = _MESSAGES

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: Any) -> bool:
        del attr, data, kwargs
        if not isinstance(value, bool):
            _refuse("not_a_boolean")
        return value


class Words(ma.fields.String):
    """A text of one to ``longest`` characters that matches a pattern as a whole.

    ``says`` is the code of what is said of any other, where a reader has no use for lengths and patterns.
    """

    default_error_messages = _MESSAGES

    def __init__(self, longest: int, pattern: str, *, says: str | None = None, **kwargs: Any) -> None:
        super().__init__(validate=ma.validate.Length(1, longest), **kwargs)
        self.longest, self.pattern, self.says = longest, re.compile(pattern), says
        self.metadata = {"pattern": pattern, **self.metadata}

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: Any) -> str:
        del attr, data, kwargs
        if not isinstance(value, str):
            _refuse("not_a_text")
        if not 1 <= len(value) <= self.longest:
            _refuse(self.says or "wrong_length", longest=self.longest)
        if self.pattern.fullmatch(value) is None:
            _refuse(self.says or "pattern_mismatch")
        return value


class QueryRevision(Words):
    """A revision in a query, or a version: a text, since generated clients take what may be a number for one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(14, PATTERN, says="not_a_revision", **kwargs)

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: Any) -> Revision | None:  # type: ignore[override]  # a text as it is read
        return revision_in(super()._deserialize(value, attr, data, **kwargs))


class Name(Words):
    """What somebody or something is called: shown to others, so nothing in it is invisible."""

    def __init__(self, longest: int = 40, **kwargs: Any) -> None:
        super().__init__(longest, NAME_PATTERN, **kwargs)

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: Any) -> str:
        if isinstance(value, str) and 1 <= len(value) <= self.longest and not is_name(value):
            _refuse("not_a_name")
        return super()._deserialize(value, attr, data, **kwargs)


class Choice(ma.fields.String):
    """One of some texts."""

    default_error_messages = _MESSAGES

    def __init__(self, choices: Sequence[str], **kwargs: Any) -> None:
        super().__init__(validate=ma.validate.OneOf(choices), **kwargs)
        self.choices = tuple(choices)

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: Any) -> str:
        del attr, data, kwargs
        if not isinstance(value, str) or value not in self.choices:
            _refuse("not_one_of", choices=", ".join(f'"{choice}"' for choice in self.choices))
        return value


class Several(ma.fields.List[Any]):
    """A list of up to ``most`` items."""

    default_error_messages = _MESSAGES

    def __init__(self, inner: ma.fields.Field[Any], most: int, **kwargs: Any) -> None:
        super().__init__(inner, validate=ma.validate.Length(0, most), **kwargs)
        self.most = most

    def _deserialize(self, value: object, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list):
            _refuse("not_a_list", most=self.most)
        if len(value) > self.most:
            _refuse("too_many", most=self.most)
        return super()._deserialize(value, attr, data, **kwargs)


class Part(ma.fields.Nested):
    """An object of a schema of its own."""

    default_error_messages = _MESSAGES


class Anything(ma.fields.Dict):
    """An object whose content is judged elsewhere."""

    default_error_messages = _MESSAGES

    def _deserialize(self, value: object, attr: str | None, data: Any, **kwargs: Any) -> Any:
        del attr, data, kwargs
        if not isinstance(value, Mapping):
            _refuse("not_an_object")
        return value


class Body(ma.Schema):
    """What a request carries: every field known, every fault named."""

    error_messages = {"unknown": "unknown_field", "type": "not_an_object"}  # noqa: RUF012 - marshmallow's own form
