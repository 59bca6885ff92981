"""What everybody sees, and what nobody may learn, under any rules that can work."""

import random
from itertools import pairwise

from hypothesis import given
from msgspec.structs import replace

from eights.rules.events import (
    AnyEvent,
    CardPlayed,
    CardsDrawn,
    DirectionTurned,
    HandsSwapped,
    RoundDealt,
    SeatLeft,
    StockRenewed,
)
from eights.rules.rulebook import CARDS
from eights.rules.state import State
from eights.rules.view import card_counts, event_as_seen_by, own_view, round_view, seats_owing
from hidden_cards import exchanged
from random_rules import RandomMatch, matches_to_play, play, states
from rounds import on_the_table


@given(matches_to_play())
def test_events_tell_all_that_everybody_sees(match: RandomMatch) -> None:
    for (_, before, _), (_, after, events) in pairwise(play(match)):
        if "playing" not in (before.status, after.status):
            continue  # who leaves between rounds leaves the cards of the last one lying
        follower = Follower(before)
        for event in events:
            follower.follow(event)
        laid = on_the_table(after)
        assert tuple(follower.counts) == card_counts(after)
        assert (follower.top, follower.direction) == (laid.top, laid.direction)
        assert (follower.stock, follower.discard) == (len(laid.stock), len(laid.discard))


class Follower:
    """Somebody who keeps track of a table from the events alone."""

    def __init__(self, state: State) -> None:
        laid = on_the_table(state)
        self.counts = list(card_counts(state))
        self.top = laid.top
        self.direction = laid.direction
        self.stock = len(laid.stock)
        self.discard = len(laid.discard)
        self.cards = sum(self.counts) + self.stock + self.discard

    def follow(self, event: AnyEvent) -> None:
        match event:
            case RoundDealt(starter=starter, counts=counts):
                self.counts, self.top, self.direction, self.discard = list(counts), starter, 1, 1
                self.stock = self.cards - sum(counts) - 1
            case CardPlayed(seat=seat, card=card):
                self.counts[seat] -= 1
                self.discard += 1
                self.top = card
            case CardsDrawn(seat=seat, count=count):
                self.counts[seat] += count
                self.stock -= count
            case StockRenewed(count=count):
                self.stock += count
                self.discard = 1
            case HandsSwapped(seat=seat, target=target):
                self.counts[seat], self.counts[target] = self.counts[target], self.counts[seat]
            case DirectionTurned(direction=direction):
                self.direction = direction
            case SeatLeft(seat=seat):
                self.discard += self.counts[seat]
                self.counts[seat] = 0
            case _:
                pass


def seen_by(state: State, viewer: int | None) -> tuple[object, ...]:
    own = None if viewer is None else own_view(state, viewer)
    return own, round_view(state), card_counts(state), seats_owing(state)


@given(matches_to_play())
def test_a_view_does_not_change_when_hidden_cards_are_exchanged(match: RandomMatch) -> None:
    chance = random.Random(match[2])
    for state in states(match):
        viewer = chance.choice([None, *range(state.seats)])
        assert seen_by(exchanged(state, viewer, chance), viewer) == seen_by(state, viewer)


@given(matches_to_play())
def test_an_event_looks_the_same_when_hidden_cards_are_exchanged(match: RandomMatch) -> None:
    chance = random.Random(match[2])
    for _, state, events in play(match):
        viewer = chance.choice([None, *range(state.seats)])
        for event in events:
            other = event_with_hidden_cards_exchanged(event, viewer, chance)
            assert event_as_seen_by(other, viewer) == event_as_seen_by(event, viewer)


def event_with_hidden_cards_exchanged(event: AnyEvent, viewer: int | None, chance: random.Random) -> AnyEvent:
    if isinstance(event, CardsDrawn) and event.seat != viewer:
        return replace(event, cards=tuple(chance.choice(CARDS) for _ in event.cards))
    if isinstance(event, RoundDealt):
        hands = tuple(
            hand if seat == viewer else tuple(chance.choice(CARDS) for _ in hand)
            for seat, hand in enumerate(event.hands)
        )
        return replace(event, hands=hands)
    return event
