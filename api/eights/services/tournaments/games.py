"""The games of a tournament's tables: who sits where, and what the cards follow from."""

import hmac
from typing import Final

from eights.rules.shuffle import BLIND_BYTES, SEED_BYTES
from eights.rules.state import Chance, Seat
from eights.services.competition_games import Setting
from eights.services.game import SeatHolder
from eights.services.players.player import HOUSE, house_bot_of
from eights.services.tournaments.deals import Course, Deal
from eights.services.tournaments.tournament import Entry, Plan, Tournament, subject_of

SECRET_BYTES: Final = 32


def setting_of(tournament: Tournament, number: int, course: Course, deal: Deal) -> Setting:
    """Return the game of a deal; the same deal always gives the same game.

    Duplicate deals of a round share everything but the blind, so that they do not show that they are the same.
    """
    plan, entries, table = tournament.plan, tournament.by_entrant, course.table
    shared = (str(number), str(deal.number))
    place = shared if plan.duplicate else (*shared, str(course.number), str(deal.attempt))
    seed = _drawn(tournament.secret, "seed", *place, count=SEED_BYTES)
    blind = _drawn(tournament.secret, "blind", deal.game_id, count=BLIND_BYTES) if plan.duplicate else b""
    label = "/".join((tournament.id, *shared)) if plan.duplicate else deal.game_id
    return Setting(
        game_id=deal.game_id,
        part_of=subject_of(tournament.id),
        variant=plan.variant,
        options=plan.options,
        rules=plan.rules,
        seats=tuple(_holder(entries[name]) for name in table.seats),
        chance=Chance(seed, label, ("",) * len(table.seats), blind),
        clock=plan.clock,
        first_dealer=_dealer(plan, deal.number, len(table.seats)),
        visibility="private" if plan.duplicate else "unlisted",
        deal_open=plan.duplicate,
    )


def bot_name(entrant: str) -> str | None:
    """Return the house bot that plays for an entrant; None for a player.

    >>> bot_name("bot:steady"), bot_name("bot:steady:2"), bot_name("k3qlgi4whwvzcky4")
    ('steady', 'steady', None)
    """
    name = house_bot_of(entrant)
    return None if name is None else name.partition(":")[0]


def numbered_bot(bot: str, number: int) -> Entry:
    """Return the entry of a house bot, the first or a further one of its kind.

    >>> numbered_bot("steady", 1).entrant, numbered_bot("steady", 2).entrant
    ('bot:steady', 'bot:steady:2')
    """
    if number == 1:
        return Entry(HOUSE + bot, bot, is_program=True)
    return Entry(f"{HOUSE}{bot}:{number}", f"{bot} {number}", is_program=True)


def _holder(entry: Entry) -> SeatHolder:
    bot = bot_name(entry.entrant)
    if bot is not None:
        return SeatHolder(entry.name, bot=bot)
    return SeatHolder(entry.name, player=entry.entrant, is_program=entry.is_program)


def _dealer(plan: Plan, deal: int, seats: int) -> Seat:
    """Seat 0 plays first in a table's first deal, the next seat in the next one, and so on."""
    first = (deal - 1) % seats
    return first if plan.rules.first_player == "dealer" else (first - 1) % seats


def _drawn(secret: bytes, *what: str, count: int) -> bytes:
    return hmac.digest(secret, "\0".join(what).encode(), "sha256")[:count]
