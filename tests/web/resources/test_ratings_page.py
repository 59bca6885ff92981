"""The page on ratings names every reason for which a game is not rated, in both languages."""

import re
from typing import get_args

import pytest
from flask.testing import FlaskClient

from eights.services.ratings.eligibility import UnratedBecause


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_reason_why_a_game_is_not_rated_is_told(api: FlaskClient, language: str) -> None:
    answer = api.get("/docs/ratings", headers={"Accept-Language": language})
    assert (answer.status_code, answer.headers["Content-Language"]) == (200, language)
    assert f'<html lang="{language}">' in answer.text
    table = answer.text.partition('<table id="reasons">')[2].partition("</table>")[0]
    assert tuple(re.findall(r"<tr><td><code>(\w+)</code>", table)) == get_args(UnratedBecause)
