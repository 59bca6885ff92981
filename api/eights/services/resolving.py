"""The rules that a request asks for."""

from collections.abc import Sequence

from msgspec.structs import replace

from eights.rules import catalogue
from eights.rules.faults import Fault, InvalidRules
from eights.rules.merge_patch import JsonObject
from eights.rules.ruleset import Rules
from eights.services.refusals import Refused


def resolved(variant_id: str, options: Sequence[str], patch: JsonObject) -> Rules:
    """Return the rules of a variant under options and a patch.

    Raises ``Refused``: ``unknown_variant``, ``unknown_option``, ``duplicate_option``, ``options_exclude_each_other``,
    ``rules_invalid`` with faults.
    """
    try:
        return catalogue.resolve(catalogue.variant(variant_id), options, patch)
    except catalogue.UnknownVariant as unknown:
        raise Refused("unknown_variant", variant=unknown.variant_id) from None
    except (catalogue.UnknownOption, catalogue.DuplicateOption) as option:
        raise Refused(option.code, option=option.name) from None
    except catalogue.OptionsExcludeEachOther as pair:
        raise Refused(pair.code, options=pair.names) from None
    except InvalidRules as invalid:
        raise Refused("rules_invalid", faults=[_in_request(fault) for fault in invalid.faults]) from None


def _in_request(fault: Fault) -> Fault:
    """Return a fault with its path from the top of the request, as those of other fields have it."""
    return replace(fault, path=f"rules.{fault.path}" if fault.path else "rules")
