from collections import Counter

from eights.bots.dice import Dice


def throws(dice: Dice, count: int = 20) -> list[int]:
    return [dice.below(1000) for _ in range(count)]


def test_the_same_seed_seat_and_version_give_the_same_throws() -> None:
    assert throws(Dice.at(bytes(32), 3, 7)) == throws(Dice.at(bytes(32), 3, 7))


def test_another_seed_seat_version_or_blind_gives_other_throws() -> None:
    all_dice = [
        Dice.at(bytes(32), 3, 7),
        Dice.at(bytes([1] * 32), 3, 7),
        Dice.at(bytes(32), 4, 7),
        Dice.at(bytes(32), 3, 8),
        Dice.at(bytes(32), 3, 7, bytes(32)),
        Dice.at(bytes(32), 3, 7, bytes([1] * 32)),
    ]
    assert len({tuple(throws(dice)) for dice in all_dice}) == len(all_dice)


def test_every_option_is_picked_about_as_often() -> None:
    dice = Dice.at(bytes(32), 0, 0)
    picked = Counter(dice.pick("SHD") for _ in range(3000))
    assert sorted(picked) == ["D", "H", "S"]
    assert min(picked.values()) > 900
