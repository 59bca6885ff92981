"""Laying a round: shuffle, deal, starter."""

from collections.abc import Sequence

from msgspec.structs import replace

from eights.rules.cards import JOKER, Card
from eights.rules.deck import full_deck, hand_size_for
from eights.rules.events import AnyEvent, RoundDealt
from eights.rules.moves import Play
from eights.rules.rulebook import rulebook
from eights.rules.ruleset import Effect, Rules
from eights.rules.shuffle import first_dealer, relabelled, shuffled
from eights.rules.state import Chance, Round, Seat, State
from eights.rules.unfolding import Unfolding, players_in


def new_game(rules: Rules, seats: int, seed: bytes, label: str, dealer: Seat | None = None) -> State:
    """Return a game before its first deal; without a dealer the seed draws the first one.

    ``seed`` is 32 secret bytes, ``label`` the deal label that every shuffle is derived from as well.
    """
    return State(rules, Chance(seed, label, ("",) * seats), dealer, (0,) * seats)


def with_entropy(state: State, seat: Seat, entropy: str) -> State:
    """Return a game not dealt yet in which a seat has added its own entropy to the shuffles, or taken it back."""
    chance = state.chance
    mixed = (*chance.entropy[:seat], entropy, *chance.entropy[seat + 1 :])
    return replace(state, chance=replace(chance, entropy=mixed))


def deal(state: State) -> tuple[State, list[AnyEvent]]:
    """Shuffle and deal the next round of a game that is ready or between rounds (anything else is a ValueError)."""
    if state.status not in ("ready", "round_over"):
        message = f"a game that is {state.status} cannot be dealt"
        raise ValueError(message)
    if state.dealer is None:
        state = replace(state, dealer=first_dealer(state.chance))
    deck = shuffled(full_deck(state.rules, state.seats), state.chance, state.played + 1, 0)
    return deal_from(state, relabelled(deck, state.chance.suits))


def deal_from(state: State, deck: Sequence[Card]) -> tuple[State, list[AnyEvent]]:
    """Deal a round from cards in this order: one at a time, clockwise from the dealer's left, then the starter."""
    if state.dealer is None:
        message = "there is no dealer yet"
        raise ValueError(message)
    players = players_in(state)
    size = hand_size_for(state.rules, len(players))
    left = _next_in(players, state.dealer)
    order = players[left:] + players[:left]
    count = size * len(players)
    hands: list[tuple[Card, ...]] = [()] * state.seats
    for place, seat in enumerate(order):
        hands[seat] = tuple(deck[place : count : len(players)])
    starter, *stock = _turn_up(state.rules, tuple(deck[count:]))
    first = order[0] if state.rules.first_player == "left_of_dealer" else state.dealer
    laid = Round(state.played + 1, state.dealer, first, 1, tuple(hands), tuple(stock), (starter,))
    dealt = RoundDealt(laid.number, laid.dealer, starter, tuple(map(len, hands)), laid.hands)
    laid, events = _lay_starter(state, laid)
    return replace(state, round=laid, status="playing"), [dealt, *events]


def _next_in(players: Sequence[Seat], seat: Seat) -> int:
    """Return the index in ``players`` of the next seat clockwise that is in."""
    return next((index for index, player in enumerate(players) if player > seat), 0)


def _turn_up(rules: Rules, stock: tuple[Card, ...]) -> tuple[Card, ...]:
    """Slide starters under the stock that the rules bury; where all would be, the first stays."""
    for turned in range(len(stock)):
        if _starter_rule(rules, stock[turned]) != "bury":
            return stock[turned:] + stock[:turned]
    return stock


def _starter_rule(rules: Rules, card: Card) -> str:
    effect = rulebook(rules).effects[card]
    if card == JOKER:
        return rules.starter.joker
    if effect.wild:
        return rules.starter.wild
    return rules.starter.action if _acts(effect) else "plain"


def _acts(effect: Effect) -> bool:
    return bool(effect.draw or effect.skip or effect.reverse or effect.again or effect.powers or effect.names_suit)


def _lay_starter(state: State, laid: Round) -> tuple[Round, list[AnyEvent]]:
    """Let the starter do what the rules say: wait for its suit, act as if played, or nothing."""
    rule = _starter_rule(state.rules, laid.top)
    if rule == "dealer_names_suit" and rulebook(state.rules).effects[laid.top].names_suit:
        return replace(laid, turn=laid.dealer, naming=laid.turn), []
    if rule != "as_played_by_dealer":
        return laid, []
    round_ = Unfolding(state, laid)
    player = round_.after(laid.turn, -1)
    for effect, value in rulebook(state.rules).unfold[laid.top]:
        effect(round_, player, Play(laid.top), value)
    if round_.again and rulebook(state.rules).effects[laid.top].again:
        player = laid.dealer
    round_.play_on_from(player)
    return round_.closed(), round_.events
