"""Tells a match on a console, one line a turn, from what the server says that happened."""

from rich.text import Text

from eights.client.demo.faces import card_face, fill
from eights.client.demo.phrases import Phrases
from eights.client.demo.sentences import ACTS, ENDS_A_LINE, TELLERS, name_of
from eights.client.demo.sheet import ending, round_sheet
from eights.client.models import Event, GameView, RoundScore, Update
from eights.client.screen import Screen


class Narrator:
    """Prints what happened at a table; a line is printed when it is certain that nothing comes to it any more."""

    def __init__(self, console: Screen, phrases: Phrases, view: GameView) -> None:
        self._console = console
        self._phrases = phrases
        self._view = view
        self._cards = [holder.cards for holder in view.seats]
        self._speaker: int | None = None
        self._parts: list[Text] = []
        self._complete = False
        self._challenger: int | None = None
        self._renewed = False

    def tell(self, update: Update) -> None:
        """Tell the events of one change, in order."""
        in_one_breath = {event.seat for event in update.events if event.type == "card_played"}
        for event in update.events:
            if event.type == "round_dealt":
                self._open_round(event)
            elif event.type == "round_ended" and event.score is not None:
                self._close_round(event.score)
            elif event.type == "seat_eliminated":
                self._say(fill(self._phrases.eliminated, name=name_of(self._view, event.seat)))
            else:
                self._tell(event, in_one_breath)
            self._count(event)

    def _tell(self, event: Event, in_one_breath: set[int | None]) -> None:
        if event.type == "stock_renewed":
            self._renewed = True  # told after what it was renewed for
        elif event.type == "challenged":
            self._challenger = event.seat
        elif event.type in TELLERS:
            part = TELLERS[event.type](event, self._view, self._phrases)
            if event.type == "last_card_announced" and event.seat in in_one_breath:
                part = fill(self._phrases.announces)
            self._add(event, part)

    def _add(self, event: Event, part: Text) -> None:
        acts = event.type in ACTS or event.reason in ("turn", "penalty")
        actor = event.seat if acts else self._speaker
        if event.reason == "last_card" and self._challenger is not None:
            actor, self._challenger = self._challenger, None
            caught = name_of(self._view, event.seat)
            part = fill(self._phrases.catches, name=caught, count=event.count)
        goes_with_it = event.type in ("suit_named", "last_card_announced")
        if actor != self._speaker or (self._complete and acts and not goes_with_it):
            self._end_line()
            self._speaker = actor
        self._parts.append(part)
        self._complete = self._complete or event.type in ENDS_A_LINE
        if self._renewed:
            self._parts.append(fill(self._phrases.renewed))
            self._renewed = False

    def _count(self, event: Event) -> None:
        """Keep account of the cards in each hand."""
        if event.type == "round_dealt":
            self._cards = list(event.counts)
        elif event.seat is not None and event.type == "card_played":
            self._cards[event.seat] -= 1
        elif event.seat is not None and event.type == "cards_drawn":
            self._cards[event.seat] += event.count
        elif event.seat is not None and event.target is not None and event.type == "hands_swapped":
            seat, target = event.seat, event.target
            self._cards[seat], self._cards[target] = self._cards[target], self._cards[seat]

    def _end_line(self) -> None:
        if self._parts and self._speaker is not None:
            width = max(len(holder.name or "") for holder in self._view.seats)
            name = name_of(self._view, self._speaker)
            name.pad_right(width - len(name))
            speaker = Text.assemble("  ", name, (f"{self._cards[self._speaker]:4} ", "dim"))
            self._say(speaker + Text(" ") + Text(", ").join(self._parts))
        self._speaker, self._parts, self._complete = None, [], False

    def _open_round(self, event: Event) -> None:
        self._end_line()
        self._console.print()
        dealer, starter = name_of(self._view, event.dealer), card_face(event.starter or "", self._phrases)
        self._say(fill(self._phrases.round_begins, number=event.number or 0, name=dealer, card=starter))
        self._speaker = event.dealer  # what the starter does is told of the dealer

    def _close_round(self, score: RoundScore) -> None:
        if score.ended_by == "emptied_hand":
            self._parts.append(fill(self._phrases.goes_out))
        self._end_line()
        self._say(ending(self._view, score, self._phrases))
        self._console.print(round_sheet(self._view, score, self._phrases))

    def _say(self, sentence: Text) -> None:
        self._console.print(sentence, soft_wrap=True)
