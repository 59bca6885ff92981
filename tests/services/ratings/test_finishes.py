from msgspec.structs import replace

from eights.services.game import Game, SeatHolder
from eights.services.ratings.finishes import finishes
from finished_games import finished, seated

ANA, BEN, CHLOE, DOV = ("a" * 16, "b" * 16, "c" * 16, "d" * 16)
STEADY = "bot:steady"
PASSER_BY = SeatHolder("Somebody", b"t" * 32)


def places(game: Game) -> list[int]:
    return [finish.place for finish in finishes(game)]


def gone(game: Game, *seats: int) -> Game:
    return replace(game, state=replace(game.state, gone=seats, out=seats))


def test_players_finish_by_their_totals() -> None:
    found = finishes(finished([ANA, CHLOE, BEN], [12, 3, 40]))
    assert [(finish.entrant, finish.place) for finish in found] == [(ANA, 2), (CHLOE, 1), (BEN, 3)]


def test_equal_totals_share_a_place() -> None:
    assert places(finished([ANA, BEN, CHLOE, DOV], [7, 2, 7, 40])) == [2, 1, 2, 4]


def test_those_who_left_share_the_last_place_whatever_they_had() -> None:
    assert places(gone(finished([ANA, BEN, CHLOE, DOV], [1, 30, 40, 10]), 0, 2)) == [3, 2, 3, 1]


def test_who_left_a_seat_to_a_bot_is_last_though_the_bot_won() -> None:
    left = replace(seated(STEADY), former_player=ANA)
    found = finishes(finished([left, BEN, CHLOE], [3, 12, 40]))
    assert [(finish.entrant, finish.place) for finish in found] == [(ANA, 3), (BEN, 1), (CHLOE, 2)]


def test_a_game_that_everybody_left_to_bots_is_a_tie() -> None:
    left = [replace(seated(STEADY), former_player=player) for player in (ANA, BEN)]
    assert places(finished(left, [40, 12])) == [1, 1]


def test_a_game_that_is_not_over_or_was_called_off_is_not_rated() -> None:
    game = finished([ANA, BEN], [40, 12])
    assert finishes(replace(game, aborted=True)) == ()
    for status in ("ready", "playing", "round_over"):
        assert finishes(replace(game, state=replace(game.state, status=status))) == ()


def test_a_game_with_somebody_who_is_not_registered_is_not_rated() -> None:
    assert finishes(finished([ANA, PASSER_BY, BEN], [40, 12, 3])) == ()


def test_a_game_that_somebody_not_registered_left_to_a_bot_is_not_rated() -> None:
    left = replace(seated(STEADY), former_hash=b"t" * 32)
    assert finishes(finished([ANA, left], [40, 12])) == ()


def test_a_game_with_a_house_bot_is_not_rated() -> None:
    assert finishes(finished([ANA, STEADY, BEN], [40, 12, 3])) == ()
    assert finishes(finished([STEADY, "bot:random"], [40, 12])) == ()
