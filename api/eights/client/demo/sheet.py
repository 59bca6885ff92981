"""The score sheet in print."""

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from eights.client.demo.faces import card_face, fill, hand_faces
from eights.client.demo.phrases import Phrases
from eights.client.demo.sentences import name_of
from eights.client.models import GameView, RoundScore


def ending(view: GameView, score: RoundScore, phrases: Phrases) -> Text:
    """Tell how a round ended."""
    told = {"blocked": phrases.round_blocked, "turn_limit": phrases.round_too_long}.get(score.ended_by)
    if told is not None or score.winner is None:
        return fill(told or phrases.round_blocked, number=score.number)
    phrase = phrases.last_one_left if score.ended_by == "last_one_left" else phrases.round_won
    sentence = fill(phrase, name=name_of(view, score.winner), number=score.number)
    if score.multiplier > 1 and score.finishing_card is not None:
        doubled = fill(phrases.round_doubled, count=score.multiplier, card=card_face(score.finishing_card, phrases))
        return Text.assemble(sentence, ", ", doubled)
    return sentence


def round_sheet(view: GameView, score: RoundScore, phrases: Phrases) -> Table:
    """Lay out one round: what each seat was left with, its points, and its total."""
    table = Table(phrases.player, phrases.hand, box=SIMPLE_HEAD)
    table.add_column(phrases.points, justify="right")
    table.add_column(phrases.total, justify="right")
    for seat, hand in enumerate(score.hands):
        points, total = score.points[seat], score.totals[seat]
        table.add_row(name_of(view, seat), hand_faces(hand, phrases), str(points), Text(str(total), style="bold"))
    return table


def match_sheet(view: GameView, rounds: tuple[RoundScore, ...], phrases: Phrases) -> Table:
    """Lay out the whole match: a line a round, a column a seat, totals at the foot."""
    table = Table(title=phrases.sheet_title, show_footer=True, box=SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    table.add_column(phrases.round, footer=phrases.total, justify="right")
    for seat in range(len(view.seats)):
        total = str(rounds[-1].totals[seat]) if rounds else "0"
        table.add_column(name_of(view, seat), footer=Text(total, style="bold"), justify="right")
    for score in rounds:
        table.add_row(str(score.number), *(str(points) for points in score.points))
    return table


def verdict(view: GameView, phrases: Phrases) -> Text:
    """Tell who won the match."""
    winners = [name_of(view, seat) for seat in view.winners or ()]
    phrase = phrases.won if len(winners) == 1 else phrases.won_together
    return fill(phrase, name=Text(", ").join(winners))
