"""How rounds and matches end: points, the sheet, elimination, winners, ranking."""

from collections.abc import Iterable

from msgspec.structs import replace

from eights.rules.cards import Card
from eights.rules.events import AnyEvent, GameFinished, RoundEnded, SeatEliminated
from eights.rules.rulebook import rulebook
from eights.rules.ruleset import Rules
from eights.rules.state import RoundEnding, RoundScore, Seat, State
from eights.rules.unfolding import Unfolding, players_in


def end_round(
    round_: Unfolding, ended_by: RoundEnding, winner: Seat | None = None, card: Card | None = None
) -> tuple[State, list[AnyEvent]]:
    """Score a round that is over, and the match with it if that is over too; return the state and all events."""
    state = round_.state
    score = _score(round_, ended_by, winner, card)
    played = state.played + 1
    ended = replace(
        state,
        round=round_.closed(),
        status="round_over",
        scores=score.totals,
        last_score=score,
        played=played,
    )
    events = [*round_.events, RoundEnded(ended_by, winner, score)]
    if ended_by == "last_one_left":
        return _finish(ended, (winner,) if winner is not None else (), events)
    return _settle(ended, round_, events)


def finish_for_the_last(state: State, events: list[AnyEvent]) -> tuple[State, list[AnyEvent]]:
    """Finish a match between rounds that only one seat is still in."""
    return _finish(state, players_in(state), events)


def ranking(state: State) -> tuple[int, ...]:
    """Return each seat's place: by total, equal totals sharing a place (1, 1, 3); winners are always first.

    Seats that are still in come before those that were eliminated, and these before those that left.
    """
    keys = [_standing(state, seat) for seat in range(state.seats)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def hand_points(rules: Rules, hand: Iterable[Card]) -> int:
    """Return the points of a hand before any multiplier."""
    points = rulebook(rules).points
    return sum(map(points.__getitem__, hand))


def _standing(state: State, seat: Seat) -> tuple[int, int]:
    sign = -1 if state.rules.scoring == "winner_takes_all" else 1
    if seat in state.winners:
        group = 0
    elif seat in state.gone:
        group = 3
    else:
        group = 2 if seat in state.out else 1
    return group, sign * state.scores[seat]


def _score(round_: Unfolding, ended_by: RoundEnding, winner: Seat | None, card: Card | None) -> RoundScore:
    state = round_.state
    multiplier = 1 if card is None else rulebook(state.rules).multipliers[card]
    if ended_by == "last_one_left":
        points = [0] * state.seats
    else:
        held = [multiplier * hand_points(state.rules, hand) for hand in round_.hands]
        points = _points(state.rules, held, round_.players, winner)
    totals = tuple(total + added for total, added in zip(state.scores, points, strict=True))
    hands = tuple(round_.hands)
    return RoundScore(round_.number, round_.dealer, winner, ended_by, card, multiplier, hands, tuple(points), totals)


def _points(rules: Rules, held: list[int], players: tuple[Seat, ...], winner: Seat | None) -> list[int]:
    """Return what each seat adds, from the (multiplied) points of each hand."""
    if rules.scoring == "losers_keep_own":
        return held
    points = [0] * len(held)
    if winner is not None:
        points[winner] = sum(held)
        return points
    lowest = min(held[seat] for seat in players)
    lowest_seats = [seat for seat in players if held[seat] == lowest]
    if len(lowest_seats) == 1:
        points[lowest_seats[0]] = sum(held[seat] - lowest for seat in players)
    return points


def _settle(state: State, round_: Unfolding, events: list[AnyEvent]) -> tuple[State, list[AnyEvent]]:
    """Apply the match's own rule to a round that was just scored."""
    match = state.rules.match
    players = round_.players
    if match.type == "elimination":
        return _eliminate(state, round_, events)
    over = (
        match.type == "single"
        or (match.type == "points" and max(state.scores[seat] for seat in players) >= match.points)
        or (match.type == "rounds" and state.played >= match.rounds)
    )
    return _finish(state, _best(state, players), events) if over else (_pass_the_deal(state, round_.dealer), events)


def _eliminate(state: State, round_: Unfolding, events: list[AnyEvent]) -> tuple[State, list[AnyEvent]]:
    players = round_.players
    below = tuple(seat for seat in players if state.scores[seat] < state.rules.match.points)
    staying = below or _best(state, players)
    winners = staying if len(below) < 2 else ()
    leaving = [seat for seat in players if seat not in staying]
    events += (SeatEliminated(seat) for seat in leaving)
    thinned = replace(state, out=(*state.out, *leaving))
    return _finish(thinned, winners, events) if winners else (_pass_the_deal(thinned, round_.dealer), events)


def _best(state: State, players: Iterable[Seat]) -> tuple[Seat, ...]:
    totals = {seat: state.scores[seat] for seat in players}
    best = max(totals.values()) if state.rules.scoring == "winner_takes_all" else min(totals.values())
    return tuple(seat for seat, total in totals.items() if total == best)


def _finish(state: State, winners: tuple[Seat, ...], events: list[AnyEvent]) -> tuple[State, list[AnyEvent]]:
    return replace(state, status="finished", winners=winners), [*events, GameFinished(winners, state.scores)]


def _pass_the_deal(state: State, dealer: Seat) -> State:
    """The deal passes clockwise to the next seat still in."""
    players = players_in(state)
    return replace(state, dealer=min(players, key=lambda seat: (seat - dealer - 1) % state.seats))
