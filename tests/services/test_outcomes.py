"""What follows from a change of a game is done once it is written, and again where that is in doubt."""

from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from builders import game
from eights.services.game import Game, SeatHolder
from eights.services.outcomes import LOOK_AGAIN_AFTER_MS, Outcomes
from eights.services.ports import StoreUnavailable
from timed import HandClock


@dataclass
class Entries:
    """A timetable that only notes what is entered."""

    made: list[tuple[str, int]] = field(default_factory=list)

    def enter(self, game_id: str, at_ms: int) -> None:
        """Note an entry."""
        self.made.append((game_id, at_ms))

    def due(self, *_: object) -> list[None]:
        """Have nothing due."""
        return []

    def settle(self, *_: object) -> None:
        """Note nothing."""


def of_players(game_id: str = "mzxw6ytboi4dqmjt") -> Game:
    new = game(game_id)
    return replace(new, seats=(SeatHolder("Ana", player="anasidanasidanas"), *new.seats[1:]))


def test_the_clock_looks_soon_at_a_game_of_players_and_at_no_other() -> None:
    entries, clock = Entries(), HandClock()
    outcomes = Outcomes(entries, clock, ())  # type: ignore[arg-type]  # due gives nothing of the right kind
    outcomes.expect(game("k3qlgi4whwvzcky4"))
    assert entries.made == []
    outcomes.expect(of_players())
    assert entries.made == [("mzxw6ytboi4dqmjt", clock.ms + LOOK_AGAIN_AFTER_MS)]


def test_an_entry_that_still_stands_is_not_made_again() -> None:
    entries, clock = Entries(), HandClock()
    outcomes = Outcomes(entries, clock, ())  # type: ignore[arg-type]  # as above
    for _ in range(3):
        outcomes.expect(of_players())
        clock.ms += 1_000
    assert len(entries.made) == 2
    assert entries.made[1][1] > entries.made[0][1]


def test_a_store_that_does_not_answer_undoes_no_change_but_keeps_the_clock_at_it() -> None:
    def fails(_: Game | None, __: Game) -> None:
        raise StoreUnavailable

    outcomes = Outcomes(Entries(), HandClock(), [fails])  # type: ignore[arg-type]  # as above
    outcomes.follow(None, of_players())
    with pytest.raises(StoreUnavailable):
        outcomes.complete(None, of_players())


@pytest.mark.parametrize(
    ("holders", "concerned"),
    [
        ([SeatHolder("Ana", b"h" * 32), SeatHolder("steady", bot="steady")], False),
        ([SeatHolder("random", bot="random"), SeatHolder("steady", bot="steady")], True),
        ([SeatHolder("Ana", b"h" * 32), SeatHolder(invited="anasidanasidanas")], True),
        ([SeatHolder("Ana", b"h" * 32), SeatHolder("Ben", bot="steady", former_player="anasidanasidanas")], True),
    ],
)
def test_whom_a_game_concerns(holders: list[SeatHolder], concerned: bool) -> None:
    seen: list[Game] = []
    outcomes = Outcomes(Entries(), HandClock(), [lambda _, now: seen.append(now)])  # type: ignore[arg-type]  # as above
    outcomes.follow(None, replace(game(), seats=tuple(holders)))
    assert bool(seen) == concerned
