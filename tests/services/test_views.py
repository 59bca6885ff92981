"""What a view says of the clock."""

from msgspec.structs import replace

from builders import game, played_at_random
from eights.services.access import Viewer
from eights.services.game import TurnClock
from eights.services.views import game_view

AT_MS = 1_780_000_000_000


def test_who_ended_a_round_has_no_deadline_while_the_next_one_deals_itself() -> None:
    clock = TurnClock(move_s=30, on_timeout="auto", strikes=3)
    timed = replace(game(variant_id="huit-americain"), auto_deal=True, clock=clock)
    between = next(commit.game for commit in played_at_random(timed) if commit.game.status == "round_over")
    playing = next(commit.game for commit in played_at_random(timed) if commit.game.status == "playing")
    seen = [game_view(replace(one, deadline_ms=AT_MS), Viewer(seat=0)).round for one in (between, playing)]
    assert [view and view.deadline for view in seen] == [None, "2026-05-28T20:26:40.000Z"]
