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
        return self._taken(Moved(seat, move, by), seat)

    def left(self, seat: Seat, by: By | None = None) -> Self:
        """Return the progress after a seat was given up, with nobody to take it over."""
        return self._taken(Left(seat, by), seat)

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
