"""The page that tells strangers how to check a game's chance says what the program does."""

import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from eights.rules.moves import Announce, AnyMove, Challenge, DrawCard, NameSuit, Pass, Play
from eights.rules.notation import read_step
from eights.rules.replay import Dealt, Left, Moved
from eights.rules.replay_file import Replay

VECTORS = Path(__file__).parents[2] / "rules" / "shuffle_vectors.json"


def page(api: FlaskClient, language: str) -> str:
    answer = api.get("/docs/fairness", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]
    assert f'<html lang="{language}">' in answer.text
    return answer.text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_member_of_a_replay_is_told(api: FlaskClient, language: str) -> None:
    told = set(re.findall(r"<code>(\w+)</code>", page(api, language)))
    assert set(Replay.__struct_fields__) <= told


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_kind_of_step_is_shown_and_can_be_read(api: FlaskClient, language: str) -> None:
    table = page(api, language).partition('<table id="steps">')[2].partition("</table>")[0]
    steps = [read_step(text) for text in re.findall(r"<tr><td><code>(.+?)</code>", table)]
    assert {type(step) for step in steps} == {Dealt, Left, Moved}
    kinds: tuple[type[AnyMove], ...] = (Play, DrawCard, Pass, NameSuit, Announce, Challenge)
    assert {type(step.move) for step in steps if isinstance(step, Moved)} == set(kinds)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_example_is_the_first_vector(api: FlaskClient, language: str) -> None:
    text = page(api, language)
    vector = json.loads(VECTORS.read_bytes())[0]
    assert (vector["label"], vector["entropy"], vector["round"], vector["shuffle"]) == ("k3qa7", ["", ""], 1, 0)
    assert vector["seed"] == "0" * 64
    assert vector["commitment"] in text
    assert vector["key"] in text
    assert " ".join(map(str, vector["first_words"][:4])) in text
    assert f"{' '.join(vector['order'][:8])} ... {' '.join(vector['order'][-3:])}" in text
    assert re.search(rf"(first dealer|premier donneur) {vector['first_dealer']}<", text)


def test_both_languages_show_the_same_members_and_formulas(api: FlaskClient) -> None:
    english, french = (re.findall(r"<code>(.+?)</code>", page(api, language)) for language in ("en", "fr"))
    assert set(english) - {"en"} <= set(french)


def test_the_replay_leads_to_the_page(api: FlaskClient) -> None:
    described = api.get("/openapi.json").get_json()["paths"]["/v1/games/{game_id}/replay"]["get"]["description"]
    assert "/docs/fairness" in described
