"""The rules of a game as data: what a variant file, an option or a caller's patch may say.

The defaults are the plainest meaning of each field, so that a patch that removes one (``null`` in a merge patch) falls
back to it. Structures are frozen and refuse unknown fields.
"""

from typing import Annotated, Final, Literal

import msgspec

from eights.rules.cards import Selector

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 12
MOST_PACKS: Final = 8
DEFAULT: Final = "default"
"""The key of ``hand_size`` that holds for every number of seats without a key of its own."""

Seats = Annotated[int, msgspec.Meta(ge=FEWEST_SEATS, le=MOST_SEATS)]
CardCount = Annotated[int, msgspec.Meta(ge=1, le=100)]
Points = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Power = Literal["swap_hands", "choose_next"]
_ONCE_EACH: Final = msgspec.Meta(extra_json_schema={"uniqueItems": True})


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One part of the rules: frozen, and strict about its fields."""


class Players(Part, frozen=True):
    """How many seats a table of this variant has."""

    min: Seats = 2
    max: Seats = 12


class Deck(Part, frozen=True):
    """What is dealt from.

    ``packs: "auto"`` takes the number of packs nearest to ``cards_per_player`` cards a seat, the larger of two as near.
    At least two cards a seat are left after the deal, and there are two packs at least where ``jump_in`` is on, since
    a jump-in needs a second card of the same code.
    """

    ranks: Literal["2-A", "7-A"] = "2-A"
    jokers: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    packs: Annotated[int, msgspec.Meta(ge=1, le=MOST_PACKS)] | Literal["auto"] = 1
    cards_per_player: CardCount = 12


class Starter(Part, frozen=True):
    """What a special card does when it is turned up as the first card of the discard pile.

    A card is special when it does anything but be wild, be open and refuse to lie on others: naming a suit or one power
    alone is enough. A wild starter that names no suit is plain where the dealer would name one.
    """

    wild: Literal["dealer_names_suit", "bury", "plain"] = "plain"
    action: Literal["as_played_by_dealer", "bury", "plain"] = "plain"
    joker: Literal["bury", "plain"] = "bury"


class Effect(Part, frozen=True, omit_defaults=True):
    """What a card does beyond its suit and rank.

    Of a card that draws and skips, the seat after the skipped ones owes the cards.
    """

    wild: bool = False
    names_suit: bool = False
    open: bool = False
    not_on: Annotated[tuple[Selector, ...], _ONCE_EACH] = ()
    draw: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    skip: Annotated[int, msgspec.Meta(ge=0, le=11)] = 0
    reverse: bool = False
    again: bool = False
    powers: Annotated[tuple[Power, ...], _ONCE_EACH] = ()


class Draw(Part, frozen=True):
    """When and how a card is drawn in a turn; ``limit: null`` sets no limit."""

    when: Literal["stuck", "any"] = "stuck"
    limit: CardCount | None = None
    until_playable: bool = False
    then: Literal["nothing", "drawn_card", "any_card"] = "nothing"


class Penalty(Part, frozen=True):
    """How a pending penalty may be answered, and whether paying it ends the turn."""

    stack: Literal["none", "same_rank", "any"] = "none"
    ends_turn: bool = True


class LastCard(Part, frozen=True):
    """Whether the last card must be announced, and the penalty in cards for forgetting it."""

    announce: Literal["off", "challenge", "automatic"] = "off"
    penalty: CardCount = 2


class Finish(Part, frozen=True):
    """What the finishing card does to the score and to the next player."""

    multiplier: dict[Selector, Annotated[int, msgspec.Meta(ge=1, le=100)]] = {}
    draw_applies: bool = False


class Match(Part, frozen=True):
    """When the match ends; ``points`` for points and elimination matches, ``rounds`` for a number of rounds."""

    type: Literal["single", "points", "rounds", "elimination"] = "single"
    points: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 100
    rounds: Annotated[int, msgspec.Meta(ge=1, le=1_000)] = 1


class Rules(Part, frozen=True, dict=True):
    """The resolved rules of one game."""

    players: Players = Players()
    deck: Deck = Deck()
    hand_size: dict[str, CardCount] = msgspec.field(default_factory=lambda: {"default": 5})
    first_player: Literal["left_of_dealer", "dealer"] = "left_of_dealer"
    starter: Starter = Starter()
    cards: dict[Selector, Effect] = {}
    draw: Draw = Draw()
    penalty: Penalty = Penalty()
    reverse_with_two: Literal["again", "plain"] = "again"
    jump_in: bool = False
    turn_limit: Annotated[int, msgspec.Meta(ge=10, le=10_000)] = 1000
    last_card: LastCard = LastCard()
    finish: Finish = Finish()
    points: dict[Selector, Points] = {}
    scoring: Literal["losers_keep_own", "winner_takes_all"] = "losers_keep_own"
    match: Match = Match()
