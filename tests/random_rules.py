"""Rules and matches for Hypothesis: any legal combination of all fields, also those that no variant uses."""

import random
from collections.abc import Iterator
from typing import Literal, NamedTuple, get_args

from hypothesis import note
from hypothesis import strategies as st

from eights.rules.cards import JOKER_SELECTOR, RANKS_IN_DECK, SUITS
from eights.rules.deck import cards_in_deck
from eights.rules.events import AnyEvent
from eights.rules.feasibility import faults_in
from eights.rules.replay import Step
from eights.rules.ruleset import (
    Deck,
    Draw,
    Effect,
    Finish,
    LastCard,
    Match,
    Penalty,
    Players,
    Rules,
    Starter,
)
from eights.rules.state import State
from rounds import begun, played_at_random

Scoring = Literal["losers_keep_own", "winner_takes_all"]
MOSTLY_NOT = (False, False, False, True)
POWERS = ((), (), (), ("swap_hands",), ("choose_next",), ("swap_hands", "choose_next"))


class RandomMatch(NamedTuple):
    """Rules, a number of seats they allow, and the seed of the cards and of the players' choices."""

    rules: Rules
    seats: int
    seed: int


def selectors(ranks: str) -> st.SearchStrategy[str]:
    """Ranks, single cards and the joker."""
    rank = st.sampled_from(RANKS_IN_DECK[ranks])
    card = st.builds(str.__add__, rank, st.sampled_from(SUITS))
    return st.one_of(rank, rank, card, st.just(JOKER_SELECTOR))


@st.composite
def effects(draw: st.DrawFn, ranks: str, *, wild: bool = False) -> Effect:
    """One card's effect; no card draws and plays again, which the rules refuse."""
    drawn = draw(st.sampled_from([0, 0, 0, 0, 1, 2, 5]))
    mostly_not = st.sampled_from(MOSTLY_NOT)
    return Effect(
        wild=wild or draw(mostly_not),
        names_suit=draw(st.booleans()),
        open=draw(mostly_not),
        not_on=tuple(draw(st.lists(selectors(ranks), max_size=3, unique=True))) if draw(mostly_not) else (),
        draw=drawn,
        skip=draw(st.sampled_from([0, 0, 0, 0, 1, 2, 3])),
        reverse=draw(mostly_not),
        again=not drawn and draw(mostly_not),
        powers=draw(st.sampled_from(POWERS)),
    )


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """Packs of 32 or 52, few or many, with or without jokers."""
    return Deck(
        ranks=draw(st.sampled_from(["2-A", "7-A"])),
        jokers=draw(st.integers(0, 4)),
        packs=draw(st.sampled_from([1, 1, 2, 3, 8, "auto"])),
        cards_per_player=draw(st.integers(2, 15)),
    )


def draws() -> st.SearchStrategy[Draw]:
    """How cards are drawn."""
    return st.builds(
        Draw,
        when=st.sampled_from(["stuck", "any"]),
        limit=st.sampled_from([None, 1, 1, 2, 3]),
        until_playable=st.booleans(),
        then=st.sampled_from(["nothing", "drawn_card", "any_card"]),
    )


def matches(scoring: Scoring) -> st.SearchStrategy[Match]:
    """When the match ends; elimination goes with losers who keep their own points only."""
    types = ["single", "points", "rounds"] + (["elimination"] if scoring == "losers_keep_own" else [])
    return st.builds(Match, type=st.sampled_from(types), points=st.integers(1, 120), rounds=st.integers(1, 3))


def starters() -> st.SearchStrategy[Starter]:
    """What the first card of the pile does."""
    return st.builds(
        Starter,
        wild=st.sampled_from(["dealer_names_suit", "bury", "plain"]),
        action=st.sampled_from(["as_played_by_dealer", "bury", "plain"]),
        joker=st.sampled_from(["bury", "plain"]),
    )


def finishes(ranks: str) -> st.SearchStrategy[Finish]:
    """What the finishing card does."""
    multipliers = st.dictionaries(selectors(ranks), st.integers(1, 3), max_size=2)
    return st.builds(Finish, multipliers, st.booleans())


@st.composite
def hand_sizes(draw: st.DrawFn, deck: Deck, most_seats: int) -> dict[str, int]:
    """Hands that fit the deck at every number of seats."""
    table = Rules(players=Players(2, most_seats), deck=deck)
    largest = min((cards_in_deck(table, seats) - 1) // seats for seats in range(2, most_seats + 1))
    return {"2": draw(st.integers(1, min(7, largest))), "default": draw(st.integers(1, min(8, largest)))}


@st.composite
def cards_that_do_something(draw: st.DrawFn, deck: Deck) -> dict[str, Effect]:
    """The effects of some cards, and of the jokers if there are any."""
    cards = draw(st.dictionaries(selectors(deck.ranks), effects(deck.ranks), max_size=6))
    if deck.jokers:
        cards[JOKER_SELECTOR] = draw(effects(deck.ranks, wild=True))
    return cards


@st.composite
def random_rules(draw: st.DrawFn, most_seats: int = 12) -> Rules:
    """Rules that can work, in which every field varies."""
    deck = draw(decks())
    most = draw(st.integers(2, most_seats))
    scoring: Scoring = draw(st.sampled_from(get_args(Scoring)))
    spread = draw(st.integers(1, 20))
    ranks = [*RANKS_IN_DECK[deck.ranks], JOKER_SELECTOR]
    return Rules(
        players=Players(2, most),
        deck=deck,
        hand_size=draw(hand_sizes(deck, most)),
        first_player=draw(st.sampled_from(["left_of_dealer", "dealer"])),
        starter=draw(starters()),
        cards=draw(cards_that_do_something(deck)),
        draw=draw(draws()),
        penalty=draw(st.builds(Penalty, st.sampled_from(["none", "same_rank", "any"]), st.booleans())),
        reverse_with_two=draw(st.sampled_from(["again", "plain"])),
        jump_in=deck.packs != 1 and draw(st.booleans()),
        turn_limit=draw(st.sampled_from([10, 40, 200, 1000])),
        last_card=draw(st.builds(LastCard, st.sampled_from(["off", "challenge", "automatic"]), st.integers(1, 3))),
        finish=draw(finishes(deck.ranks)),
        points={rank: index * spread % 21 for index, rank in enumerate(ranks)},
        scoring=scoring,
        match=draw(matches(scoring)),
    )


@st.composite
def matches_to_play(draw: st.DrawFn, most_seats: int = 12) -> RandomMatch:
    """Matches under rules that pass every check."""
    rules = draw(random_rules(most_seats).filter(lambda rules: not faults_in(rules)))
    seats = draw(st.integers(rules.players.min, rules.players.max))
    return RandomMatch(rules, seats, draw(st.integers(0, 2**32)))


def play(match: RandomMatch, *, most: int = 120, leaving: float = 0.01) -> Iterator[tuple[Step, State, list[AnyEvent]]]:
    """Yield the steps of a match, with the state after each and its events."""
    note(str(match))
    rules, seats, seed = match
    return played_at_random(begun(rules, seats, seed), random.Random(seed), most=most, leaving=leaving)


def states(match: RandomMatch) -> Iterator[State]:
    """Yield the states of a match."""
    return (state for _, state, _ in play(match))
