"""Reading a match and its deals."""

import hashlib
from typing import Annotated

import msgspec
from msgspec import Meta

from eights.rules.shuffle import Hex256
from eights.rules.view import Count
from eights.services.game import GameId
from eights.services.matches.chance import Slot, label_of, numbers_on, seating, seed_of, slot_of
from eights.services.matches.match import Match
from eights.services.matches.naming import game_id_of
from eights.services.matches.playing import facts_of
from eights.services.matches.tally import GameFact
from eights.services.matches.views import MatchView, match_view
from eights.services.ratings.views import EntrantId
from eights.services.records import Facts, Records
from eights.services.refusals import Refused


class DealGameView(msgspec.Struct, frozen=True):
    """One game on a deal, by seat.

    ``points`` and ``winner`` (who went out or was left) are null if it was called off, and the latter where nobody won.
    """

    game_id: GameId
    seats: tuple[EntrantId, ...]
    points: tuple[Count, ...] | None
    winner: EntrantId | None


class MatchDealView(msgspec.Struct, frozen=True):
    """A deal. ``seed_hash`` is the SHA-256 of ``seed``.

    Seed, label and games are shown once the last game on it is over, or the match is; the games in the order of the
    rotations.
    """

    number: Annotated[int, Meta(ge=1)]
    complete: bool
    seed_hash: Hex256
    seed: Hex256 | None
    label: str | None
    games: tuple[DealGameView, ...] | None


class MatchDealsView(msgspec.Struct, frozen=True):
    """A page of a match's deals."""

    items: tuple[MatchDealView, ...]
    next_cursor: str | None


class MatchReading:
    """Reads matches."""

    def __init__(self, matches: Records[Match], facts: Facts) -> None:
        self._matches = matches
        self._facts = facts

    def match(self, match_id: str) -> MatchView:
        """Return a match as everybody may see it; raises ``Refused("match_not_found")``."""
        return match_view(self._found(match_id))

    def deals(self, match_id: str, after: int, limit: int) -> MatchDealsView:
        """Return up to ``limit`` deals after the one of that number; raises ``Refused("match_not_found")``."""
        match = self._found(match_id)
        last = min(match.deals, after + limit)
        shown = range(min(after, last), last)
        complete = [deal for deal in shown if match.over[deal] >= match.rotations]
        names = [str(number) for deal in complete for number in numbers_on(match, deal)]
        facts = facts_of(self._facts.some(match.id, names))
        items = tuple(deal_view(match, deal, facts) for deal in shown)
        return MatchDealsView(items, str(last) if last < match.deals else None)

    def _found(self, match_id: str) -> Match:
        match = self._matches.read(match_id).value
        if match is None:
            raise Refused("match_not_found")
        return match


def deal_view(match: Match, deal: int, facts: dict[int, GameFact]) -> MatchDealView:
    """Return a deal as everybody may see it; ``facts`` are those of its games, if it is complete."""
    seed, complete = seed_of(match, deal), match.over[deal] >= match.rotations
    shown = complete or match.is_settled
    begun = [number for number in numbers_on(match, deal) if number < match.begun]
    return MatchDealView(
        number=deal + 1,
        complete=complete,
        seed_hash=hashlib.sha256(seed).hexdigest(),
        seed=seed.hex() if shown else None,
        label=label_of(match, deal) if shown else None,
        games=tuple(_game(match, number, facts.get(number)) for number in begun) if shown else None,
    )


def _game(match: Match, number: int, fact: GameFact | None) -> DealGameView:
    slot: Slot = slot_of(match, number)
    sits = seating(match, slot)
    return DealGameView(
        game_id=game_id_of(match, number),
        seats=tuple(match.entrants[entrant].id for entrant in sits),
        points=None if fact is None else tuple(fact.points[entrant] for entrant in sits),
        winner=None if fact is None or fact.winner is None else match.entrants[fact.winner].id,
    )
