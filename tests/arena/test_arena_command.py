import pytest
from click.testing import CliRunner, Result

from eights.arena.command import arena, line_up
from eights.rules.catalogue import variants


def run(*arguments: str) -> Result:
    return CliRunner().invoke(arena, [*arguments, "--processes", "1"], env={"COLUMNS": "120"})


def test_it_prints_a_table_for_every_variant() -> None:
    result = run("--deals", "2")
    assert result.exit_code == 0
    assert [name for name in variants() if name in result.stdout] == list(variants())
    assert "8 rounds" in result.stdout
    assert "With fewer than 30 deals the intervals are rough ones." in result.stdout


def test_it_says_plainly_what_the_deals_do_not_show() -> None:
    result = run("steady", "steady", "--variant", "draw-two", "--deals", "2")
    assert "includes the fair share of 50.0% for steady 1, steady 2" in result.stdout


def test_without_variants_those_are_played_that_have_so_many_seats() -> None:
    result = run("--deals", "2", "--seats", "6")
    assert [name for name in variants() if name in result.stdout] == ["huit-americain", "synthesis"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["grandmaster"], "there is no bot 'grandmaster'"),
        (["--variant", "draw-two", "--seats", "5"], "draw-two is not played by 5"),
        (["--variant", "whist"], "'whist' is not one of"),
        (["random", "random", "random", "--seats", "2"], "3 entrants do not fit on 2 seats"),
        (["random"] * 13, "13 entrants do not fit on 12 seats"),
        (["--deals", "1"], "1 is not in the range"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(arguments: list[str], complaint: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert complaint in result.stderr


@pytest.mark.parametrize(
    ("names", "seats", "playing"),
    [
        ([], None, ("steady", "random", "random", "random")),
        (["random"], 2, ("random", "random")),
        (["steady", "random"], None, ("steady", "random")),
        (["steady", "steady"], 3, ("steady", "steady", "random")),
    ],
)
def test_free_seats_are_taken_by_random(names: list[str], seats: int | None, playing: tuple[str, ...]) -> None:
    assert line_up(names, seats) == playing
