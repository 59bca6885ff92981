"""While other games on the same deal go on, a game that is over shows nobody's cards."""

import pytest
from msgspec.structs import replace

from builders import game
from eights.rules.dealing import deal
from eights.rules.events import AnyEvent
from eights.rules.leaving import leave
from eights.services.access import STRANGER, Viewer
from eights.services.following import RoundEndedView, update_seen_by
from eights.services.game import Game, Update
from eights.services.views import game_view, sheet_view


def left_at_once(*, deal_open: bool) -> tuple[Game, list[AnyEvent]]:
    """A game for two that was dealt and left: the round is over, and hands were never played."""
    new = game(seats=2)
    state, _ = deal(new.state)
    state, events = leave(state, 1)
    assert state.last_score is not None
    assert any(state.last_score.hands)
    return replace(new, state=state, deal_open=deal_open), events


@pytest.mark.parametrize("viewer", [STRANGER, Viewer(host=True), Viewer(seat=0), Viewer(seat=1)])
@pytest.mark.parametrize("deal_open", [True, False])
def test_hands_are_open_once_nobody_can_hold_them_again(viewer: Viewer, deal_open: bool) -> None:
    over, events = left_at_once(deal_open=deal_open)
    score = over.state.last_score
    assert score is not None
    expected = () if deal_open else score.hands
    shown = game_view(over, viewer).last_round
    assert shown is not None
    assert shown.hands == expected
    assert shown.hand_points == sheet_view(over, [score]).rounds[0].hand_points != ()
    assert sheet_view(over, [score]).rounds[0].hands == expected
    seen = update_seen_by(over, Update(2, tuple(events)), viewer.seat).events
    assert [event.score.hands for event in seen if isinstance(event, RoundEndedView)] == [expected]
