"""A tournament goes on by itself: games are begun and ended, players told, rounds closed, a little at a time."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from eights.services.competition_games import CompetitionGames
from eights.services.competitions import Competition
from eights.services.players.inbox import Inboxes
from eights.services.ports import StoreUnavailable
from eights.services.refusals import Refused
from eights.services.tournaments.chores import (
    Begin,
    CallOff,
    Chore,
    GiveUp,
    Index,
    OpenReplay,
    chores,
    unsettled,
)
from eights.services.tournaments.ending import after_round
from eights.services.tournaments.games import setting_of
from eights.services.tournaments.index import TournamentIndex
from eights.services.tournaments.keeping import Keeping, Standing, standing_of
from eights.services.tournaments.telling import tell
from eights.services.tournaments.tournament import KEPT_S, Tournament

AT_ONCE: Final = 30
"""The weight of the chores that are done at a time: some 50 ms of work."""
LOOK_AGAIN_AFTER_MS: Final = 30_000
"""How soon a tournament is looked at again while its games are on, although whichever ends has it looked at anyway."""


TOURNAMENTS_REMEMBERED: Final = 10_000


class Advancing(Competition):
    """Does what is due in tournaments."""

    def __init__(self, keeping: Keeping, games: CompetitionGames, inboxes: Inboxes, index: TournamentIndex) -> None:
        self._keeping = keeping
        self._games = games
        self._inboxes = inboxes
        self._index = index
        self._looked_ms: dict[str, int] = {}

    def advance(self, record_id: str) -> int | None:
        """Do some of what is due in a tournament, and return when to look at it again."""
        tournament = self._keeping.records.read(record_id).value
        if tournament is None:
            return None
        stands = standing_of(self._keeping, tournament, unsettled(tournament))
        if self._do_some(tournament, stands) or self._settle(tournament, stands):
            return self._keeping.now_ms()
        if tournament.status == "playing" and stands.by_round:
            return self._keeping.now_ms() + LOOK_AGAIN_AFTER_MS
        return None

    def hasten(self, tournament_id: str) -> None:
        """Do some of what a change made due, so that nobody has to wait for the clock, and have the clock do the rest.

        The change stands: what fails now, the clock does.
        """
        try:
            # The clock may have looked before the change was there.
            self._keeping.expect(tournament_id, within_ms=0)
            self.advance(tournament_id)
        except (StoreUnavailable, Refused):
            return

    def _do_some(self, tournament: Tournament, stands: Standing) -> bool:
        """Do some chores; return False if there are none."""
        listed = list(chores(tournament, stands.by_round, stands.results))
        done = self._keeping.facts.some(tournament.id, [chore.mark for chore in listed])
        lost = self._lost(tournament, [chore for chore in listed if isinstance(chore, Begin) and chore.mark in done])
        due = [chore for chore in listed if chore.mark not in done or chore.mark in lost]
        weight = 0
        for chore in due:
            self._do(tournament, chore)
            self._keeping.facts.establish(tournament.id, chore.mark, b"1", KEPT_S)
            weight += chore.weight
            if weight >= AT_ONCE:
                break
        return bool(due)

    def _lost(self, tournament: Tournament, begun: Sequence[Begin]) -> set[str]:
        """Return the marks of what was begun and is not there; not each time, as a round may have hundreds."""
        now_ms = self._keeping.now_ms()
        if now_ms - self._looked_ms.get(tournament.id, -LOOK_AGAIN_AFTER_MS) < LOOK_AGAIN_AFTER_MS:
            return set()
        if len(self._looked_ms) >= TOURNAMENTS_REMEMBERED:
            self._looked_ms.clear()
        self._looked_ms[tournament.id] = now_ms
        lost = self._games.lost([chore.deal.game_id for chore in begun])
        return {chore.mark for chore in begun if chore.deal.game_id in lost}

    def _do(self, tournament: Tournament, chore: Chore) -> None:
        if isinstance(chore, Begin):
            self._games.begin(setting_of(tournament, chore.round, chore.course, chore.deal))
        elif isinstance(chore, GiveUp):
            self._games.withdraw(chore.game_id, chore.player)
        elif isinstance(chore, CallOff):
            self._games.call_off(chore.game_id)
        elif isinstance(chore, OpenReplay):
            self._games.open_replays([chore.game_id])
        elif isinstance(chore, Index):
            self._index.enter(tournament.id, tournament.created_at_ms, chore.status)
        else:
            tell(self._inboxes, tournament, chore)

    def _settle(self, tournament: Tournament, stands: Standing) -> bool:
        """Close the rounds about which nothing is left to do, and the tournament with its last; return whether it did.

        Only if nothing has changed since it was looked at: else it is looked at again.
        """
        over = [
            number
            for number, tables in stands.by_round.items()
            if tournament.status == "aborted" or all(course.decided for course in tables)
        ]
        if not over:
            return False

        def act(now: Tournament) -> Tournament | None:
            return self._settled(now, over) if now.version == tournament.version else None

        self._keeping.changes.by_itself(tournament.id, act)
        return True

    def _settled(self, tournament: Tournament, over: list[int]) -> Tournament:
        rounds = list(tournament.rounds)
        now_ms = self._keeping.now_ms()
        for number in over:
            played = rounds[number - 1]
            ended_ms = now_ms if played.ended_ms is None and tournament.status != "aborted" else played.ended_ms
            rounds[number - 1] = replace(played, ended_ms=ended_ms, settled=True)
        settled = replace(tournament, rounds=tuple(rounds))
        return after_round(settled, self._keeping.history(settled), now_ms)
