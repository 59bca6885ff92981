"""What a seat may do. Legality is decided here and nowhere else: the list of legal moves and the judgement of one move
ask the same questions, so that they cannot disagree."""

from eights.rules.cards import JOKER, SUITS, Card
from eights.rules.moves import Announce, AnyMove, Challenge, DrawCard, NameSuit, Pass, Play
from eights.rules.rulebook import NO_CARDS, ONLY, Rulebook, plays_of, rulebook
from eights.rules.ruleset import Power
from eights.rules.state import Round, Seat, State
from eights.rules.unfolding import Unfolding, players_in
from eights.rules.violations import ViolationCode

Table = Round | Unfolding

_DRAW = DrawCard()
_PASS = Pass()
_ANNOUNCE = Announce()
_NAMINGS = tuple(NameSuit(suit) for suit in SUITS)
_NAMEABLE = frozenset(SUITS)


def legal_moves(state: State, seat: Seat) -> list[AnyMove]:
    """Return everything that a seat may do now, each as it can be made.

    One entry per card and suit, per power and target; where the last card is to be announced, plays carry
    ``announce`` (leaving it out is legal too, and may cost). A seat off turn may have jump-ins, challenges, and an
    announcement to make. Empty for a seat that can do nothing, or is out.
    """
    laid = state.round
    if laid is None or state.status != "playing" or seat in state.out:
        return []
    book = rulebook(state.rules)
    if seat != laid.turn:
        moves = _plays(state, laid, book, seat, jump_ins(laid, book)) if book.jump_in else []
    elif laid.naming is not None:
        return list(_NAMINGS)
    else:
        moves = _plays(state, laid, book, seat, playable_cards(laid, book))
        can_play = bool(moves)
        if may_draw(laid, book, can_play):
            moves.append(_DRAW)
        if may_pass(laid, book, can_play):
            moves.append(_PASS)
    if laid.owing:
        moves += (_ANNOUNCE if owes == seat else Challenge(owes) for owes in laid.owing)
    return moves


def refusal(state: State, seat: Seat, move: AnyMove) -> ViolationCode | None:
    """Return why a move is refused, or None if it is legal."""
    if state.status == "finished":
        return "game_over"
    laid = state.round
    if laid is None or state.status != "playing":
        return "round_over"
    return refusal_at(laid, state, rulebook(state.rules), seat, move)


def refusal_at(laid: Table, state: State, book: Rulebook, seat: Seat, move: AnyMove) -> ViolationCode | None:
    """Return why a move is refused in a round that is on, or None if it is legal."""
    if isinstance(move, Play):
        return _refusal_of_card(laid, book, seat, move.card) or _refusal_of_details(laid, state, book, seat, move)
    if isinstance(move, Announce):
        return None if seat in laid.owing else "announce_not_due"
    if isinstance(move, Challenge):
        challenged = move.target in laid.owing and move.target != seat and seat not in state.out
        return None if challenged else "nothing_to_challenge"
    if seat != laid.turn:
        return "not_your_turn"
    return _refusal_on_turn(laid, book, move)


def playable_cards(laid: Table, book: Rulebook) -> frozenset[Card]:
    """Return the cards that the seat on turn may put down now, if it holds them; no starter's suit is to be named."""
    top = laid.discard[-1]
    if laid.penalty:
        return book.answers[top]
    fitting = book.fitting(top, laid.suit)
    if laid.drawn and _only_the_drawn_card(laid, book):
        return ONLY[laid.drawn[-1]] & fitting
    return fitting


def jump_ins(laid: Table, book: Rulebook) -> frozenset[Card]:
    """Return the cards that a seat off turn may put down now, if it holds them: at most one, the top card's double."""
    top = laid.discard[-1]
    if not book.jump_in or laid.naming is not None or top == JOKER or top in book.forbidden[top]:
        return NO_CARDS
    return ONLY[top] & book.answers[top] if laid.penalty else ONLY[top]


def may_draw(laid: Table, book: Rulebook, can_play: bool) -> bool:
    """Tell whether the seat on turn may draw, given whether it can play a card."""
    if laid.penalty:
        return True
    if can_play and not (laid.drawn or book.draws_at_will):
        return False
    return not laid.bound and bool(laid.stock or len(laid.discard) > 1) and not limit_reached(laid, book)


def may_pass(laid: Table, book: Rulebook, can_play: bool) -> bool:
    """Tell whether the seat on turn may pass, given whether it can play a card."""
    if laid.penalty or laid.bound:
        return False
    if laid.drawn and limit_reached(laid, book):
        return True
    return not can_play and not laid.stock and len(laid.discard) == 1


def holds_playable(laid: Table, book: Rulebook) -> bool:
    """Tell whether the seat on turn holds a card that it may put down now."""
    return not playable_cards(laid, book).isdisjoint(laid.hands[laid.turn])


def limit_reached(laid: Table, book: Rulebook) -> bool:
    """Tell whether the seat on turn has drawn all that one turn allows."""
    limit = book.draw_limit
    return limit is not None and len(laid.drawn) >= limit


def _only_the_drawn_card(laid: Table, book: Rulebook) -> bool:
    return bool(laid.drawn) and (laid.bound or book.plays_drawn_card_alone)


def announcement_due(book: Rulebook, hand: tuple[Card, ...]) -> bool:
    """Tell whether a play from this hand leaves one card that has to be announced."""
    return len(hand) == 2 and book.announces


def _plays(state: State, laid: Round, book: Rulebook, seat: Seat, playable: frozenset[Card]) -> list[AnyMove]:
    hand = laid.hands[seat]
    moves: list[AnyMove] = []
    fitting = [card for card in hand if card in playable]
    if not fitting:
        return moves
    if len(hand) == 1:
        return [Play(hand[0])]
    announce = announcement_due(book, hand)
    plays = book.plays[announce]
    for card in dict.fromkeys(fitting):
        moves += plays[card] if card in plays else _powerful_plays(state, book, seat, card, announce)
    return moves


def _powerful_plays(state: State, book: Rulebook, seat: Seat, card: Card, announce: bool) -> tuple[Play, ...]:
    effect = book.effects[card]
    targets = [target for target in players_in(state) if target != seat]
    return tuple(
        Play(card, play.suit, power, target, announce)
        for play in plays_of(card, names_suit=effect.names_suit, announced=announce)
        for power in effect.powers
        for target in targets
    )


def _refusal_of_card(laid: Table, book: Rulebook, seat: Seat, card: Card) -> ViolationCode | None:
    on_turn = seat == laid.turn
    if not on_turn and not book.jump_in:
        return "not_your_turn"
    if on_turn and laid.naming is not None:
        return "name_suit_first"
    if card not in laid.hands[seat]:
        return "card_not_in_hand"
    if not on_turn:
        return None if card in jump_ins(laid, book) else "cannot_jump_in"
    return None if card in playable_cards(laid, book) else _why_not_playable(laid, book, card)


def _why_not_playable(laid: Table, book: Rulebook, card: Card) -> ViolationCode:
    top = laid.discard[-1]
    if laid.penalty and card not in book.stackable[top]:
        return "penalty_pending"
    if _only_the_drawn_card(laid, book) and card != laid.drawn[-1]:
        return "must_play_drawn_card"
    return "forbidden_on_top_card" if card in book.forbidden[top] else "card_does_not_match"


def _refusal_of_details(laid: Table, state: State, book: Rulebook, seat: Seat, move: Play) -> ViolationCode | None:
    hand = laid.hands[seat]
    last = len(hand) == 1
    announced = move.announce and announcement_due(book, hand)
    if not last and move in book.plays[announced].get(move.card, ()):
        return None
    effect = book.effects[move.card]
    if effect.names_suit and not last:
        if move.suit not in _NAMEABLE:
            return "suit_required"
    elif move.suit is not None:
        return "suit_not_allowed"
    code = _refusal_of_power(state, seat, move, () if last else effect.powers)
    return "announce_not_due" if code is None and move.announce and not announced else code


def _refusal_of_power(state: State, seat: Seat, move: Play, powers: tuple[Power, ...]) -> ViolationCode | None:
    if not powers:
        if move.power is not None:
            return "power_not_allowed"
        return None if move.target is None else "target_invalid"
    if move.power is None:
        return "power_required"
    if move.power not in powers:
        return "power_not_allowed"
    return "target_invalid" if move.target == seat or move.target not in players_in(state) else None


def _refusal_on_turn(laid: Table, book: Rulebook, move: DrawCard | Pass | NameSuit) -> ViolationCode | None:
    if isinstance(move, NameSuit):
        return None if laid.naming is not None and move.suit in _NAMEABLE else "suit_not_allowed"
    if laid.naming is not None:
        return "name_suit_first"
    if isinstance(move, DrawCard):
        return None if may_draw(laid, book, holds_playable(laid, book)) else "draw_not_allowed"
    if laid.penalty:
        return "penalty_pending"
    return None if may_pass(laid, book, holds_playable(laid, book)) else "pass_not_allowed"
