"""What stands in the way of a step, and what is wrong with pairings made by hand, in words."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from eights.rules.text import Language, Text
from eights.tournaments.manual import PairingFault
from eights.tournaments.plan import Blocker, Warned

BLOCKER_TEXTS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "too_few_entrants": Text(
            "A round needs {needed} entrants, and there are {entrants}.",
            "Une ronde demande {needed} inscrits, et il y en a {entrants}.",
        ),
        "tables_impossible": Text(
            "{entrants} entrants cannot be seated at tables of {smallest_table} to {table_size} as the byes are set.",
            "On ne peut pas asseoir {entrants} inscrits à des tables de {smallest_table} à {table_size}, les "
            "exemptions étant ce qu’elles sont.",
        ),
        "pairing_impossible": Text(
            "An earlier round has {entrant}, who is not in the tournament.",
            "Une ronde passée compte {entrant}, qui n’est pas du tournoi.",
        ),
        "late_entry_impossible": Text(
            "{entrant} entered after the first round, which this format does not allow.",
            "{entrant} s’est inscrit après la première ronde, ce que cette formule ne permet pas.",
        ),
        "all_rounds_played": Text("All {rounds} rounds have been played.", "Les {rounds} rondes ont été jouées."),
        "decided": Text(
            "The knockout is decided: {winner} has won.", "Le tournoi est décidé\u00a0: {winner} l’a emporté."
        ),
        "not_started": Text(
            "The tournament has not been started.",
            "Le tournoi n’a pas commencé.",
        ),
        "games_open": Text(
            "Round {round} is on: {open} of its tables have still to play.",
            "La ronde {round} se joue encore\u00a0: il reste {open} tables à finir.",
        ),
        "pairings_needed": Text(
            "The organiser makes the pairings of this tournament: send tables, and byes.",
            "C’est l’organisateur qui fait les appariements de ce tournoi\u00a0: envoyez les tables et les exemptions.",
        ),
        "pairings_not_wanted": Text(
            "The server makes the pairings of this tournament: send none.",
            "C’est le serveur qui fait les appariements de ce tournoi\u00a0: n’en envoyez pas.",
        ),
        "another_round": Text(
            "The next round is number {next}, not {asked}.",
            "La prochaine ronde est la numéro {next}, et non {asked}.",
        ),
        "too_many_rounds": Text(
            "The format would take {rounds} rounds; a tournament has {most} at most.",
            "La formule demanderait {rounds} rondes\u202f; un tournoi en compte {most} au plus.",
        ),
        "too_many_games": Text(
            "The tables of a round would play {games} deals; {most} are the most.",
            "Les tables d’une ronde joueraient {games} donnes\u202f; {most} sont le maximum.",
        ),
        "table_too_small": Text(
            "A table would have {size} seats, and the rules need {min}.",
            "Une table n’aurait que {size} places, et les règles en demandent {min}.",
        ),
    }
)
"""A sentence for each code, filled from its details."""

PAIRING_FAULT_TEXTS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "entrant_unknown": Text(
            "{entrant} is not in the tournament, or not any more.",
            "{entrant} n’est pas du tournoi, ou n’en est plus.",
        ),
        "entrant_named_twice": Text("{entrant} is named twice.", "{entrant} est nommé deux fois."),
        "entrant_missing": Text(
            "{entrant} is nowhere: at no table and without a bye.",
            "{entrant} n’est nulle part\u00a0: ni à une table, ni exempt.",
        ),
        "table_size_wrong": Text(
            "A table of {size}; {smallest} to {largest} are possible.",
            "Une table de {size}\u202f; de {smallest} à {largest} sont possibles.",
        ),
        "tables_unequal": Text(
            "Duplicate tables are of one size: here are {size} seats, and {first_size} at the first.",
            "En duplicate, les tables ont toutes la même taille\u00a0: ici {size} places, à la première {first_size}.",
        ),
        "byes_not_allowed": Text(
            "This tournament has no byes, and {entrant} would have one.",
            "Ce tournoi n’a pas d’exemptions, et {entrant} en aurait une.",
        ),
    }
)
"""A sentence for each code, filled from its details."""


WARNING_TEXTS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "pairing_repeated": Text(
            "{entrants[0]} and {entrants[1]} meet again (meeting {times}): no other pairing was left.",
            "{entrants[0]} et {entrants[1]} se rencontrent à nouveau (rencontre nº {times})\u00a0: aucun autre "
            "appariement n’était possible.",
        ),
        "second_bye": Text(
            "{entrant} has a bye again (number {times}): nobody else could be without a repeated pairing.",
            "{entrant} est exempt à nouveau (exemption nº {times})\u00a0: personne d’autre ne pouvait l’être sans "
            "répéter une rencontre.",
        ),
        "rounds_run_out": Text(
            "Of the {left} rounds after this one, {possible} can be paired so that nobody meets anybody twice or has a "
            "second bye. Fewer rounds would do.",
            "Sur les {left} rondes qui suivent, {possible} peuvent être appariées sans que personne rencontre deux "
            "fois le même adversaire ni soit exempt deux fois. Mieux vaudrait moins de rondes.",
        ),
    }
)
"""A sentence for each code, filled from its details."""


class WarningView(msgspec.Struct, frozen=True):
    """Something about a round that could not be avoided: `code` is stable, `text` says it in each language.

    `pairing_repeated` names the two who meet again, `second_bye` who has another bye; `times` counts all of them.
    `rounds_run_out`: of the `left` rounds after this one, `possible` can be paired without either.
    """

    code: str
    text: dict[Language, str]
    entrants: tuple[str, ...] = ()
    details: dict[str, int] = {}


def warning_view(warned: Warned) -> WarningView:
    """Return a warning in words."""
    text = WARNING_TEXTS[warned.code]
    details = warned.details
    said: dict[Language, str] = {"en": text.en.format_map(details), "fr": text.fr.format_map(details)}
    named = details.get("entrants", (details["entrant"],) if "entrant" in details else ())
    counts = {name: value for name, value in details.items() if isinstance(value, int)}
    return WarningView(warned.code, said, tuple(map(str, named)) if isinstance(named, tuple) else (), counts)


class Obstacle(msgspec.Struct, frozen=True):
    """Something that stands in the way, as it is told."""

    blocker: Blocker

    @property
    def code(self) -> str:
        """What it is, as a stable slug."""
        return self.blocker.code

    def members(self, language: Language) -> dict[str, object]:
        """Return code, message and details, for a caller who reads a language."""
        details = self.blocker.details
        message = BLOCKER_TEXTS[self.code].in_language(language).format_map(details)
        return {"code": self.code, "message": message, **details}


class FaultOfPairings(msgspec.Struct, frozen=True):
    """Something that is wrong with pairings made by hand, as it is told."""

    fault: PairingFault

    @property
    def path(self) -> str:
        """Where."""
        return self.fault.path

    @property
    def code(self) -> str:
        """What, as a stable slug."""
        return self.fault.code

    def message(self, language: Language) -> str:
        """Say what is wrong in one sentence."""
        return PAIRING_FAULT_TEXTS[self.code].in_language(language).format_map(self.fault.details)
