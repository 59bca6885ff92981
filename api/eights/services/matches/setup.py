"""A match as asked for, and what stands in its way."""

from collections.abc import Sequence
from typing import Any

import msgspec

from eights.bots.house import HOUSE_BOTS
from eights.rules.merge_patch import JsonObject
from eights.rules.ruleset import Rules
from eights.services.game import TurnClock
from eights.services.matches.chance import drawn_order
from eights.services.matches.match import DEFAULT_CLOCK, Entrant, Match
from eights.services.players.player import house_bot_of
from eights.services.players.seating import Seating
from eights.services.refusals import Refused
from eights.services.resolving import resolved


class NewMatch(msgspec.Struct, frozen=True):
    """A match as asked for."""

    variant: str
    entrants: tuple[str, ...]
    deals: int
    options: tuple[str, ...] = ()
    rules: dict[str, Any] = {}
    rotate_seats: bool = True
    clock: TurnClock = DEFAULT_CLOCK


def single_deal_rules(variant: str, options: Sequence[str], patch: JsonObject) -> Rules:
    """Return the rules by which one deal is a whole game.

    Raises ``Refused`` as :func:`~eights.services.resolving.resolved`, and with ``single_deals_only`` where the patch
    asks for another kind of match.
    """
    wanted = {} if patch.get("match") is None else patch["match"]
    if not isinstance(wanted, dict) or wanted.get("type") not in (None, "single"):
        resolved(variant, options, patch)  # what is wrong with it in itself is said first
        raise Refused("single_deals_only")
    return resolved(variant, options, {**patch, "match": {**wanted, "type": "single"}})


def laid_out(match_id: str, wish: NewMatch, creator: str, secret: bytes, now_ms: int, seating: Seating) -> Match:
    """Return a match as asked for, not written yet: ``playing`` where nobody has to be asked first.

    Raises ``Refused``: as :func:`single_deal_rules`, ``entrant_named_twice``, ``seat_count_invalid``, ``unknown_bot``,
    ``unknown_player``.
    """
    rules = single_deal_rules(wish.variant, wish.options, wish.rules)
    entrants = _entrants(wish.entrants, creator, rules, seating)
    started = all(entrant.entered for entrant in entrants)
    games = wish.deals * (len(entrants) if wish.rotate_seats else 1)
    return Match(
        id=match_id,
        version=0,
        variant=wish.variant,
        options=wish.options,
        rules_data=msgspec.msgpack.encode(rules),
        entrants=entrants,
        creator=creator,
        deals=wish.deals,
        rotate_seats=wish.rotate_seats,
        clock=wish.clock,
        created_at_ms=now_ms,
        status="playing" if started else "open",
        secret=secret,
        order=drawn_order(secret, games),
        over=bytes(wish.deals),
        started_at_ms=now_ms if started else None,
    )


def _entrants(wanted: Sequence[str], creator: str, rules: Rules, seating: Seating) -> tuple[Entrant, ...]:
    for place, entrant in enumerate(wanted):
        if entrant in wanted[:place]:
            raise Refused("entrant_named_twice", entrant=entrant)
    if not rules.players.min <= len(wanted) <= rules.players.max:
        raise Refused("seat_count_invalid", min=rules.players.min, max=rules.players.max, seats=len(wanted))
    for entrant in wanted:
        bot = house_bot_of(entrant)
        if bot is not None and bot not in HOUSE_BOTS:
            raise Refused("unknown_bot", bot=bot)
    players = seating.known([entrant for entrant in wanted if house_bot_of(entrant) is None])
    return tuple(
        Entrant(entrant, house_bot_of(entrant) or "", entered=True)
        if entrant not in players
        else Entrant(entrant, players[entrant].name, entrant == creator, players[entrant].kind == "bot")
        for entrant in wanted
    )
