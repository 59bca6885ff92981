"""The variants, and what their rules come to under options and patches."""

from functools import cache
from typing import Any, Final

import msgspec
from flask import Response

from eights.rules import catalogue
from eights.rules.ruleset import Rules
from eights.services.refusals import Refused
from eights.services.resolving import resolved
from eights.web.answers import json_answer, lasting_answer
from eights.web.blueprint import Resources
from eights.web.fields import Anything, Body, Several, Words
from eights.web.links import link
from eights.web.paging import PageQuery, page_of

variants = Resources("variants", "The variants that can be played, and their rules.", url_prefix="/v1")

_MAX_AGE_S = 300


class VariantList(msgspec.Struct, frozen=True):
    """A page of the variants; `next_cursor` is null on the last one."""

    items: tuple[catalogue.Variant, ...]
    next_cursor: str | None = None


class RulesRequest(Body):
    """What to change in a variant's rules."""

    options = Several(
        Words(64, "^[a-z0-9_]+$"),
        most=64,
        metadata={"description": "Names of the variant's options, in the order to apply."},
    )
    rules = Anything(metadata={"description": "A merge patch (RFC 7396) on the rules, applied last."})


_EXAMPLE: Final = catalogue.variant("draw-two")


@variants.get("/variants")
@variants.takes(PageQuery, location="query")
@variants.answers(
    200,
    VariantList,
    description="A page of the variants: all of them, unless a limit is set.",
    headers=["ETag"],
    example=VariantList((_EXAMPLE,)),
    leads_to=link("getVariant", variant_id="$response.body#/items/0/id"),
)
@variants.answers(304, description="Nothing has changed.", headers=["ETag"])
@variants.operation(heeds=["If-None-Match"])
def list_variants(query: dict[str, Any]) -> Response:
    """List the variants

    In alphabetical order of their ids, each with its rules, its options, its rules in prose (Markdown, English and
    French), its source, and notes on what the source leaves open.
    """
    page = page_of(catalogue.variants().values(), lambda variant: variant.id, query)
    return lasting_answer(msgspec.json.encode(VariantList(*page)), _MAX_AGE_S)


@variants.get("/variants/<variant_id>")
@variants.answers(
    200,
    catalogue.Variant,
    description="The variant.",
    headers=["ETag"],
    example=_EXAMPLE,
    leads_to=link("resolveRules", variant_id="$response.body#/id"),
)
@variants.answers(304, description="Nothing has changed.", headers=["ETag"])
@variants.operation(heeds=["If-None-Match"], refuses=["variant_not_found"])
def get_variant(variant_id: str) -> Response:
    """Get one variant

    With its rules, its options, its rules in prose (Markdown, English and French), its source and notes.
    """
    return lasting_answer(_one_variant(_variant(variant_id).id), _MAX_AGE_S)


@variants.post("/variants/<variant_id>/rules")
@variants.takes(
    RulesRequest, required=False, examples={"stacking": {"options": ["cumul"], "rules": {"match": {"points": 200}}}}
)
@variants.answers(200, Rules, description="The rules that such a game would be played by.", example=_EXAMPLE.rules)
@variants.operation(
    refuses=["variant_not_found", "unknown_option", "duplicate_option", "options_exclude_each_other", "rules_invalid"]
)
def resolve_rules(body: dict[str, Any], variant_id: str) -> Response:
    """Try out rules

    Applies options and a patch to the rules of a variant, as the creation of a game would, and answers with the
    result, or with every fault in it. Nothing is kept.
    """
    rules = resolved(_variant(variant_id).id, body.get("options", []), body.get("rules", {}))
    return json_answer(msgspec.json.encode(rules))


@cache
def _one_variant(variant_id: str) -> bytes:
    return msgspec.json.encode(catalogue.variant(variant_id))


def _variant(variant_id: str) -> catalogue.Variant:
    try:
        return catalogue.variant(variant_id)
    except catalogue.UnknownVariant:
        raise Refused("variant_not_found") from None
