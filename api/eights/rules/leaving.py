"""A seat leaves a game that has been dealt, and nobody takes it over."""

from msgspec.structs import replace

from eights.rules.events import AnyEvent, SeatLeft
from eights.rules.scoring import end_round, finish_for_the_last
from eights.rules.state import Seat, State
from eights.rules.unfolding import Unfolding, players_in


def leave(state: State, seat: Seat) -> tuple[State, list[AnyEvent]]:
    """Take a seat out of the match: return the state after it and what happened.

    Its hand goes under the discard pile, a penalty it owes dies with it, and the turn passes if it had it; a wild
    starter whose suit it had to name counts as its own suit. The last one left wins the match. Raises ValueError if
    the seat is not in the match, or the match is not on.
    """
    if state.status not in ("playing", "round_over") or seat in state.out:
        message = f"seat {seat} is not playing"
        raise ValueError(message)
    without = replace(state, out=(*state.out, seat), gone=(*state.gone, seat))
    events: list[AnyEvent] = [SeatLeft(seat)]
    staying = players_in(without)
    if state.status == "round_over":
        if len(staying) == 1:
            return finish_for_the_last(without, events)
        dealer = state.dealer if state.dealer in staying else _next_dealer(staying, seat)
        return replace(without, dealer=dealer), events
    return _leave_round(state, without, seat, events)


def _leave_round(state: State, without: State, seat: Seat, events: list[AnyEvent]) -> tuple[State, list[AnyEvent]]:
    if state.round is None:
        message = "no round is on"
        raise ValueError(message)
    round_ = Unfolding(state, state.round)
    if seat == round_.turn:
        # The order of the table still counts the leaving seat, so the next one is found before it goes.
        round_.penalty = 0
        round_.give_turn(round_.after(seat) if round_.naming in (None, seat) else round_.naming)
        round_.naming = None
    elif round_.naming == seat:
        round_.naming = round_.after(seat)
    round_.discard = round_.hands[seat] + round_.discard
    round_.hands[seat] = ()
    round_.forget_owing(seat)
    round_.passes = 0
    round_.state, round_.players = without, players_in(without)
    round_.events = events
    if len(round_.players) == 1:
        return end_round(round_, "last_one_left", round_.players[0])
    return replace(without, round=round_.closed()), round_.events


def _next_dealer(players: tuple[Seat, ...], seat: Seat) -> Seat:
    return next((player for player in players if player > seat), players[0])
