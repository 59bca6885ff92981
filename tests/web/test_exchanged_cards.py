"""No answer depends on cards that its reader may not see: not a list, not a count, not the kind of a refusal.

The hidden cards, and the seed, are exchanged in the store for others; every answer stays the same to the byte.
"""

import random
import re
from collections.abc import Iterator
from itertools import count
from typing import Any, Final

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from builders import any_step, creation
from eights.rules.catalogue import resolve, variant
from eights.rules.dealing import new_game
from eights.rules.deck import full_deck
from eights.rules.legality import legal_moves
from eights.rules.moves import AnyMove, DrawCard, Play
from eights.rules.replay import Moved, take
from eights.rules.shuffle import commitment
from eights.rules.state import Chance, Round
from eights.services.access import hash_token
from eights.services.game import Game, SeatHolder
from eights.store.connection import Connection
from eights.store.games import RedisGameStore
from tables import VARIANTS, Table, Who

OPTIONS: Final = {"huit-americain": ("a_la_volee", "cumul"), "draw-two": ("queen_of_spades_draws_five",)}
SEATS: Final = 4
STATES: Final = 4
TOKENS: Final[dict[Who, str]] = {seat: f"es_{seat:043}" for seat in range(SEATS)} | {"host": f"eh_{0:043}"}
MARK: Final = re.compile(rb'(?<="revision":"\d)-[0-9a-f]{4}')
READINGS: Final = ("", "/moves", "/scores", "/rules", "/replay")
READERS: Final[tuple[Who, ...]] = (*range(SEATS), "host", None)


class Fork:
    """Lays one state after the other on the same table, so that answers can be compared."""

    def __init__(self, http: httpx.Client, kept: RedisGameStore, url: str, game_id: str) -> None:
        self._connection = Connection(url)
        self._kept = kept
        created = {"game": {"id": game_id}, "host_token": TOKENS["host"], "seat_tokens": {}}
        self._table = Table(http, created)
        self._table.tokens = TOKENS

    def lay(self, game: Game) -> None:
        """Put a game in the place of what is there."""
        names = self._connection.call("KEYS", f"{{g:{game.id}}}:*")
        if names:
            self._connection.call("DEL", *names)
        assert self._kept.commit(creation(game))

    def answers(self, who: Who, moves: list[AnyMove], game: Game) -> list[bytes]:
        """Return what somebody is answered: to all readings, and to moves; without the seed's hash and chance marks."""
        answers = [self._table.get(what, who) for what in READINGS]
        answers += [self._table.post("/moves", who, msgspec.to_builtins(move)) for move in moves]
        unlike = commitment(game.state.chance).encode()
        bodies = [MARK.sub(b"", answer.content.replace(unlike, b"")) for answer in answers]
        return [f"{answer.status_code} ".encode() + body for answer, body in zip(answers, bodies, strict=True)]


def states(variant_id: str, game_id: str, chance: random.Random) -> Iterator[Game]:
    """Yield some states of a round of random play, its deal and its end among them."""
    rules = resolve(variant(variant_id), OPTIONS.get(variant_id, ()))
    game = Game(
        id=game_id,
        version=1,
        variant=variant_id,
        options=(),
        created_at_ms=1_750_000_000_000,
        host_hash=hash_token(TOKENS["host"]),
        visibility="unlisted",
        auto_deal=False,
        on_leave="forfeit",
        seats=tuple(SeatHolder(f"Player {seat}", hash_token(TOKENS[seat])) for seat in range(SEATS)),
        first_dealer=None,
        state=new_game(rules, SEATS, chance.randbytes(32), game_id),
    )
    wanted = sorted(chance.sample(range(2, 40), STATES - 2))
    for number in count():
        game = replace(game, state=take(game.state, any_step(game, chance))[0])
        if number == 0 or number in wanted:
            yield game
        if game.status == "round_over":
            yield game
        if game.status != "playing":
            return


def exchanged(game: Game, who: Who, chance: random.Random) -> Game:
    """Return the game with the cards that somebody may not see in another order, and another seed."""
    state, laid = game.state, game.state.round
    assert laid is not None
    seed = Chance(chance.randbytes(32), state.chance.label, state.chance.entropy)
    known = range(SEATS) if game.status != "playing" else [who] if isinstance(who, int) else []
    hidden = [card for seat, hand in enumerate(laid.hands) if seat not in known for card in hand] + list(laid.stock)
    # Cards that are at the table nowhere else go in, too: all that the reader knows is that they are of the packs.
    pool = hidden + list(full_deck(state.rules, SEATS))
    chance.shuffle(pool)
    hands = tuple(hand if seat in known else tuple(pool.pop() for _ in hand) for seat, hand in enumerate(laid.hands))
    stock = tuple(pool.pop() for _ in laid.stock)
    drawn = laid.drawn if laid.turn in known or not laid.drawn else hands[laid.turn][-len(laid.drawn) :]
    return replace(game, state=replace(state, chance=seed, round=replace(laid, hands=hands, stock=stock, drawn=drawn)))


def refused_moves(game: Game, who: Who, chance: random.Random) -> list[AnyMove]:
    """Return moves that the reader cannot make, of all kinds."""
    legal = legal_moves(game.state, who) if isinstance(who, int) else []
    kinds = ['{"action":"draw"}', '{"action":"pass"}', '{"action":"announce"}', '{"action":"name_suit","suit":"H"}']
    kinds += [f'{{"action":"challenge","target":{seat}}}' for seat in range(SEATS)]
    tried: list[Any] = [msgspec.json.decode(kind, type=AnyMove) for kind in kinds]
    tried += [Play(card) for card in chance.sample(full_deck(game.state.rules, SEATS), 8)]
    return [move for move in tried if move not in legal]


def quiet_moves(game: Game, seat: int) -> list[AnyMove]:
    """Return the legal moves after which the seat has the same hand, but for the card it played."""
    quiet = []
    for move in legal_moves(game.state, seat):
        after = take(game.state, Moved(seat, move))[0]
        laid, now = game.state.round, after.round
        assert isinstance(laid, Round)
        assert isinstance(now, Round)
        gone = [move.card] if isinstance(move, Play) else []
        if after.status == "playing" and sorted([*now.hands[seat], *gone]) == sorted(laid.hands[seat]):
            quiet.append(move)
    return quiet


@pytest.mark.parametrize("variant_id", VARIANTS)
def test_no_answer_depends_on_cards_that_its_reader_may_not_see(
    http: httpx.Client, kept: RedisGameStore, embedded_url: str, variant_id: str
) -> None:
    chance = random.Random(variant_id)
    game_id = f"exchanged{VARIANTS.index(variant_id) + 2}{'a' * 6}"
    fork = Fork(http, kept, embedded_url, game_id)
    for game in states(variant_id, game_id, chance):
        for who in READERS:
            other = exchanged(game, who, chance)
            refused = refused_moves(game, who, chance)
            fork.lay(game)
            answered = fork.answers(who, refused, game)
            fork.lay(other)
            assert fork.answers(who, refused, other) == answered


@pytest.mark.parametrize("variant_id", VARIANTS)
def test_the_answer_to_a_move_that_brings_no_card_depends_on_none(
    http: httpx.Client, kept: RedisGameStore, embedded_url: str, variant_id: str
) -> None:
    chance = random.Random(variant_id)
    game_id = f"exchanged{VARIANTS.index(variant_id) + 2}{'b' * 6}"
    fork = Fork(http, kept, embedded_url, game_id)
    tried = 0
    for game in states(variant_id, game_id, chance):
        for seat in range(SEATS):
            for move in quiet_moves(game, seat)[:2]:
                other = exchanged(game, seat, chance)
                fork.lay(game)
                answered = fork.answers(seat, [move], game)
                fork.lay(other)
                assert fork.answers(seat, [move], other) == answered
                tried += 1
    assert tried


def test_an_exchange_of_cards_that_the_reader_sees_does_show(
    http: httpx.Client, kept: RedisGameStore, embedded_url: str
) -> None:
    chance = random.Random(1)
    game_id = f"exchanged7{'c' * 6}"
    fork = Fork(http, kept, embedded_url, game_id)
    game = next(states("survivor", game_id, chance))
    fork.lay(game)
    answered = fork.answers(0, [DrawCard()], game)
    other = exchanged(game, 1, chance)
    fork.lay(other)
    assert fork.answers(0, [DrawCard()], other) != answered
