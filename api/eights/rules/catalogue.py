"""The variants that come with the game: one file each, read once, and how rules are resolved from them."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec

from eights.rules import feasibility
from eights.rules.merge_patch import JsonObject, merge_patch
from eights.rules.ruleset import Rules
from eights.rules.shape import read_rules, rules_as_data
from eights.rules.text import Lines, Text


class UnknownVariant(LookupError):  # noqa: N818 - says what the variant is
    """No variant has this id."""

    code = "unknown_variant"

    def __init__(self, variant_id: str) -> None:
        super().__init__(variant_id)
        self.variant_id = variant_id


class UnknownOption(LookupError):  # noqa: N818 - says what the option is
    """The variant has no option of this name."""

    code = "unknown_option"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class DuplicateOption(ValueError):  # noqa: N818 - says what the option is
    """An option was named twice."""

    code = "duplicate_option"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class OptionsExcludeEachOther(ValueError):  # noqa: N818 - says what the options do
    """Two options were named that cannot both hold; ``names`` are theirs, in the order given."""

    code = "options_exclude_each_other"

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first}, {second}")
        self.names = (first, second)


class Source(Text, frozen=True, forbid_unknown_fields=True):
    """Where a variant's rules come from, in words; ``key`` tells sources apart and never changes."""

    key: str


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named change of a variant's rules."""

    name: Text
    summary: Text
    patch: JsonObject
    """A merge patch (RFC 7396) on the rules."""
    excludes: tuple[str, ...] = ()
    """The options that cannot be chosen with this one."""
    rated: bool = False
    """Whether games with it may move ratings."""


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way to play, as its file describes it."""

    id: str
    name: Text
    summary: Text
    source: Source
    notes: Lines
    """What the source leaves open, and what was chosen."""
    prose: Text
    """The rules in full, in Markdown."""
    rules: Rules
    """What is played without options and patches."""
    options: dict[str, Option] = {}
    """By the name that a caller gives."""
    rated: bool = False
    """Whether games of it may move ratings."""


@cache
def variants() -> Mapping[str, Variant]:
    """Return all variants by id, in alphabetical order."""
    folder = files("eights.rules").joinpath("variants")
    texts = sorted((entry.name, entry.read_text(encoding="utf-8")) for entry in folder.iterdir())
    return MappingProxyType({name.removesuffix(".toml"): _read(text) for name, text in texts})


def _read(text: str) -> Variant:
    data = tomllib.loads(text)
    rules = read_rules(data["rules"])
    feasibility.check(rules)
    for option in data.get("options", {}).values():
        # JSON in a TOML string: a merge patch needs null, which TOML has not.
        option["patch"] = msgspec.json.decode(option["patch"])
    return msgspec.convert(data, Variant)


def variant(variant_id: str) -> Variant:
    """Return one variant; raises :class:`UnknownVariant`."""
    try:
        return variants()[variant_id]
    except KeyError:
        raise UnknownVariant(variant_id) from None


def resolve(variant: Variant, options: Iterable[str] = (), patch: JsonObject | None = None) -> Rules:
    """Return the rules of a variant under options and a patch of the caller's own.

    The options' patches are applied in the order given, the caller's last. Raises :class:`UnknownOption`,
    :class:`DuplicateOption`, :class:`OptionsExcludeEachOther`, and :class:`~eights.rules.faults.InvalidRules` with what
    is wrong with the rules.

    >>> resolve(variants()["huit-americain"], ["cumul"], {"match": {"points": 200}}).match.points
    200
    """
    data: object = rules_as_data(variant.rules)
    for option in _chosen(variant, options):
        data = merge_patch(data, option.patch)
    if patch is not None:
        data = merge_patch(data, patch)
    rules = read_rules(data)
    feasibility.check(rules)
    return rules


def _chosen(variant: Variant, names: Iterable[str]) -> Iterator[Option]:
    seen: list[str] = []
    for name in names:
        if name not in variant.options:
            raise UnknownOption(name)
        if name in seen:
            raise DuplicateOption(name)
        option = variant.options[name]
        for other in seen:
            if other in option.excludes:
                raise OptionsExcludeEachOther(other, name)
        seen.append(name)
        yield option
