"""The examples of tournaments in the OpenAPI document: an evening of two house bots and a player."""

from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from eights.services.access import hash_token
from eights.services.tokens import Mint
from eights.services.tournaments.creating import NewTournament, plan_of
from eights.services.tournaments.deals import DealResult, Results
from eights.services.tournaments.games import numbered_bot
from eights.services.tournaments.keeping import Standing
from eights.services.tournaments.reading import TournamentPage, TournamentResultPage, TournamentRoundPage
from eights.services.tournaments.results import round_results_view
from eights.services.tournaments.scoring import courses, round_result
from eights.services.tournaments.standing import standings_after, standings_view
from eights.services.tournaments.tournament import Entry, Round, Ruling, Tournament, game_id_of
from eights.services.tournaments.views import (
    CreatedTournamentView,
    TournamentEntriesView,
    entry_view,
    invitation_view,
    paired_view,
    planned_view,
    ruling_view,
    tournament_view,
)
from eights.tournaments.plan import RoundPlan, Table

_ID: Final = "nbswy3dpeb3w64tm"
_AT_MS: Final = 1_764_460_800_000
_MINT: Final = Mint(bytes(32), "the documentation's own")
_PLAYER: Final = Entry("k3qlgi4whwvzcky4", "Otto", is_program=True)
_PAIRED: Final = RoundPlan((Table(("bot:steady", _PLAYER.entrant)),), ("bot:random",))


@cache
def _open() -> Tournament:
    plan = plan_of(NewTournament("Friday night", "crazy-eights", "swiss", rounds=2, open=True))
    return Tournament(
        id=_ID, version=1, plan=plan, created_at_ms=_AT_MS, organiser_hash=hash_token(_MINT.token("organiser")),
        secret=bytes(32), entries=(numbered_bot("steady", 1), numbered_bot("random", 1)), mark=0x3F2A,
    )  # fmt: skip


def _playing() -> Tournament:
    return replace(
        _open(), version=3, entries=(*_open().entries, _PLAYER), rounds=(Round(_PAIRED, _AT_MS + 60_000),),
        status="playing", planned_rounds=2,
    )  # fmt: skip


def _over() -> Tournament:
    over = Round(_PAIRED, _AT_MS + 60_000, _AT_MS + 120_000, settled=True)
    return replace(_playing(), version=5, rounds=(over,), rulings=(_ruling(),))


def _ruling() -> Ruling:
    game_id = game_id_of(_ID, 1, 1, 1, 1)
    return Ruling(game_id, 1, 1, 1, 1, "award", "Scored by hand.", _AT_MS + 150_000, points=(0, 12))


def _stands() -> Standing:
    results: Results = {game_id_of(_ID, 1, 1, 1, 1): DealResult("finished", (0, 34))}
    return Standing(results, {1: courses(_over(), 1, results)})


def created() -> Any:
    """A tournament that was just created."""
    return CreatedTournamentView(tournament_view(_open()), _MINT.token("organiser"))


def page() -> Any:
    """A page of tournaments."""
    return TournamentPage([tournament_view(_open())], None)


def tournament() -> Any:
    """A tournament under way."""
    return tournament_view(_playing())


def aborted() -> Any:
    """A tournament that was called off."""
    return tournament_view(replace(_playing(), version=4, status="aborted", finished_ms=_AT_MS + 90_000))


def entries() -> Any:
    """Somebody who entered, and somebody who was invited."""
    return TournamentEntriesView([entry_view(_PLAYER), invitation_view("a2lgi4whwvzcky4q")])


def withdrawn() -> Any:
    """Somebody who withdrew."""
    return entry_view(replace(_PLAYER, withdrawn=True))


def first_round() -> Any:
    """A round that was just paired."""
    return paired_view(_playing(), 1, {})


def planned_round() -> Any:
    """A round as a dry run shows it."""
    return planned_view(1, _PAIRED)


def rounds() -> Any:
    """A page of rounds."""
    return TournamentRoundPage([paired_view(_over(), 1, _stands().results)], None)


def ruling() -> Any:
    """A ruling."""
    return ruling_view(_ruling())


def standings() -> Any:
    """Standings after a round."""
    result = round_result(_over(), 1, _stands().by_round[1])
    return standings_view(standings_after(_over(), [result] if result is not None else []), "en")


def results() -> Any:
    """A page of results."""
    return TournamentResultPage([round_results_view(_over(), 1, _stands())], None)


def replay_line() -> str:
    """A line of replays, as far as it fits on a page."""
    return '{"format": 1, "id": "mzxw6ytboi4dqmjt", "version": 9, "variant": "crazy-eights"}\n'
