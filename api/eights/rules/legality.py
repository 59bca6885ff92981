"""What a seat may do. Legality is decided here and nowhere else: the list of legal moves and the judgement of one move
ask the same questions, so that they cannot disagree."""

from eights.rules.cards import JOKER, SUITS, Card
from eights.rules.moves import Announce, AnyMove, Challenge, DrawCard, NameSuit, Pass, Play
from eights.rules.rulebook import NO_CARDS, ONLY, Rulebook, rulebook
from eights.rules.ruleset import Power, Rules
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
    moves: list[AnyMove] = []
    book = rulebook(state.rules)
    if seat != laid.turn:
        if state.rules.jump_in:
            moves += _plays(state, laid, book, seat, jump_ins(laid, state.rules, book))
    elif laid.naming is not None:
        return list(_NAMINGS)
    else:
        playable = playable_cards(laid, state.rules, book)
        moves += _plays(state, laid, book, seat, playable)
        if may_draw(laid, state.rules, playable):
            moves.append(_DRAW)
        if may_pass(laid, state.rules, playable):
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
    if isinstance(move, Play):
        book = rulebook(state.rules)
        return _refusal_of_card(laid, state.rules, book, seat, move.card) or _refusal_of_details(
            state, laid, book, seat, move
        )
    if isinstance(move, Announce):
        return None if seat in laid.owing else "announce_not_due"
    if isinstance(move, Challenge):
        challenged = move.target in laid.owing and move.target != seat and seat not in state.out
        return None if challenged else "nothing_to_challenge"
    if seat != laid.turn:
        return "not_your_turn"
    return _refusal_on_turn(laid, state.rules, rulebook(state.rules), move)


def playable_cards(laid: Table, rules: Rules, book: Rulebook) -> frozenset[Card]:
    """Return the cards that the seat on turn may put down now, if it holds them; no starter's suit is to be named."""
    top = laid.discard[-1]
    if laid.penalty:
        return book.answers[top]
    fitting = book.fitting(top, laid.suit)
    if _only_the_drawn_card(laid, rules):
        return ONLY[laid.drawn[-1]] & fitting
    return fitting


def jump_ins(laid: Table, rules: Rules, book: Rulebook) -> frozenset[Card]:
    """Return the cards that a seat off turn may put down now, if it holds them: at most one, the top card's double."""
    top = laid.discard[-1]
    if not rules.jump_in or laid.naming is not None or top == JOKER or top in book.forbidden[top]:
        return NO_CARDS
    return ONLY[top] & book.answers[top] if laid.penalty else ONLY[top]


def may_draw(laid: Table, rules: Rules, playable: frozenset[Card]) -> bool:
    """Tell whether the seat on turn may draw, given the cards it could play."""
    if laid.penalty:
        return True
    if laid.bound or not (laid.stock or len(laid.discard) > 1) or limit_reached(laid, rules):
        return False
    return bool(laid.drawn) or rules.draw.when == "any" or playable.isdisjoint(laid.hands[laid.turn])


def may_pass(laid: Table, rules: Rules, playable: frozenset[Card]) -> bool:
    """Tell whether the seat on turn may pass, given the cards it could play."""
    if laid.penalty or laid.bound:
        return False
    if laid.drawn and limit_reached(laid, rules):
        return True
    return not laid.stock and len(laid.discard) == 1 and playable.isdisjoint(laid.hands[laid.turn])


def limit_reached(laid: Table, rules: Rules) -> bool:
    """Tell whether the seat on turn has drawn all that one turn allows."""
    limit = rules.draw.limit
    return limit is not None and len(laid.drawn) >= limit


def _only_the_drawn_card(laid: Table, rules: Rules) -> bool:
    return bool(laid.drawn) and (laid.bound or rules.draw.then == "drawn_card")


def announcement_due(rules: Rules, hand: tuple[Card, ...]) -> bool:
    """Tell whether a play from this hand leaves one card that has to be announced."""
    return len(hand) == 2 and rules.last_card.announce != "off"


def _plays(state: State, laid: Round, book: Rulebook, seat: Seat, playable: frozenset[Card]) -> list[AnyMove]:
    hand = laid.hands[seat]
    if playable.isdisjoint(hand):
        return []
    if len(hand) == 1:
        return [Play(hand[0])]
    announce = announcement_due(state.rules, hand)
    moves: list[AnyMove] = []
    for card in dict.fromkeys(hand):
        if card in playable:
            if book.effects[card].powers:
                moves += _powerful_plays(state, book, seat, card, announce)
            else:
                moves += book.plays[card][announce]
    return moves


def _powerful_plays(state: State, book: Rulebook, seat: Seat, card: Card, announce: bool) -> list[AnyMove]:
    targets = [target for target in players_in(state) if target != seat]
    return [
        Play(card, play.suit, power, target, announce)
        for play in book.plays[card][announce]
        for power in book.effects[card].powers
        for target in targets
    ]


def _refusal_of_card(laid: Round, rules: Rules, book: Rulebook, seat: Seat, card: Card) -> ViolationCode | None:
    on_turn = seat == laid.turn
    if not on_turn and not rules.jump_in:
        return "not_your_turn"
    if on_turn and laid.naming is not None:
        return "name_suit_first"
    if card not in laid.hands[seat]:
        return "card_not_in_hand"
    if not on_turn:
        return None if card in jump_ins(laid, rules, book) else "cannot_jump_in"
    if card in playable_cards(laid, rules, book):
        return None
    return _why_not_playable(laid, rules, book, card)


def _why_not_playable(laid: Round, rules: Rules, book: Rulebook, card: Card) -> ViolationCode:
    top = laid.discard[-1]
    if laid.penalty and card not in book.stackable[top]:
        return "penalty_pending"
    if _only_the_drawn_card(laid, rules) and card != laid.drawn[-1]:
        return "must_play_drawn_card"
    return "forbidden_on_top_card" if card in book.forbidden[top] else "card_does_not_match"


def _refusal_of_details(state: State, laid: Round, book: Rulebook, seat: Seat, move: Play) -> ViolationCode | None:
    hand = laid.hands[seat]
    effect = book.effects[move.card]
    last = len(hand) == 1
    if effect.names_suit and not last:
        if move.suit not in _NAMEABLE:
            return "suit_required"
    elif move.suit is not None:
        return "suit_not_allowed"
    code = _refusal_of_power(state, seat, move, () if last else effect.powers)
    if code is None and move.announce and not announcement_due(state.rules, hand):
        return "announce_not_due"
    return code


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


def _refusal_on_turn(
    laid: Round, rules: Rules, book: Rulebook, move: DrawCard | Pass | NameSuit
) -> ViolationCode | None:
    if isinstance(move, NameSuit):
        return None if laid.naming is not None and move.suit in _NAMEABLE else "suit_not_allowed"
    if laid.naming is not None:
        return "name_suit_first"
    playable = playable_cards(laid, rules, book)
    if isinstance(move, DrawCard):
        return None if may_draw(laid, rules, playable) else "draw_not_allowed"
    if laid.penalty:
        return "penalty_pending"
    return None if may_pass(laid, rules, playable) else "pass_not_allowed"
