"""Whether rules can work: enough cards for the seats, penalties that can be paid, a match that can end."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from eights.rules.cards import JOKER, JOKER_SELECTOR, RANKS_IN_DECK, for_card, is_selector, pack, rank_of
from eights.rules.deck import cards_in_deck, packs_for
from eights.rules.faults import MOST_FAULTS, Fault, InvalidRules
from eights.rules.ruleset import DEFAULT, FEWEST_SEATS, MOST_PACKS, MOST_SEATS, Effect, Rules

SEAT_COUNTS = tuple(str(seats) for seats in range(FEWEST_SEATS, MOST_SEATS + 1))


def check(rules: Rules) -> None:
    """Return if the rules can work; raise :class:`InvalidRules` with what keeps them from it."""
    faults = faults_in(rules)
    if faults:
        raise InvalidRules(faults)


def faults_in(rules: Rules) -> tuple[Fault, ...]:
    """Return everything that keeps the rules from working, or the first ``MOST_FAULTS`` of it."""
    return tuple(islice((fault for find in _CHECKS for fault in find(rules)), MOST_FAULTS))


def _seat_counts(rules: Rules) -> range:
    # Eliminated and departed seats are not dealt in: whatever the table starts with, a round may come down to two.
    return range(FEWEST_SEATS, rules.players.max + 1)


def _players(rules: Rules) -> Iterator[Fault]:
    players = rules.players
    if players.min > players.max:
        yield Fault("players.min", "min_above_max", {"min": players.min, "max": players.max})


def _packs(rules: Rules) -> Iterator[Fault]:
    packs = packs_for(rules, rules.players.max)
    if packs > MOST_PACKS:
        yield Fault("deck.cards_per_player", "too_many_packs", {"packs": packs, "most": MOST_PACKS})
    if rules.jump_in and rules.deck.packs == 1:
        yield Fault("deck.packs", "jump_in_needs_two_packs")


def _hand_sizes(rules: Rules) -> Iterator[Fault]:
    if DEFAULT not in rules.hand_size:
        yield Fault(f"hand_size.{DEFAULT}", "default_hand_size_missing")
    for key in rules.hand_size:
        if key != DEFAULT and key not in SEAT_COUNTS:
            yield Fault(f"hand_size.{key}", "not_a_seat_count", {"fewest": FEWEST_SEATS, "most": MOST_SEATS})


def _hands(rules: Rules) -> Iterator[Fault]:
    named = set[str]()
    for seats in _seat_counts(rules):
        key = str(seats) if str(seats) in rules.hand_size else DEFAULT
        needed = seats * rules.hand_size.get(key, 0) + 1
        cards = cards_in_deck(rules, seats)
        if needed > cards and key not in named:
            named.add(key)
            yield Fault(f"hand_size.{key}", "too_few_cards", {"seats": seats, "needed": needed, "cards": cards})


def _selectors(rules: Rules) -> Iterator[Fault]:
    yield from _not_selectors("cards", rules.cards)
    for selector, effect in rules.cards.items():
        for index, other in enumerate(effect.not_on):
            if not is_selector(other):
                yield Fault(f"cards.{selector}.not_on.{index}", "not_a_selector")
    yield from _not_selectors("finish.multiplier", rules.finish.multiplier)
    yield from _not_selectors("points", rules.points)


def _not_selectors(path: str, keys: Iterable[str]) -> Iterator[Fault]:
    return (Fault(f"{path}.{key}", "not_a_selector") for key in keys if not is_selector(key))


def _jokers(rules: Rules) -> Iterator[Fault]:
    # A joker has no suit and no rank that another card shares: only a wild one can be played.
    if rules.deck.jokers and not rules.cards.get(JOKER_SELECTOR, Effect()).wild:
        yield Fault(f"cards.{JOKER_SELECTOR}.wild", "joker_not_wild")


def _effects(rules: Rules) -> Iterator[Fault]:
    for selector, effect in rules.cards.items():
        if effect.again and effect.draw:
            # The debt is the next player's, but who plays on is the next player.
            yield Fault(f"cards.{selector}.again", "again_with_draw")
        if len(set(effect.powers)) < len(effect.powers):
            yield Fault(f"cards.{selector}.powers", "duplicate_power")
        if len(set(effect.not_on)) < len(effect.not_on):
            yield Fault(f"cards.{selector}.not_on", "duplicate_selector")


def _penalties(rules: Rules) -> Iterator[Fault]:
    # The top card stays on the pile, and every seat still in holds at least one card.
    payable = min(cards_in_deck(rules, seats) - 1 - seats for seats in _seat_counts(rules))
    owed = {f"cards.{selector}.draw": effect.draw for selector, effect in rules.cards.items()}
    if rules.last_card.announce != "off":
        owed["last_card.penalty"] = rules.last_card.penalty
    for path, penalty in owed.items():
        if penalty > payable:
            yield Fault(path, "penalty_too_large", {"penalty": penalty, "payable": payable})


def _points(rules: Rules) -> Iterator[Fault]:
    cards = pack(rules.deck.ranks, rules.deck.jokers)
    worth = {card: for_card(rules.points, card, None) for card in cards}
    without = {rank_of(card) for card in cards if worth[card] is None}
    for rank in RANKS_IN_DECK[rules.deck.ranks]:
        if rank in without:
            yield Fault(f"points.{rank}", "points_missing")
    if rank_of(JOKER) in without:
        yield Fault(f"points.{JOKER_SELECTOR}", "points_missing")
    if rules.match.type in ("points", "elimination") and set(worth.values()) == {0}:
        yield Fault("points", "match_never_ends")


def _elimination(rules: Rules) -> Iterator[Fault]:
    if rules.match.type == "elimination" and rules.scoring != "losers_keep_own":
        yield Fault("scoring", "elimination_needs_own_points")


_CHECKS: tuple[Callable[[Rules], Iterator[Fault]], ...] = (
    _players,
    _packs,
    _hand_sizes,
    _hands,
    _selectors,
    _jokers,
    _effects,
    _penalties,
    _points,
    _elimination,
)
