"""The games of matches and tournaments: set up once, read once they are over, called off. All of it may be repeated."""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from eights.rules.events import GameAborted, SeatTaken
from eights.rules.replay import beginning
from eights.rules.ruleset import Rules
from eights.rules.scoring import ranking
from eights.rules.state import Chance, Seat
from eights.services.changes import Changes
from eights.services.course import AT_ONCE_BY_CLOCK, play_on
from eights.services.forfeits import settled_points
from eights.services.game import Game, GameId, SeatHolder, TurnClock, Visibility
from eights.services.outcomes import Outcomes
from eights.services.ports import Clock, GameStore
from eights.services.progress import Progress

_NOBODY = b""
"""In place of the hash of a host's token: no token has this one."""
_OVER = ("finished", "aborted")
OVERDUE_AFTER_MS: Final = 15_000
"""A clock that ran out so long ago is forgotten: whoever acts on one has less time for it."""


class Setting(msgspec.Struct, frozen=True):
    """A game to be played: one round, of which everything is decided beforehand."""

    game_id: GameId
    """Derived from what the game is (:func:`eights.services.identity.derived_id`), so that it exists once."""
    part_of: str
    """``m:<id>`` or ``t:<id>``."""
    variant: str
    options: tuple[str, ...]
    rules: Rules
    """As resolved, with a match of a single round."""
    seats: tuple[SeatHolder, ...]
    """Players who have consented, and house bots: nobody has a seat's token."""
    chance: Chance
    clock: TurnClock
    first_dealer: Seat | None = None
    visibility: Visibility = "private"
    deal_open: bool = False
    """Whether its replay is withheld until :meth:`CompetitionGames.open_replays` is called."""


class GameResult(msgspec.Struct, frozen=True, array_like=True):
    """How a game ended, by seat."""

    status: Literal["finished", "aborted"]
    points: tuple[int, ...]
    """What each seat scored; whoever gave up is charged (:mod:`eights.services.forfeits`)."""
    places: tuple[int, ...]
    """1 for the winners, equal results sharing a place (1, 1, 3); who gave up comes last."""
    winner: Seat | None
    """Who went out, or was left; None where the round was blocked, or nobody could end it."""
    gave_up: tuple[Seat, ...]
    illegal: tuple[int, ...]
    """Moves tried that a rule forbids."""
    thought_ms: tuple[tuple[int, ...], ...]
    """How long each move took that the game waited for."""


class CompetitionGames:
    """Sets up, reads and ends games that are part of something.

    Every method may be called again, by several processes at once as well, and may raise
    :class:`~eights.services.ports.StoreUnavailable`, or ``Refused("too_busy")``.
    """

    def __init__(self, store: GameStore, changes: Changes, outcomes: Outcomes, clock: Clock) -> None:
        self._store = store
        self._changes = changes
        self._outcomes = outcomes
        self._clock = clock

    def begin(self, setting: Setting) -> None:
        """Create a game, deal it, and let house bots begin, unless there is one of that id."""
        if self._store.read(setting.game_id).game is None:
            self._changes.begin(_laid_out(setting, self._clock.now_ms()))

    def games(self, game_ids: Sequence[str]) -> Sequence[Game | None]:
        """Return games as they are now, in the order asked for; None for one that was not begun, or has expired."""
        return self._store.read_many(game_ids)

    def lost(self, game_ids: Sequence[str]) -> set[str]:
        """Return which of some games that were begun are not there; see to it that the others come to something.

        A failover may take back a game, what follows from it or its clock, and leave what another slot has of it.
        """
        games = self.games(game_ids)
        self.remind(games)
        for game in games:
            if game is not None and game.status in _OVER:
                self._outcomes.complete(None, game)
        return {game_id for game_id, game in zip(game_ids, games, strict=True) if game is None}

    def remind(self, games: Sequence[Game | None]) -> None:
        """Have the clock look at those of some games that it has forgotten."""
        overdue_ms = self._clock.now_ms() - OVERDUE_AFTER_MS
        for game in games:
            if game is not None and game.deadline_ms is not None and game.deadline_ms <= overdue_ms:
                self._outcomes.recall(game)

    def result(self, game: Game) -> GameResult | None:
        """Return how a game of one round ended; None while it goes on."""
        status = game.status
        if status not in ("finished", "aborted"):
            return None
        state = game.state
        conduct = self._store.conduct(game.id, len(game.seats))
        scored = state.last_score
        return GameResult(
            status=status,
            points=settled_points(game, self._store.steps(game.id) if state.gone else ()),
            places=ranking(state),
            winner=None if scored is None else scored.winner,
            gave_up=state.gone,
            illegal=conduct.illegal,
            thought_ms=conduct.thought_ms,
        )

    def call_off(self, game_id: str) -> None:
        """End a game in which nobody wins, if it goes on."""
        self._changes.by_itself(game_id, _called_off)

    def withdraw(self, game_id: str, player_id: str) -> None:
        """Give up a player's seat in a game, if it goes on and the player is still in."""

        def act(game: Game) -> Progress | None:
            progress = _withdrawn(game, player_id)
            return None if progress is None else play_on(game, progress, self._clock.now_ms(), AT_ONCE_BY_CLOCK)

        self._changes.by_itself(game_id, act)

    def open_replays(self, game_ids: Sequence[str]) -> None:
        """Let everybody see games that are over: the last one on their deal is, too."""
        for game_id in game_ids:
            self._changes.by_itself(game_id, _opened)


def _laid_out(setting: Setting, now_ms: int) -> Progress:
    game = Game(
        id=setting.game_id,
        version=0,
        variant=setting.variant,
        options=setting.options,
        created_at_ms=now_ms,
        host_hash=_NOBODY,
        visibility=setting.visibility,
        auto_deal=True,
        on_leave="forfeit",
        seats=setting.seats,
        first_dealer=setting.first_dealer,
        state=beginning(setting.rules, setting.chance, setting.first_dealer),
        clock=setting.clock,
        part_of=setting.part_of,
        deal_open=setting.deal_open,
    )
    taken = (SeatTaken(seat, holder.name) for seat, holder in enumerate(setting.seats) if holder.name is not None)
    return Progress(game).told(*taken)


def _called_off(game: Game) -> Progress | None:
    if game.status in _OVER:
        return None
    aborted = replace(game, aborted=True, deadline_ms=None, state=replace(game.state, status="finished"))
    return Progress(aborted).told(GameAborted())


def _withdrawn(game: Game, player_id: str) -> Progress | None:
    seat = next((seat for seat, holder in enumerate(game.seats) if holder.player == player_id), None)
    if seat is None or game.status not in ("playing", "round_over") or seat in game.state.out:
        return None
    return Progress(game).left(seat, by="clock")


def _opened(game: Game) -> Progress | None:
    if game.status not in _OVER or (not game.deal_open and game.visibility != "private"):
        return None
    visibility: Visibility = "unlisted" if game.visibility == "private" else game.visibility
    return Progress(replace(game, deal_open=False, visibility=visibility))
