"""Views of a table, written short."""

from eights.client.models import GameView, OwnView, RoundScore, RoundView, SeatView

NAMES = ("Ana", "Ben", "Chloé", "Dinh")


def table(  # noqa: PLR0913 - what a test does not speak of has a default
    cards: tuple[int, ...],
    *,
    turn: int = 0,
    direction: int = 1,
    penalty: int = 0,
    stock: int = 20,
    version: int = 1,
    status: str = "playing",
    out: tuple[int, ...] = (),
    last_round: RoundScore | None = None,
    you: OwnView | None = None,
) -> GameView:
    """A table where Ana has seat 0, Ben seat 1 and so on, and the 5 of hearts lies on top."""
    return GameView(
        id="g",
        version=version,
        status=status,
        variant="synthesis",
        seats=tuple(
            SeatView(seat, NAMES[seat], "human", cards=count, out=seat in out) for seat, count in enumerate(cards)
        ),
        round=RoundView(1, len(cards) - 1, turn, direction, "5H", penalty=penalty, stock=stock, discard=3),
        last_round=last_round,
        you=you,
    )
