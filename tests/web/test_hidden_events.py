"""No follower is told of a card that it may not see, in either form."""

import random
from typing import Any

import httpx
import pytest

from eights.rules.events import AnyEvent, CardPlayed, CardsDrawn, RoundDealt, RoundEnded
from eights.services.game import Game
from eights.store.games import LENGTH_WHEN_OVER, RedisGameStore
from listening import stream
from tables import VARIANTS, Table, Who
from watching import told, updates
from web.open_cards import Open, cards_shown, open_cards

SHORT_MATCH = {"match": {"type": "rounds", "rounds": 2}, "hand_size": {"default": 5}}
VIEWERS: tuple[Who, ...] = (None, "host", 0, 1, 2)


def open_in(event: AnyEvent, seat: int | None) -> Open:
    """Return the cards that a seat, or somebody without one, may be shown in an event; all others are hidden."""
    if isinstance(event, RoundDealt):
        hand = () if seat is None else event.hands[seat]
        return {"starter": [event.starter], **{f"hand.{place}": [card] for place, card in enumerate(hand)}}
    if isinstance(event, CardPlayed):
        return {"card": [event.card]}
    if isinstance(event, CardsDrawn):
        return {f"cards.{place}": [card] for place, card in enumerate(event.cards) if event.seat == seat}
    if isinstance(event, RoundEnded):
        score = event.score
        hands = {
            f"score.hands.{seat}.{place}": [card]
            for seat, hand in enumerate(score.hands)
            for place, card in enumerate(hand)
        }
        return {"score.finishing_card": [score.finishing_card or ""], **hands}
    return {}


def check(page: Any, game: Game, happened: tuple[AnyEvent, ...], who: Who) -> None:
    """Check every card on a page with one update against the true game and what truly happened."""
    seat = who if isinstance(who, int) else None
    open_ = {f"view.{path}": cards for path, cards in open_cards(game, seat).items()}
    for place, event in enumerate(happened):
        open_ |= {f"items.0.events.{place}.{path}": cards for path, cards in open_in(event, seat).items()}
    shown = cards_shown(page)
    for path, card in shown:
        assert card in open_.get(path, ()), f"{who} sees {card} at {path}"
    own = {path for path in open_ if path.startswith("items.")} - {path for path, _ in shown}
    assert not [path for path in own if not path.endswith("finishing_card")], "what may be seen is told"


@pytest.mark.parametrize("variant", VARIANTS)
def test_nobody_is_told_of_a_hidden_card(http: httpx.Client, kept: RedisGameStore, variant: str) -> None:
    table = Table.dealt(http, variant, rules=SHORT_MATCH)
    heard: dict[Who, list[tuple[int, Any]]] = {who: [] for who in VIEWERS}
    for answer in table.played_out(random.Random(variant)):
        game, version = kept.read(table.id).game, answer.json()["version"]
        [update] = kept.updates(table.id, version - 1)
        assert game is not None
        for who in VIEWERS:
            page = table.get(f"/events?after={version - 1}", who)
            check(page.json(), game, update.events, who)
            heard[who] += updates(page)
    since = max(2, version - LENGTH_WHEN_OVER)
    for who in VIEWERS:
        with stream(table, who, after=since) as events:
            assert told(events, version) == [entry for entry in heard[who] if entry[0] > since]


@pytest.mark.parametrize("leak", [{"hand": ["hidden"]}, {"cards": ["hidden"]}, {"card": "hidden"}])
def test_the_check_would_see_a_card_out_of_place(
    http: httpx.Client, kept: RedisGameStore, leak: dict[str, Any]
) -> None:
    table = Table.dealt(http, "draw-two")
    game = kept.read(table.id).game
    assert game is not None
    assert game.state.round is not None
    hidden = game.state.round.hands[1][0]
    page = {"items": [{"events": [str(leak).replace("hidden", hidden)]}]}
    with pytest.raises(AssertionError, match=f"0 sees {hidden}"):
        check(page, game, (), 0)
