"""Who is put on a tournament's list: house bots, who are in at once, and players, who are invited."""

from collections.abc import Sequence
from functools import partial
from itertools import count

from msgspec.structs import replace

from eights.bots.house import HOUSE_BOTS
from eights.services.players.player import house_bot_of
from eights.services.players.seating import Seating
from eights.services.refusals import Refused
from eights.services.tournaments.games import numbered_bot
from eights.services.tournaments.tournament import MOST_ENTRANTS, Entry, Tournament


def with_entrants(tournament: Tournament, entrants: Sequence[str], seating: Seating) -> Tournament:
    """Return a tournament with some house bots entered and some players invited, in the order given.

    A house bot named again is entered again, under a number of its own. Raises ``Refused``: ``unknown_bot``,
    ``unknown_player``, ``entrant_named_twice``, ``listed_already`` for a player, ``tournament_full``.
    """
    players = [entrant for entrant in entrants if house_bot_of(entrant) is None]
    for place, player in enumerate(players):
        if player in players[:place]:
            raise Refused("entrant_named_twice", entrant=player)
        if player in tournament.by_entrant or player in tournament.invited:
            raise Refused("listed_already", entrant=player)
    seating.known(players)
    bots = _bots(tournament, [bot for bot in map(house_bot_of, entrants) if bot is not None])
    entries, invited = (*tournament.entries, *bots), (*tournament.invited, *players)
    return with_room(replace(tournament, entries=entries, invited=invited))


def uninvited(tournament: Tournament, player: str) -> Tournament:
    """Return a tournament that a player is no more invited to."""
    return replace(tournament, invited=tuple(other for other in tournament.invited if other != player))


def with_room(tournament: Tournament) -> Tournament:
    """Return the tournament; raises ``Refused("tournament_full")`` if there are too many in it."""
    if len(tournament.entries) + len(tournament.invited) > MOST_ENTRANTS:
        raise Refused("tournament_full", most=MOST_ENTRANTS)
    return tournament


def _bots(tournament: Tournament, names: Sequence[str]) -> list[Entry]:
    taken = set(tournament.field)
    further = {name: map(partial(numbered_bot, name), count(1)) for name in HOUSE_BOTS}
    added = []
    for name in names:
        if name not in further:
            raise Refused("unknown_bot", bot=name)
        entry = next(entry for entry in further[name] if entry.entrant not in taken)
        added.append(replace(entry, after_round=len(tournament.rounds)))
    return added
