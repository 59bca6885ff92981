"""What is shown of a match while it is played and once it is over."""

import hashlib
import hmac
import random
import struct
from typing import Final

from eights.services.identity import derived_id
from eights.services.matches.chance import drawn_order
from matches import Match, duel
from tables import assert_refused
from timed import TimedServer

HOUSE: Final = ("bot:steady", "bot:random")


def test_a_deal_and_its_games_are_shown_when_the_last_game_on_it_is_over_and_not_before(timed: TimedServer) -> None:
    match, ana, ben = duel(timed, parallel=(1, 1), deals=3)
    chance, shown = random.Random(6), 0
    for _ in range(6):
        [game_id] = match.view()["games"]["running"]
        while game_id in match.view()["games"]["running"]:
            match.move(ana, chance)
            match.move(ben, chance)
            timed.later(1)
        complete = {game["game_id"] for deal in match.deals() if deal["complete"] for game in deal["games"]}
        replay = ana.ask("GET", f"/v1/games/{game_id}/replay")
        if game_id in complete:
            assert replay.status_code == 200
            shown += 1
        else:
            assert_refused(replay, 409, "replay_not_ready")
            assert_refused(timed.http.get(f"/v1/games/{game_id}"), 404, "game_not_found")
        assert all((deal["seed"] is None) != deal["complete"] for deal in match.deals())
    assert shown == 3
    for deal in match.deals():
        assert hashlib.sha256(bytes.fromhex(deal["seed"])).hexdigest() == deal["seed_hash"]
        replays = [timed.http.get(f"/v1/games/{game['game_id']}/replay").json() for game in deal["games"]]
        assert {(replay["seed"], replay["label"]) for replay in replays} == {(deal["seed"], deal["label"])}
        assert [set(game["seats"]) for game in deal["games"]] == [{ana.id, ben.id}] * 2


def test_what_is_shown_meanwhile_is_the_result_of_complete_deals(timed: TimedServer) -> None:
    match, ana, ben = duel(timed, parallel=(2, 2), deals=8)
    chance = random.Random(7)
    while match.view()["status"] == "playing":
        match.move(ana, chance, most=3)
        match.move(ben, chance, most=3)
        timed.later(1)
        view, deals = match.view(), [deal for deal in match.deals() if deal["complete"]]
        if view["result"] is None:
            assert not deals
        elif view["result"]["deals"] == len(deals):
            scored = dict.fromkeys((ana.id, ben.id), 0)
            for game in (game for deal in deals for game in deal["games"]):
                for entrant, points in zip(game["seats"], game["points"], strict=True):
                    scored[entrant] += points
            assert [one["points"] for one in view["result"]["entrants"]] == list(scored.values())
    assert view["result"]["deals"] == 8


def test_from_the_seed_of_a_match_anybody_computes_its_deals_and_their_order_again(timed: TimedServer) -> None:
    match = Match(timed, *HOUSE, deals=5)
    view, deals = match.played_out(), match.deals()
    secret = bytes.fromhex(view["seed"])
    seeds = [hmac.digest(secret, b"eights/match/1 seed" + struct.pack(">I", deal), "sha256") for deal in range(5)]
    assert [deal["seed"] for deal in deals] == [seed.hex() for seed in seeds]
    places = struct.unpack(">10H", drawn_order(secret, 10))
    in_order = [derived_id("match", match.id, number) for number in range(10)]
    games = [game["game_id"] for deal in deals for game in deal["games"]]
    assert [games[place] for place in places] == in_order
