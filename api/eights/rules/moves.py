"""What a seat can do. Each move is one JSON object, told apart by its ``action``."""

import msgspec

from eights.rules.cards import Card, Suit
from eights.rules.ruleset import Power
from eights.rules.state import Seat


class Move(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="action"):
    """One of the moves below."""


class Play(Move, frozen=True, tag="play"):
    """Play a card, on turn or as a jump-in; ``announce`` says "carte" with it."""

    card: Card
    """The card, one of the hand."""
    suit: Suit | None = None
    """The suit to follow, where the card names one."""
    power: Power | None = None
    """What a card with powers is used for."""
    target: Seat | None = None
    """The seat that the power is used on."""
    announce: bool = False
    """Whether the seat says with it that one card is left."""


class DrawCard(Move, frozen=True, tag="draw"):
    """Draw: one card, cards until one fits, or the whole pending penalty."""


class Pass(Move, frozen=True, tag="pass"):
    """Keep a drawn card that fits, or give up the turn when nothing can be played or drawn."""


class NameSuit(Move, frozen=True, tag="name_suit"):
    """Name the suit of a wild starter (the dealer)."""

    suit: Suit
    """The suit to follow."""


class Announce(Move, frozen=True, tag="announce"):
    """Say "carte" late, before anyone challenges."""


class Challenge(Move, frozen=True, tag="challenge"):
    """Point out that a seat forgot to announce its last card."""

    target: Seat
    """The seat that forgot to say that one card is left."""


AnyMove = Play | DrawCard | Pass | NameSuit | Announce | Challenge
