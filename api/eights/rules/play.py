"""Making a move: the one way in which a round changes while it is on."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from eights.rules.cards import Card
from eights.rules.events import AnyEvent, CardPlayed, CardsDrawn, Challenged, LastCardAnnounced, SuitNamed, TurnPassed
from eights.rules.legality import announcement_due, holds_playable, limit_reached, may_draw, refusal, refusal_at
from eights.rules.moves import Announce, AnyMove, Challenge, DrawCard, NameSuit, Pass, Play
from eights.rules.scoring import end_round
from eights.rules.state import RoundEnding, Seat, State
from eights.rules.unfolding import Unfolding
from eights.rules.violations import RuleViolation


def apply(state: State, seat: Seat, move: AnyMove) -> tuple[State, list[AnyEvent]]:
    """Make a move for a seat: return the state after it, and what happened, in order.

    The state given is never changed. Raises :class:`RuleViolation` with the rule's code if the move is not one of
    the seat's legal moves (a play may leave out ``announce``).
    """
    laid = state.round
    if laid is None or state.status != "playing":
        raise RuleViolation(refusal(state, seat, move) or "round_over")
    round_ = Unfolding(state, laid)
    code = refusal_at(round_, state, round_.book, seat, move)
    if code is not None:
        raise RuleViolation(code)
    round_.moves += 1
    ending = _MAKE[type(move)](round_, seat, move)
    if ending is not None:
        return end_round(round_, *ending)
    if round_.moves >= round_.book.turn_limit:
        return end_round(round_, "turn_limit")
    return replace(state, round=round_.closed()), round_.events


Ending = tuple[RoundEnding, Seat | None, Card | None]
"""How a move ended its round: the reason, the winner, the finishing card."""


def _play(round_: Unfolding, seat: Seat, move: Play) -> Ending | None:
    """Lay the card, and let its effects unfold unless the hand is now empty."""
    hand = round_.hands[seat]
    at = hand.index(move.card)
    round_.hands[seat] = hand[:at] + hand[at + 1 :]
    round_.events.append(CardPlayed(seat, move.card, seat != round_.turn))
    round_.discard += (move.card,)
    round_.suit = None
    round_.passes = 0
    if len(hand) == 1:
        _last_penalty(round_, seat, move.card)
        return "emptied_hand", seat, move.card
    if announcement_due(round_.book, hand):
        _announce_with_play(round_, seat, announced=move.announce)
    for effect, value in round_.book.unfold[move.card]:
        effect(round_, seat, move, value)
    round_.play_on_from(seat)
    return None


def _last_penalty(round_: Unfolding, seat: Seat, card: Card) -> None:
    """A draw card that goes out makes the next player draw before the scoring, where the rules say so."""
    count = round_.book.effects[card].draw
    if round_.state.rules.finish.draw_applies and count:
        round_.take(round_.after(seat), round_.penalty + count, "finish")
    round_.penalty = 0


def _announce_with_play(round_: Unfolding, seat: Seat, *, announced: bool) -> None:
    last_card = round_.state.rules.last_card
    if announced:
        round_.events.append(LastCardAnnounced(seat))
    elif last_card.announce == "challenge":
        round_.owing += (seat,)
    else:
        round_.take(seat, last_card.penalty, "last_card")


def _draw(round_: Unfolding, seat: Seat, _move: DrawCard) -> Ending | None:
    """Take the whole penalty, one card, or cards until one fits; the turn ends where nothing more can be done."""
    rules = round_.state.rules
    if round_.penalty:
        count, round_.penalty = round_.penalty, 0
        round_.take(seat, count, "penalty")
        if rules.penalty.ends_turn:
            round_.turn_over()
        return None
    if rules.draw.until_playable:
        _draw_until_playable(round_, seat)
    else:
        round_.drawn += round_.take(seat, 1, "turn")
    if not _can_go_on(round_):
        round_.turn_over()
    return None


def _draw_until_playable(round_: Unfolding, seat: Seat) -> None:
    book = round_.book
    fitting = book.fitting(round_.discard[-1], round_.suit)
    before = len(round_.drawn)
    while not round_.bound and round_.can_draw() and not limit_reached(round_, book):
        round_.drawn += round_.lift(seat, 1)
        round_.bound = round_.drawn[-1] in fitting
    taken = round_.drawn[before:]
    round_.events.append(CardsDrawn(seat, len(taken), "turn", taken))


def _can_go_on(round_: Unfolding) -> bool:
    """Tell whether a seat that has just drawn can still do something in its turn."""
    if round_.state.rules.draw.then == "nothing" and not round_.bound:
        return False
    return holds_playable(round_, round_.book) or may_draw(round_, round_.book, can_play=False)


def _pass(round_: Unfolding, seat: Seat, _move: Pass) -> Ending | None:
    """Pass the turn on; the round is blocked when every player still in has passed in a row, unable to play or draw."""
    stuck = not round_.drawn and not round_.can_draw()
    round_.passes = round_.passes + 1 if stuck else 0
    round_.events.append(TurnPassed(seat))
    round_.turn_over()
    return ("blocked", None, None) if round_.passes >= len(round_.players) else None


def _name_suit(round_: Unfolding, seat: Seat, move: NameSuit) -> Ending | None:
    round_.suit = move.suit
    round_.events.append(SuitNamed(seat, move.suit))
    if round_.naming is not None:
        round_.give_turn(round_.naming)
    round_.naming = None
    return None


def _announce(round_: Unfolding, seat: Seat, _move: Announce) -> Ending | None:
    round_.forget_owing(seat)
    round_.events.append(LastCardAnnounced(seat))
    return None


def _challenge(round_: Unfolding, seat: Seat, move: Challenge) -> Ending | None:
    round_.events.append(Challenged(seat, move.target))
    round_.forget_owing(move.target)
    round_.take(move.target, round_.state.rules.last_card.penalty, "last_card")
    return None


_MAKE: Final[Mapping[type[AnyMove], Callable[[Unfolding, Seat, Any], Ending | None]]] = {
    Play: _play,
    DrawCard: _draw,
    Pass: _pass,
    NameSuit: _name_suit,
    Announce: _announce,
    Challenge: _challenge,
}
"""By kind of move: what makes it; each returns how it ended the round, if it did."""
