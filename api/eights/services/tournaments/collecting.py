"""What tournaments' games come to, noted once they are over: a step of :class:`eights.services.outcomes.Outcomes`.

A result is a fact about the tournament under the game's id: whoever notes it says the same. So nobody has to look at
hundreds of games to learn which of them are over. It is noted before the tournament is due for that.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from eights.rules.replay import Moved, Step
from eights.services.conduct import Conduct
from eights.services.forfeits import settled_points
from eights.services.game import Game, GameId
from eights.services.ports import GameStore
from eights.services.records import Facts, fact_in
from eights.services.tournaments.deals import DealResult
from eights.services.tournaments.tournament import KEPT_S, subject_of

_SUBJECT = subject_of("")
_decode = msgspec.msgpack.Decoder(DealResult).decode


class Collecting:
    """Notes and reads the results of games."""

    def __init__(self, games: GameStore, facts: Facts) -> None:
        self._games = games
        self._facts = facts

    def note(self, _: Game | None, game: Game) -> None:
        """Note the result of a game that is over; may be repeated.

        Raises :class:`~eights.services.ports.StoreUnavailable`.
        """
        if game.part_of is None or not game.part_of.startswith(_SUBJECT) or game.status not in ("finished", "aborted"):
            return
        tournament_id = game.part_of.removeprefix(_SUBJECT)
        fact = msgspec.msgpack.encode(self._result(game))
        self._facts.establish(tournament_id, game.id, fact, KEPT_S)

    def results(self, tournament_id: str, game_ids: Iterable[GameId]) -> Mapping[GameId, DealResult]:
        """Return the results of those of the games that are over."""
        known = self._facts.some(tournament_id, list(game_ids))
        return {game_id: fact_in(fact, _decode) for game_id, fact in known.items()}

    def _result(self, game: Game) -> DealResult:
        state = game.state
        if game.status == "aborted" or not state.gone:
            return DealResult("aborted" if game.aborted else "finished", state.scores)
        steps = self._games.steps(game.id)
        points = settled_points(game, steps)
        conduct = self._games.conduct(game.id, len(game.seats))
        turn_ms = 1000 * game.clock.move_s if game.clock is not None else 0
        idle = tuple(seat for seat in state.gone if all(took >= turn_ms for took in conduct.thought_ms[seat]))
        if _was_never_played_in(game, steps, conduct):
            idle = tuple(seat for seat, holder in enumerate(game.seats) if holder.bot is None)
        return DealResult("finished", points, state.gone, idle)


def _was_never_played_in(game: Game, steps: Sequence[Step], conduct: Conduct) -> bool:
    """Tell whether a game went by without a move of anybody's own, and not since somebody withdrew.

    Whoever is left in it was perhaps not there either: who is on turn first must not decide.
    """
    ran_out = all(conduct.thought_ms[seat] for seat in game.state.gone)
    return ran_out and not any(isinstance(step, Moved) and step.by != "clock" for step in steps)
