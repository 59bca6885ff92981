"""What giving a game up costs where deals are compared."""

from typing import Any

from msgspec.structs import replace

from builders import after_step, game
from eights.rules.catalogue import resolve, variant
from eights.rules.moves import DrawCard
from eights.rules.replay import Dealt, Left, Moved, Step
from eights.rules.scoring import hand_points
from eights.services.forfeits import settled_points
from eights.services.game import Game

SINGLE: dict[str, Any] = {"match": {"type": "single"}, "starter": {"wild": "plain", "action": "plain"}}


def played(*steps: Step, seats: int = 2, scoring: str = "losers_keep_own", **rules: Any) -> list[Game]:
    """Return a game of one round after each of its steps; the last seat deals."""
    laid = resolve(variant("crazy-eights"), (), {**SINGLE, "scoring": scoring, **rules})
    of = game(seats=seats)
    states = [replace(of, first_dealer=seats - 1, state=replace(of.state, rules=laid, dealer=seats - 1))]
    for step in steps:
        states.append(after_step(states[-1], step).game)
    return states


def points_of(of: Game, seat: int) -> int:
    assert of.state.round is not None
    return hand_points(of.state.rules, of.state.round.hands[seat])


def test_who_stays_to_the_end_has_what_the_rules_say() -> None:
    [*_, dealt] = played(Dealt())
    ended = replace(dealt, state=replace(dealt.state, scores=(0, 23)))
    assert settled_points(ended, ()) == (0, 23)


def test_who_leaves_is_charged_with_the_hand_that_it_was_dealt() -> None:
    steps = (Dealt(), Left(0))
    _, dealt, left = played(*steps)
    assert left.state.scores == (0, 0)
    assert settled_points(left, steps) == (points_of(dealt, 0), 0)
    assert points_of(dealt, 0) > 0


def test_or_with_the_one_that_it_left_if_that_is_worth_more() -> None:
    draw: dict[str, Any] = {"draw": {"when": "any", "limit": None, "then": "any_card"}}
    steps = (Dealt(), Moved(0, DrawCard()), Moved(0, DrawCard()), Left(0))
    _, dealt, _, drawn, left = played(*steps, **draw)
    assert points_of(drawn, 0) > points_of(dealt, 0)
    assert settled_points(left, steps) == (points_of(drawn, 0), 0)


def test_where_the_winner_takes_all_the_hand_left_behind_is_the_winners() -> None:
    steps = (Dealt(), Left(1))
    _, dealt, left = played(*steps, scoring="winner_takes_all")
    assert settled_points(left, steps) == (points_of(dealt, 1), 0)


def test_several_who_leave_are_charged_each_with_their_own() -> None:
    steps = (Dealt(), Left(0), Left(2))
    _, dealt, _, left = played(*steps, seats=3)
    assert settled_points(left, steps) == (points_of(dealt, 0), 0, points_of(dealt, 2))
