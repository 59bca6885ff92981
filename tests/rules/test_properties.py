"""What holds under any rules that can work, at every table, however it is played."""

from functools import cache
from itertools import product
from typing import get_args

import msgspec
from hypothesis import given, settings
from msgspec.structs import replace

from eights.rules.cards import SUITS
from eights.rules.deck import full_deck
from eights.rules.legality import legal_moves
from eights.rules.moves import Announce, AnyMove, Challenge, DrawCard, NameSuit, Pass, Play
from eights.rules.play import apply
from eights.rules.replay import Moved, beginning, replayed
from eights.rules.rulebook import CARDS
from eights.rules.ruleset import Power, Rules
from eights.rules.scoring import hand_points, ranking
from eights.rules.state import RoundEnding, RoundScore, State
from eights.rules.unfolding import players_in
from eights.rules.violations import RuleViolation
from random_rules import RandomMatch, matches_to_play, play, states
from rounds import begun, newest_score, on_the_table, possible


@given(matches_to_play())
def test_the_cards_on_the_table_are_always_exactly_the_packs_dealt(match: RandomMatch) -> None:
    rules, seats, _ = match
    deck = sorted(full_deck(rules, seats))
    for state in states(match):
        laid = on_the_table(state)
        assert sorted([*laid.stock, *laid.discard, *(card for hand in laid.hands for card in hand)]) == deck


@given(matches_to_play())
def test_every_state_makes_sense(match: RandomMatch) -> None:
    for state in states(match):
        laid, players = on_the_table(state), players_in(state)
        assert laid.discard
        assert laid.penalty >= 0
        assert laid.direction in (1, -1)
        assert not laid.bound or laid.drawn
        if state.status == "playing":
            assert laid.turn in players
            assert not any(laid.hands[seat] for seat in state.out)
            assert all(laid.hands[seat] for seat in players)
            assert all(seat in players and len(laid.hands[seat]) == 1 for seat in laid.owing)
            assert len(set(laid.owing)) == len(laid.owing)
            assert laid.naming is None or laid.naming in players
            assert set(laid.drawn) <= set(laid.hands[laid.turn])


@given(matches_to_play())
def test_somebody_always_has_a_legal_move_while_a_round_is_on(match: RandomMatch) -> None:
    for state in states(match):
        if state.status == "playing":
            assert legal_moves(state, on_the_table(state).turn)
        else:
            assert not possible(state)


@given(matches_to_play())
def test_legal_moves_are_listed_once_and_can_be_sent_back_as_they_stand(match: RandomMatch) -> None:
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


def is_accepted(state: State, seat: int, move: AnyMove) -> bool:
    try:
        apply(state, seat, move)
    except RuleViolation:
        return False
    return True


@settings(max_examples=settings().max_examples // 4)
@given(matches_to_play(most_seats=4))
def test_apply_accepts_exactly_what_legal_moves_lists(match: RandomMatch) -> None:
    _, seats, seed = match
    *_, (_, state, _) = play(match, most=1 + seed % 40)
    before = msgspec.msgpack.encode(state)
    for seat in range(seats):
        listed = set(legal_moves(state, seat))
        unannounced = {replace(move, announce=False) for move in listed if isinstance(move, Play)}
        accepted = {move for move in every_move(seats) if is_accepted(state, seat, move)}
        assert accepted == listed | unannounced
    assert msgspec.msgpack.encode(state) == before


@given(matches_to_play())
def test_every_round_ends_and_the_sheet_says_how(match: RandomMatch) -> None:
    rules, _, _ = match
    for _, state, _ in play(match, most=3 * rules.turn_limit, leaving=0.0):
        laid = on_the_table(state)
        assert laid.moves < rules.turn_limit or state.status != "playing"
        if state.status != "playing":
            score = newest_score(state)
            assert score.number == state.played
            check_entry(rules, state, score)
    assert state.played


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
def test_a_finished_match_has_winners_and_any_other_can_go_on(match: RandomMatch) -> None:
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
def test_a_state_survives_being_written_and_read(match: RandomMatch) -> None:
    for state in states(match):
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State) == state


@given(matches_to_play())
def test_the_same_seed_and_steps_make_the_same_match(match: RandomMatch) -> None:
    rules, seats, seed = match
    played = list(play(match))
    start = begun(rules, seats, seed)
    again = beginning(rules, start.chance, None)
    assert list(replayed(again, [step for step, _, _ in played])) == [state for _, state, _ in played]


@given(matches_to_play(most_seats=4))
def test_a_seat_that_is_out_can_do_nothing(match: RandomMatch) -> None:
    _, seats, _ = match
    for _, state, _ in play(match, most=40, leaving=0.1):
        for seat in state.out:
            assert legal_moves(state, seat) == []
            assert not any(is_accepted(state, seat, move) for move in every_move(seats)[::50])


@given(matches_to_play())
def test_a_move_leaves_the_state_it_was_made_on_alone(match: RandomMatch) -> None:
    previous: State | None = None
    written = b""
    for step, state, _ in play(match):
        if previous is not None and isinstance(step, Moved):
            assert msgspec.msgpack.encode(previous) == written
        previous, written = state, msgspec.msgpack.encode(state)
