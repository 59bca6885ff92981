"""Rounds of a tournament that are asked for at two servers at once are there once."""

from functools import partial

import httpx

from end_to_end.two_servers import Pair, at_once
from matches import SHORT
from players import Somebody
from serving.processes import wait_until


def tournament(http: httpx.Client, *entrants: str) -> tuple[str, dict[str, str]]:
    """Create a tournament of three rounds; return its path, and what its organiser sends along."""
    wish = {"name": "Friday night", "variant": "crazy-eights", "format": "swiss", "rounds": 3, "rules": SHORT}
    created = http.post("/v1/tournaments", json={**wish, "entrants": entrants}).json()
    return f"/v1/tournaments/{created['tournament']['id']}", {"Authorization": f"Bearer {created['organiser_token']}"}


def games_of(http: httpx.Client, path: str) -> list[list[str]]:
    """Return the ids of a tournament's games, round by round."""
    rounds = http.get(f"{path}/rounds").json()["items"]
    return [[game["game_id"] for table in one["tables"] for game in table["games"]] for one in rounds]


def test_a_round_that_is_begun_at_both_servers_at_once_is_there_once(pair: Pair) -> None:
    here, there = pair
    idle = Somebody.registered(here)
    path, organiser = tournament(here, "bot:steady", "bot:random", "bot:random")
    invited = there.post(f"{path}/entries", json={"entrants": [idle.id]}, headers=organiser)
    assert invited.status_code == 201, invited.text
    assert idle.ask("POST", f"{path}/entries").status_code == 201
    answers = at_once([partial(http.post, f"{path}/start", json={}, headers=organiser) for http in pair])
    assert sorted(answer.status_code for answer in answers) == [200, 201], answers[0].text + answers[1].text
    assert [answer.json()["number"] for answer in answers] == [1, 1]
    assert [len({*games}) for games in games_of(there, path)] == [2]


def test_rounds_that_are_asked_for_with_one_key_at_both_servers_are_there_once(pair: Pair) -> None:
    here, there = pair
    path, organiser = tournament(here, *["bot:steady", "bot:random"] * 2)
    for number in range(1, 4):
        what = f"{path}/{'start' if number == 1 else 'rounds'}"
        headers = {**organiser, "Idempotency-Key": f"round-{number}"}
        answers = at_once([partial(http.post, what, json={}, headers=headers) for http in pair])
        assert [answer.status_code for answer in answers] == [201, 201], answers[0].text + answers[1].text
        assert answers[0].json() == answers[1].json()
        wait_until(lambda: not there.get(path).json()["round_on"])
    assert [len({*games}) for games in games_of(there, path)] == [2, 2, 2]
    assert len(here.get(f"{path}/results?limit=100").json()["items"]) == 3
