from msgspec.structs import replace

from eights.arena.duplicate import Contest, DealResult
from eights.arena.workers import AT_ONCE, results
from eights.rules.catalogue import variants


def played(processes: int) -> list[DealResult]:
    contest = Contest(variants()["draw-two"].rules, ("steady", "random"), "test")
    portions = results(contest, AT_ONCE + 3, processes)
    return [replace(result, nanoseconds=()) for portion in portions for result in portion]


def test_the_number_of_processes_changes_nothing_but_the_time() -> None:
    alone = played(1)
    assert len(alone) == AT_ONCE + 3
    assert played(2) == alone
