"""A match of programs, and of house bots, from an empty table to the last score sheet, told on a console."""

from contextlib import ExitStack

from eights.client.demo.faces import fill
from eights.client.demo.narrator import Narrator
from eights.client.demo.phrases import Phrases
from eights.client.demo.sentences import name_of
from eights.client.demo.sheet import match_sheet, verdict
from eights.client.demo.table import Wish, open_table, playing, sit_down
from eights.client.games import EightsClient
from eights.client.models import GameView, Updates
from eights.client.screen import Screen


def play_match(url: str, wish: Wish, phrases: Phrases, console: Screen) -> bool:
    """Let programs play a match on a server; True if it came to its end, False if it was called off.

    Raises what the client raises; whatever happens, no program is left playing.
    """
    with ExitStack() as stack:
        stranger = stack.enter_context(EightsClient(url, language=phrases.language))
        variant = stranger.variant(wish.variant)
        opened = open_table(stranger, variant, wish)
        programs = sit_down(stack, url, opened, phrases.language)
        game = stranger.game(opened.id)
        name = variant.name[phrases.language]
        console.print(fill(phrases.table, variant=name, count=len(game.seats), url=url), soft_wrap=True)
        _introduce(game, phrases, console)
        told = game.at
        narrator = Narrator(console, phrases, game)
        with playing(programs) as changes:
            for _ in changes:
                told = _tell(narrator, stranger.updates(game.id, told))
        _tell(narrator, stranger.updates(game.id, told))
        return _conclude(stranger, game.id, phrases, console)


def _tell(narrator: Narrator, updates: Updates) -> int | str:
    for update in updates.items:
        narrator.tell(update)
    return updates.view.at


def _introduce(game: GameView, phrases: Phrases, console: Screen) -> None:
    for holder in game.seats:
        phrase = phrases.seated_bot if holder.kind == "bot" else phrases.seated
        seated = fill(phrase, name=name_of(game, holder.seat), seat=holder.seat)
        console.print(" ", seated, soft_wrap=True)


def _conclude(stranger: EightsClient, game_id: str, phrases: Phrases, console: Screen) -> bool:
    ended = stranger.game(game_id)
    if ended.status != "finished":
        return False
    console.print()
    console.print(match_sheet(ended, stranger.scores(game_id).rounds, phrases))
    console.print(verdict(ended, phrases), soft_wrap=True)
    return True
