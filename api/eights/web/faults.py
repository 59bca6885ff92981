"""What is wrong with a request's own data: marshmallow's findings as a flat list of paths and codes."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

import msgspec

from eights.rules.faults import MOST_FAULTS
from eights.rules.text import Language
from eights.web.messages import fill, messages


class Finding(msgspec.Struct, frozen=True):
    """What a field has against a value: a fault without its place."""

    code: str
    params: dict[str, object] = {}


class FieldFault(msgspec.Struct, frozen=True):
    """A finding and its place in the request."""

    path: str
    code: str
    params: dict[str, object] = {}

    def message(self, language: Language) -> str:
        """Say what is wrong in one sentence.

        >>> FieldFault("seats.0.seat", "out_of_range", {"low": 0, "high": 11}).message("en")
        'A whole number from 0 to 11 is expected.'
        """
        return fill(messages(language).faults[self.code], self.params)


def faults_in(findings: object, path: str = "") -> Iterator[FieldFault]:
    """List the faults in what marshmallow found: nested mappings that end in lists of codes or :class:`Finding`.

    >>> list(faults_in({"seats": {0: {"name": ["missing_field"]}}}))
    [FieldFault(path='seats.0.name', code='missing_field', params={})]
    """
    if isinstance(findings, Mapping):
        for name, inner in findings.items():
            yield from faults_in(inner, path if name == "_schema" else _below(path, name))
    elif isinstance(findings, list):
        for finding in findings:
            yield from faults_in(finding, path)
    elif isinstance(findings, Finding):
        yield FieldFault(path, findings.code, findings.params)
    else:
        yield FieldFault(path, str(findings))


def first_faults(faults: Iterable[FieldFault]) -> list[FieldFault]:
    """Return as many faults as are told at once, and look at no more."""
    return list(islice(faults, MOST_FAULTS))


def _below(path: str, name: object) -> str:
    return f"{path}.{name}" if path else str(name)
