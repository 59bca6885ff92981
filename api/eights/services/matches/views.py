"""A match as everybody may see it, and its deals.

That a match is played is no secret, and what came of its complete deals is none. Its games are their seats' alone until
the last one on their deal is over. Nothing here tells which game is on which deal before that.
"""

import hashlib
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from eights.rules.shuffle import Hex256
from eights.rules.text import Text
from eights.rules.view import Count, Moment
from eights.services.game import GameId
from eights.services.identity import RecordId
from eights.services.matches.match import Match, MatchStatus
from eights.services.matches.naming import game_id_of
from eights.services.matches.tally import Difference, EntrantTally, Tally
from eights.services.ratings.views import EntrantId
from eights.services.records import revision_of
from eights.services.revisions import RevisionText
from eights.services.times import rfc3339
from eights.services.views import ClockView, Version
from eights.tournaments.estimates import FEW

_DIGITS: Final = 4


class EntryView(msgspec.Struct, frozen=True):
    """Who plays, or is to; house bots have entered from the start."""

    entrant: EntrantId
    name: str
    entered: bool


class MatchGamesView(msgspec.Struct, frozen=True):
    """How many games there are, and which go on."""

    total: Annotated[int, Meta(ge=1)]
    over: Count
    running: tuple[GameId, ...]


class MoveTimesView(msgspec.Struct, frozen=True):
    """Milliseconds that half of the moves, and 99 of 100, took at most, by the server's clock."""

    p50: float
    p99: float


class EntrantResultView(msgspec.Struct, frozen=True):
    """One entrant's result. ``interval`` is that of 95 % for the points a deal, null for a single deal.

    ``illegal_attempts`` are moves tried that a rule forbids; ``forfeits`` games given up, by the clock as a rule;
    ``move_ms`` is null for house bots.
    """

    entrant: EntrantId
    points: int
    points_per_deal: float
    interval: tuple[float, float] | None
    wins: Count
    forfeits: Count
    illegal_attempts: Count
    move_ms: MoveTimesView | None


class DifferenceView(msgspec.Struct, frozen=True):
    """How many points a deal an entrant scored more than another, with the 95 % interval, null for a single deal.

    ``better`` is who is ahead, null where the interval includes zero: the deals do not show then that the two differ.
    """

    entrant: EntrantId
    against: EntrantId
    mean: float
    interval: tuple[float, float] | None
    includes_zero: bool
    better: EntrantId | None
    says: Text


class MatchResultView(msgspec.Struct, frozen=True):
    """The result over complete deals. Each counts once, with every entrant's mean over its games.

    ``rough`` is whether the deals are so few that the intervals are rough. ``undecided`` are games that nobody won.
    """

    deals: Annotated[int, Meta(ge=1)]
    games: Annotated[int, Meta(ge=1)]
    undecided: Count
    lower_is_better: bool
    rough: bool
    entrants: tuple[EntrantResultView, ...]
    differences: tuple[DifferenceView, ...]


class MatchView(msgspec.Struct, frozen=True):
    """A match. ``seed_hash`` is the SHA-256 of ``seed``, which is shown once the match and
    all of its games are over.

    While it is played, ``result`` is the one over the deals that were complete when it was last counted.
    """

    id: RecordId
    version: Version
    revision: RevisionText
    status: MatchStatus
    variant: str
    options: tuple[str, ...]
    deals: Annotated[int, Meta(ge=1)]
    rotate_seats: bool
    clock: ClockView
    creator: RecordId
    entrants: tuple[EntryView, ...]
    declined_by: RecordId | None
    created_at: Moment
    started_at: Moment | None
    ended_at: Moment | None
    seed_hash: Hex256
    seed: Hex256 | None
    games: MatchGamesView
    result: MatchResultView | None


def match_view(match: Match) -> MatchView:
    """Return a match as everybody may see it."""
    running = () if match.is_over else match.running
    return MatchView(
        id=match.id,
        version=match.version,
        revision=str(revision_of(match)),
        status=match.status,
        variant=match.variant,
        options=match.options,
        deals=match.deals,
        rotate_seats=match.rotate_seats,
        clock=ClockView(match.clock.move_s, match.clock.on_timeout, match.clock.strikes),
        creator=match.creator,
        entrants=tuple(EntryView(one.id, one.name, one.entered) for one in match.entrants),
        declined_by=match.declined_by,
        created_at=rfc3339(match.created_at_ms),
        started_at=_moment(match.started_at_ms),
        ended_at=_moment(match.ended_at_ms),
        seed_hash=hashlib.sha256(match.secret).hexdigest(),
        seed=match.secret.hex() if match.is_settled else None,
        games=MatchGamesView(match.games, match.games_over, tuple(game_id_of(match, one) for one in running)),
        result=None if match.tally is None else _result(match, match.tally),
    )


def _result(match: Match, tally: Tally) -> MatchResultView:
    return MatchResultView(
        deals=tally.deals,
        games=tally.games,
        undecided=tally.undecided,
        lower_is_better=_lower_is_better(match),
        rough=tally.deals < FEW,
        entrants=tuple(_entrant(entrant.id, own) for entrant, own in zip(match.entrants, tally.entrants, strict=True)),
        differences=tuple(_difference(match, tally.deals, one) for one in tally.differences),
    )


def _entrant(entrant: str, tally: EntrantTally) -> EntrantResultView:
    times = tally.p50_ms is not None and tally.p99_ms is not None
    return EntrantResultView(
        entrant=entrant,
        points=tally.points,
        points_per_deal=round(tally.points_per_deal, _DIGITS),
        interval=_interval(tally.points_per_deal, tally.margin),
        wins=tally.wins,
        forfeits=tally.forfeits,
        illegal_attempts=tally.illegal,
        move_ms=MoveTimesView(round(tally.p50_ms or 0, 1), round(tally.p99_ms or 0, 1)) if times else None,
    )


def _difference(match: Match, deals: int, difference: Difference) -> DifferenceView:
    one, other = match.entrants[difference.one], match.entrants[difference.other]
    ahead = one if (difference.mean < 0) == _lower_is_better(match) else other
    better = None if difference.includes_zero else ahead
    behind = other if ahead == one else one
    return DifferenceView(
        entrant=one.id,
        against=other.id,
        mean=round(difference.mean, _DIGITS),
        interval=_interval(difference.mean, difference.margin),
        includes_zero=difference.includes_zero,
        better=None if better is None else better.id,
        says=_left_open(one.name, other.name, deals) if better is None else _shown(ahead.name, behind.name, deals),
    )


def _left_open(one: str, other: str, deals: int) -> Text:
    if deals == 1:
        return Text(
            f"A single deal gives no interval: it does not show that {one} and {other} differ.",
            f"Une seule donne ne permet pas d’intervalle : elle ne montre pas de différence entre {one} et {other}.",
        )
    return Text(
        f"The interval includes zero: these {deals} deals do not show that {one} and {other} differ.",
        f"L’intervalle contient zéro\u00a0: ces {deals} donnes ne montrent pas de différence entre {one} et {other}.",
    )


def _shown(better: str, worse: str, deals: int) -> Text:
    return Text(
        f"The interval does not include zero: these {deals} deals show {better} ahead of {worse}.",
        f"L’intervalle ne contient pas zéro\u00a0: ces {deals} donnes montrent {better} devant {worse}.",
    )


def _interval(mean: float, margin: float | None) -> tuple[float, float] | None:
    return None if margin is None else (round(mean - margin, _DIGITS), round(mean + margin, _DIGITS))


def _lower_is_better(match: Match) -> bool:
    return match.rules.scoring == "losers_keep_own"


def _moment(at_ms: int | None) -> str | None:
    return None if at_ms is None else rfc3339(at_ms)
