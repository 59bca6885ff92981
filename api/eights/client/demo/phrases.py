"""What the narrator can say: one field per phrase, one value per language.

Braces name what is filled in (``{card}``, ``{suit}``, ``{name}``, ``{count}`` and so on), in every language the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from eights.client.languages import Language


@dataclass(frozen=True, kw_only=True)
class Phrases:
    """The phrases of one language."""

    language: Language

    ranks: Mapping[str, str]
    """How a rank is written where it is not written as in its code."""
    suits: Mapping[str, str]
    joker: str

    table: str
    seated: str
    seated_bot: str
    round_begins: str
    owes: str

    plays: str
    jumps_in: str
    names: str
    announces: str
    forgets: str
    announces_late: str
    catches: str
    draws_one: str
    draws_many: str
    draws_nothing: str
    pays: str
    pays_at_the_end: str
    passes: str
    turns_direction: str
    skipped: str
    swaps: str
    chooses: str
    renewed: str
    goes_out: str

    round_won: str
    round_doubled: str
    round_blocked: str
    round_too_long: str
    last_one_left: str
    eliminated: str
    sheet_title: str
    player: str
    hand: str
    points: str
    total: str
    round: str
    won: str
    won_together: str

    refused: str
    not_started: str
    called_off: str
    interrupted: str


ENGLISH = Phrases(
    language="en",
    ranks={"T": "10"},
    suits={"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"},
    joker="Joker",
    table="{variant}, {count} players, on {url}",
    seated="{name} takes seat {seat}",
    seated_bot="{name}, a house bot, has seat {seat}",
    round_begins="Round {number}: {name} deals and turns up {card}",
    owes="{name} owes {count}",
    plays="plays {card}",
    jumps_in="jumps in with {card}",
    names="names {suit}",
    announces="announces the last card",
    forgets="forgot to announce and draws {count}",
    announces_late="announces the last card just in time",
    catches="catches {name}, who did not announce and draws {count}",
    draws_one="draws a card",
    draws_many="draws {count} cards",
    draws_nothing="finds nothing to draw",
    pays="draws the {count} owed",
    pays_at_the_end="{name} still draws {count}",
    passes="passes",
    turns_direction="turns the direction",
    skipped="{name} is skipped",
    swaps="swaps hands with {name}",
    chooses="lets {name} play next",
    renewed="the stock is renewed",
    goes_out="goes out",
    round_won="{name} wins round {number}",
    round_doubled="points ×{count} for going out with {card}",
    round_blocked="Round {number} is blocked: nobody can play or draw",
    round_too_long="Round {number} is stopped: it went on too long",
    last_one_left="{name} is the last one left in round {number}",
    eliminated="{name} is out",
    sheet_title="Score sheet",
    player="Player",
    hand="Left in hand",
    points="Points",
    total="Total",
    round="Round",
    won="{name} wins the match.",
    won_together="{name} share the win.",
    refused="The server refused: {reason}",
    not_started="The demo's own server did not start: {reason}",
    called_off="The game was called off before its end.",
    interrupted="Interrupted.",
)

FRENCH = Phrases(
    language="fr",
    ranks={"T": "10", "J": "V", "Q": "D", "K": "R", "A": "As"},
    suits={"S": "pique", "H": "cœur", "D": "carreau", "C": "trèfle"},
    joker="Joker",
    table="{variant}, {count} joueurs, sur {url}",
    seated="{name} prend la place {seat}",
    seated_bot="{name}, un robot de la maison, occupe la place {seat}",
    round_begins="Manche {number} : {name} distribue et retourne {card}",
    owes="{name} doit piocher {count}",
    plays="joue {card}",
    jumps_in="joue {card} à la volée",
    names="demande {suit}",
    announces="annonce « carte »",
    forgets="oublie d’annoncer et pioche {count}",
    announces_late="annonce « carte » juste à temps",
    catches="surprend {name}, qui n’a rien annoncé et pioche {count}",
    draws_one="pioche une carte",
    draws_many="pioche {count} cartes",
    draws_nothing="ne trouve rien à piocher",
    pays="pioche les {count} dues",
    pays_at_the_end="{name} pioche encore {count}",
    passes="passe",
    turns_direction="inverse le sens",
    skipped="{name} passe son tour",
    swaps="échange sa main avec {name}",
    chooses="fait jouer {name} ensuite",
    renewed="la pioche est refaite",
    goes_out="n’a plus de cartes",
    round_won="{name} gagne la manche {number}",
    round_doubled="points ×{count} pour avoir fini avec {card}",
    round_blocked="Manche {number} bloquée : personne ne peut jouer ni piocher",
    round_too_long="Manche {number} arrêtée : elle durait trop",
    last_one_left="{name} reste seul en jeu dans la manche {number}",
    eliminated="{name} est hors jeu",
    sheet_title="Feuille de marque",
    player="Joueur",
    hand="Reste en main",
    points="Points",
    total="Total",
    round="Manche",
    won="{name} gagne la partie.",
    won_together="{name} gagnent la partie ensemble.",
    refused="Le serveur a refusé : {reason}",
    not_started="Le serveur de la démonstration n’a pas démarré : {reason}",
    called_off="La partie a été annulée avant sa fin.",
    interrupted="Interrompu.",
)

PHRASES: Mapping[Language, Phrases] = {"en": ENGLISH, "fr": FRENCH}
