"""What giving a game up costs where points are compared.

To the rules, whoever leaves is rid of its cards. Where every deal is compared, that would reward leaving a bad one. So
whoever gives a game of one round up is charged with the hand that it was dealt, or the one that it left, whichever is
worth more: its own points where losers keep theirs, the winner's gain where the winner takes all.
"""

from collections.abc import Sequence

from eights.rules.replay import Left, Step, beginning, take
from eights.rules.scoring import hand_points
from eights.rules.state import Seat
from eights.services.game import Game


def settled_points(game: Game, steps: Sequence[Step]) -> tuple[int, ...]:
    """Return each seat's points in a game of one round that is over; ``steps`` are needed if somebody left it."""
    points = list(game.state.scores)
    if not game.state.gone:
        return tuple(points)
    charged = _charged(game, steps)
    if game.state.rules.scoring == "losers_keep_own":
        for seat, cost in charged.items():
            points[seat] = cost
    else:
        winner = None if game.state.last_score is None else game.state.last_score.winner
        if winner is not None:
            points[winner] += sum(charged.values())
    return tuple(points)


def _charged(game: Game, steps: Sequence[Step]) -> dict[Seat, int]:
    """Return what each seat that left is charged, from the game played again."""
    rules = game.state.rules
    state = beginning(rules, game.state.chance, game.first_dealer)
    dealt: tuple[int, ...] = ()
    charged: dict[Seat, int] = {}
    for step in steps:
        laid = state.round
        if isinstance(step, Left) and laid is not None:
            charged[step.seat] = max(dealt[step.seat], hand_points(rules, laid.hands[step.seat]))
        state, _ = take(state, step)
        if laid is None and state.round is not None:
            dealt = tuple(hand_points(rules, hand) for hand in state.round.hands)
    return charged
