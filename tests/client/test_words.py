"""What the commands say is there in every language, with the same blanks."""

import re
from pathlib import Path
from string import Formatter

import msgspec
import pytest
from click.testing import CliRunner

import eights
from client.demo.views import table
from eights.cli import main
from eights.client.bot.losses import Loss
from eights.client.bot.telling import Telling
from eights.client.languages import LANGUAGES
from eights.client.words import texts
from replays import replay_of_variant

SOURCE = Path(eights.__file__).parent
TABLES = {name.partition(".")[0] for name in texts("en")}
NAMED = re.compile(rf"[\"']((?:{'|'.join(sorted(TABLES))})\.[a-z_]+)[\"']")


def blanks(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field}


def test_the_texts_are_those_that_the_commands_name() -> None:
    named = {name for path in SOURCE.rglob("*.py") for name in NAMED.findall(path.read_text())}
    assert named == set(texts("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_texts_with_the_same_blanks(language: str) -> None:
    spoken = next(texts(one) for one in LANGUAGES if one == language)
    assert {name: blanks(text) for name, text in spoken.items()} == {
        name: blanks(text) for name, text in texts("en").items()
    }


@pytest.fixture
def french(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EIGHTS_LANG", "fr")
    monkeypatch.setenv("EIGHTS_TOKEN", "ep_x")
    monkeypatch.setenv("COLUMNS", "120")


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("bot", "nowhere:choose"), "il n’y a pas de module 'nowhere', ni installé ni dans"),
        (("bot", "--match", "m", "x:y", "--until-idle", "1"), "n’en donnez qu’une."),
        (("bot", "new", "bot.txt"), "il faut un nom de module Python"),
        (("arena", "--variant", "draw-two", "--seats", "5"), "draw-two ne se joue pas à 5"),
        (("arena", "steady", "random", "--seats", "2", "random"), "3 participants ne tiennent pas sur 2 places"),
    ],
)
def test_what_goes_wrong_is_told_in_french(arguments: tuple[str, ...], told: str) -> None:
    ended = CliRunner().invoke(main, arguments)
    assert ended.exit_code in (1, 2)
    assert told in ended.stderr


@pytest.mark.usefixtures("french")
def test_the_arena_speaks_french() -> None:
    told = CliRunner().invoke(main, ["arena", "--variant", "draw-two", "--deals", "2", "--processes", "1"]).stdout
    assert "draw-two : 2 donnes × 4 rotations" in told
    assert "manches gagnées" in told
    assert "Avec moins de 30 donnes" in told


@pytest.mark.usefixtures("french")
def test_a_replay_is_true_in_french() -> None:
    replay = msgspec.json.encode(replay_of_variant("synthesis", seats=3, seed=5))
    told = CliRunner().invoke(main, ["verify", "-"], input=replay).stdout
    assert told.startswith("Vrai : synthesis, partie finie ; 5 manches, ")
    assert ", gagnant\n" in told
    assert "La graine est bien celle" in told


@pytest.mark.usefixtures("french")
def test_what_a_bot_lost_is_summed_up_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    telling = Telling()
    telling.moved()
    telling.lost(Loss.GAME, table((2, 2), version=7))
    telling.lost(Loss.TURN, table((2, 2), version=8))
    telling.conclude()
    told = capsys.readouterr().err
    assert "trop lent : le tour a expiré à la version 7" in told
    assert told.endswith("coups joués : 1\nparties perdues par forfait : 1\ntours expirés : 1\n")
