"""What a change comes to, step by step: the game as it then is, what happened, and how the move list grows."""

from typing import Self

import msgspec
from msgspec.structs import replace

from eights.rules.events import AnyEvent, By, acted_by
from eights.rules.moves import AnyMove
from eights.rules.replay import Dealt, Left, Moved, Step, take
from eights.rules.state import Seat
from eights.services.conduct import Thought
from eights.services.game import Game, SeatHolder


class Progress(msgspec.Struct, frozen=True):
    """A change of one game while it is worked out."""

    game: Game
    events: tuple[AnyEvent, ...] = ()
    steps: tuple[Step, ...] = ()
    thought: tuple[Thought, ...] = ()
    """How long the seats took that the game waited for."""

    def told(self, *events: AnyEvent) -> Self:
        """Return the progress after something happened that the rules know nothing of."""
        return replace(self, events=(*self.events, *events))

    def dealt(self) -> Self:
        """Return the progress after the next round was dealt."""
        return self._taken(Dealt(), None)

    def moved(self, seat: Seat, move: AnyMove, by: By | None = None) -> Self:
        """Return the progress after a move; raises :class:`~eights.rules.violations.RuleViolation`."""
        moved = self._taken(Moved(seat, move, by), seat)
        holder = moved.game.seats[seat]
        return moved if holder.had_turn or by == "bot" else moved.seated(seat, replace(holder, had_turn=True))

    def left(self, seat: Seat, by: By | None = None) -> Self:
        """Return the progress after a seat was given up, with nobody to take it over."""
        taken = self._taken(Left(seat, by), seat)
        return replace(taken, game=replace(taken.game, left_early=self.losing(seat, by).game.left_early))

    def losing(self, seat: Seat, by: By | None = None) -> Self:
        """Return the progress with a note if whoever sits there goes before the end of a first turn.

        Whoever the clock takes out on turn has had that turn.
        """
        laid = self.game.state.round
        ran_out = by == "clock" and laid is not None and laid.turn == seat
        if self.game.seats[seat].had_turn or ran_out:
            return self
        return replace(self, game=replace(self.game, left_early=True))

    def seated(self, seat: Seat, holder: SeatHolder) -> Self:
        """Return the progress after a seat has another holder, or its holder another standing."""
        seats = self.game.seats
        return replace(self, game=replace(self.game, seats=(*seats[:seat], holder, *seats[seat + 1 :])))

    def _taken(self, step: Step, seat: Seat | None) -> Self:
        state, events = take(self.game.state, step)
        if not isinstance(step, Dealt) and step.by is not None and seat is not None:
            events = acted_by(events, seat, step.by)
        return replace(
            self,
            game=replace(self.game, state=state),
            events=(*self.events, *events),
            steps=(*self.steps, step),
        )
