"""What holds under any rules that can work, at every table, however it is played."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from msgspec.structs import replace
from random_rules import matches_to_play
from rounds import begun, on_the_table, played_at_random, possible

from eights.rules.cards import SUITS
from eights.rules.deck import full_deck
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
from eights.rules.legality import legal_moves
from eights.rules.moves import AnyMove, Announce, Challenge, DrawCard, NameSuit, Pass, Play
from eights.rules.play import apply
from eights.rules.replay import Moved, Step, beginning, replayed
from eights.rules.rulebook import CARDS
from eights.rules.ruleset import Power, Rules
from eights.rules.scoring import hand_points, ranking
from eights.rules.state import RoundEnding, RoundScore, State
from eights.rules.unfolding import players_in
from eights.rules.view import card_counts, event_as_seen_by, own_view, round_view, seats_owing
from eights.rules.violations import VIOLATION_CODES, RuleViolation

Match = tuple[Rules, int, int]
LEAVING = 0.01


def play(match: Match, *, most: int = 120, leaving: float = LEAVING) -> Iterator[tuple[Step, State, list[AnyEvent]]]:
    rules, seats, seed = match
    return played_at_random(begun(rules, seats, seed), random.Random(seed), most=most, leaving=leaving)


def states(match: Match) -> Iterator[State]:
    return (state for _, state, _ in play(match))


@given(matches_to_play())
def test_the_cards_on_the_table_are_always_exactly_the_packs_dealt(match: Match) -> None:
    rules, seats, _ = match
    deck = sorted(full_deck(rules, seats))
    for state in states(match):
        laid = on_the_table(state)
        assert sorted([*laid.stock, *laid.discard, *(card for hand in laid.hands for card in hand)]) == deck


@given(matches_to_play())
def test_every_state_makes_sense(match: Match) -> None:
    for state in states(match):
        laid, players = on_the_table(state), players_in(state)
        assert laid.discard
        assert laid.penalty >= 0
        assert laid.direction in (1, -1)
        assert not any(laid.hands[seat] for seat in state.out)
        assert not laid.bound or laid.drawn
        if state.status == "playing":
            assert laid.turn in players
            assert all(laid.hands[seat] for seat in players)
            assert all(seat in players and len(laid.hands[seat]) == 1 for seat in laid.owing)
            assert len(set(laid.owing)) == len(laid.owing)
            assert laid.naming is None or laid.naming in players
            assert set(laid.drawn) <= set(laid.hands[laid.turn])


@given(matches_to_play())
def test_somebody_always_has_a_legal_move_while_a_round_is_on(match: Match) -> None:
    for state in states(match):
        if state.status == "playing":
            assert legal_moves(state, on_the_table(state).turn)
        else:
            assert not possible(state)


@given(matches_to_play())
def test_legal_moves_are_listed_once_and_can_be_sent_back_as_they_stand(match: Match) -> None:
    rules, _, _ = match
    for state in states(match):
        moves = possible(state)
        assert len(set(moves)) == len(moves)
        for seat, move in moves[:: max(1, len(moves) // 5)]:
            after, events = apply(state, seat, move)
            assert events
            assert on_the_table(after).moves == on_the_table(state).moves + 1
            assert not isinstance(move, Play) or move.announce in (False, rules.last_card.announce != "off")


@cache
def every_move(seats: int) -> tuple[AnyMove, ...]:
    """Every move that can be written at a table of this size, and some that name a seat or a suit there is not."""
    targets = range(seats + 1)
    powers = (None, *get_args(Power))
    plays = product(CARDS, (None, *SUITS, "X"), powers, (None, *targets), (False, True))
    namings = (NameSuit(suit) for suit in (*SUITS, "X"))
    return (
        DrawCard(),
        Pass(),
        Announce(),
        *namings,
        *(Challenge(target) for target in targets),
        *(Play(*of) for of in plays),
    )


def accepted(state: State, seat: int, moves: tuple[AnyMove, ...]) -> Iterator[AnyMove]:
    for move in moves:
        try:
            apply(state, seat, move)
        except RuleViolation as refused:
            assert refused.code in VIOLATION_CODES
        else:
            yield move


@settings(max_examples=settings().max_examples // 4)
@given(matches_to_play(most_seats=4))
def test_apply_accepts_exactly_what_legal_moves_lists(match: Match) -> None:
    rules, seats, seed = match
    *_, (_, state, _) = play(match, most=1 + seed % 40)
    before = msgspec.msgpack.encode(state)
    for seat in range(seats):
        listed = set(legal_moves(state, seat))
        unannounced = {replace(move, announce=False) for move in listed if isinstance(move, Play)}
        assert set(accepted(state, seat, every_move(seats))) == listed | unannounced
    assert msgspec.msgpack.encode(state) == before


@given(matches_to_play())
def test_every_round_ends_and_the_sheet_says_how(match: Match) -> None:
    rules, seats, _ = match
    for _, state, _ in play(match, most=3 * rules.turn_limit, leaving=0.0):
        laid = on_the_table(state)
        assert laid.moves < rules.turn_limit or state.status != "playing"
        if state.status != "playing":
            assert len(state.sheet) == state.played
            check_entry(rules, state, state.sheet[-1])
    assert state.sheet


def check_entry(rules: Rules, state: State, entry: RoundScore) -> None:
    laid = on_the_table(state)
    assert entry.ended_by in get_args(RoundEnding)
    assert (entry.ended_by == "emptied_hand") == (entry.winner is not None) == (entry.finishing_card is not None)
    assert entry.hands == laid.hands
    assert entry.totals == state.scores
    held = [entry.multiplier * hand_points(rules, hand) for hand in entry.hands]
    if entry.winner is not None:
        assert not entry.hands[entry.winner]
        assert entry.finishing_card == laid.top
    if rules.scoring == "losers_keep_own":
        assert list(entry.points) == held
    elif entry.winner is not None:
        assert entry.points[entry.winner] == sum(entry.points) == sum(held)
    else:
        assert sum(points > 0 for points in entry.points) <= 1


@given(matches_to_play())
def test_a_finished_match_has_winners_and_any_other_can_go_on(match: Match) -> None:
    for state in states(match):
        players = players_in(state)
        if state.status == "finished":
            assert state.winners
            assert set(state.winners) <= set(players)
            assert all(ranking(state)[seat] == 1 for seat in state.winners)
        else:
            assert not state.winners
            assert len(players) >= 2
            assert state.dealer is not None
            assert state.status == "playing" or state.dealer in players


@given(matches_to_play())
def test_a_state_survives_being_written_and_read(match: Match) -> None:
    for state in states(match):
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State) == state


@given(matches_to_play())
def test_the_same_seed_and_steps_make_the_same_match(match: Match) -> None:
    rules, seats, seed = match
    played = list(play(match))
    start = begun(rules, seats, seed)
    again = beginning(rules, start.chance, None)
    assert list(replayed(again, [step for step, _, _ in played])) == [state for _, state, _ in played]


@given(matches_to_play())
def test_events_tell_all_that_everybody_sees(match: Match) -> None:
    for (_, before, _), (_, after, events) in pairwise(play(match)):
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


def with_hidden_cards_exchanged(state: State, viewer: int | None, chance: random.Random) -> State:
    """Return the game with all cards that a viewer cannot see dealt out anew, everybody holding as many as before."""
    laid = on_the_table(state)
    hidden = [card for seat, hand in enumerate(laid.hands) if seat != viewer for card in hand] + list(laid.stock)
    chance.shuffle(hidden)
    fresh = iter(hidden)
    hands = tuple(hand if seat == viewer else tuple(next(fresh) for _ in hand) for seat, hand in enumerate(laid.hands))
    drawn = laid.drawn if laid.turn == viewer else hands[laid.turn][: len(laid.drawn)]
    return replace(state, round=replace(laid, hands=hands, drawn=drawn, stock=tuple(fresh)))


def seen_by(state: State, viewer: int | None) -> tuple[object, ...]:
    own = None if viewer is None else own_view(state, viewer)
    return own, round_view(state), card_counts(state), seats_owing(state)


@given(matches_to_play())
def test_a_view_does_not_change_when_hidden_cards_are_exchanged(match: Match) -> None:
    chance = random.Random(match[2])
    for state in states(match):
        viewer = chance.choice([None, *range(state.seats)])
        assert seen_by(with_hidden_cards_exchanged(state, viewer, chance), viewer) == seen_by(state, viewer)


@given(matches_to_play())
def test_an_event_looks_the_same_when_hidden_cards_are_exchanged(match: Match) -> None:
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


@given(matches_to_play(most_seats=6))
def test_a_seat_that_is_out_can_do_nothing(match: Match) -> None:
    _, seats, _ = match
    for _, state, _ in play(match, most=40, leaving=0.1):
        for seat in state.out:
            assert legal_moves(state, seat) == []
            for move in (DrawCard(), Pass(), Announce(), *(Challenge(target) for target in range(seats))):
                with pytest.raises(RuleViolation):
                    apply(state, seat, move)


@given(matches_to_play())
def test_a_move_leaves_the_state_it_was_made_on_alone(match: Match) -> None:
    previous: State | None = None
    written = b""
    for step, state, _ in play(match):
        if previous is not None and isinstance(step, Moved):
            assert msgspec.msgpack.encode(previous) == written
        previous, written = state, msgspec.msgpack.encode(state)
