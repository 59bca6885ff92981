from msgspec.structs import replace

from eights.bot_moves import next_bot_move
from eights.bots.house import HOUSE_BOTS
from eights.rules.moves import Challenge, Play
from rounds import begun, laid

STEADY = HOUSE_BOTS["steady"].choose
RANDOM = HOUSE_BOTS["random"].choose


def test_the_bot_on_turn_moves() -> None:
    assert next_bot_move(laid("3H", "KC"), {0: STEADY}, 0) == (0, Play("3H"))


def test_the_table_waits_for_a_seat_that_no_bot_has() -> None:
    assert next_bot_move(laid("3H", "KC"), {1: STEADY}, 0) is None


def test_who_jumps_in_comes_before_the_seat_on_turn() -> None:
    state = laid("3H 4S", "9H 4D", top="9H", plays="huit-americain", options=["a_la_volee"])
    assert next_bot_move(state, {0: STEADY, 1: STEADY}, 0) == (1, Play("9H", announce=True))


def test_the_first_in_order_of_play_challenges() -> None:
    state = laid("KC 3D", "KH", "KS 4S", "KD 4D", turn=2, plays="huit-americain", owes_announcement=(1,))
    assert next_bot_move(state, dict.fromkeys((0, 2, 3), STEADY), 0) == (3, Challenge(1))


def test_at_another_version_the_dice_fall_otherwise() -> None:
    state = laid("8H 3H KH 9C", "KC", "KD", plays="draw-two")
    moves = [next_bot_move(state, {0: RANDOM}, version) for version in (0, 0, *range(1, 20))]
    assert moves[0] == moves[1]
    assert len(set(moves)) > 3


def test_in_another_game_on_the_same_deal_the_dice_fall_otherwise() -> None:
    state = laid("8H 3H KH 9C", "KC", "KD", plays="draw-two")
    sharing = [replace(state, chance=replace(state.chance, blind=bytes([game] * 32))) for game in range(20)]
    assert len({next_bot_move(one, {0: RANDOM}, 0) for one in (state, *sharing)}) > 3


def test_nobody_moves_before_the_deal_or_after_the_round() -> None:
    rules = laid("3H", "KC").rules
    assert next_bot_move(begun(rules, 2), {0: STEADY, 1: STEADY}, 0) is None
