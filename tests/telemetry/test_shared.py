"""The numbers of several workers together: nothing is lost when one ends, nothing is counted twice."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from eights.telemetry.families import CLOCKS, MOVES, PROCESSOR_TIME, STREAMS, WORKERS
from eights.telemetry.shared import Shared
from eights.telemetry.tally import Tally

KEY = (MOVES.name, "survivor", "ok")
WORKER = """
import sys
from pathlib import Path
from eights.telemetry.families import CLOCKS, MOVES
from eights.telemetry.shared import Shared
from eights.telemetry.tally import Tally
tally = Tally()
tally.watch_streams(lambda: 7)
for _ in range(3):
    tally.count(MOVES.name, "survivor", "ok")
    tally.observe(CLOCKS, 0.15, "people")
Shared(tally).join(Path(sys.argv[1]))
print("joined", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def worker(tmp_path: Path) -> Callable[[], subprocess.Popen[str]]:
    def start() -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", WORKER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "joined\n"
        return process

    return start


def end(*workers: subprocess.Popen[str]) -> None:
    for process in workers:
        process.communicate()


def test_who_is_alone_tells_of_itself() -> None:
    tally = Tally()
    tally.count(*KEY)
    together = Shared(tally).together()
    assert together.counts[KEY] == 1
    assert together.gauges == {(STREAMS.name,): 0, (WORKERS.name,): 1}
    assert together.counts[(PROCESSOR_TIME.name,)] > 0


def test_counters_and_histograms_of_all_workers_are_added(
    tmp_path: Path, worker: Callable[[], subprocess.Popen[str]]
) -> None:
    own = Tally()
    own.count(*KEY)
    own.observe(CLOCKS, 1000, "people")
    shared = Shared(own)
    shared.join(tmp_path)
    others = [worker(), worker()]
    together = shared.together()
    end(*others)
    assert together.counts[KEY] == 7
    assert together.gauges == {(STREAMS.name,): 14, (WORKERS.name,): 3}
    assert together.spreads[(CLOCKS.name, "people")] == pytest.approx([0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1000.9])


def test_what_a_worker_counted_stays_when_it_has_ended_but_not_what_it_had_open(
    tmp_path: Path, worker: Callable[[], subprocess.Popen[str]]
) -> None:
    shared = Shared(Tally())
    shared.join(tmp_path)
    end(worker(), worker())
    for _ in range(2):
        together = shared.together()
        assert together.counts[KEY] == 6
        assert together.gauges == {(STREAMS.name,): 0, (WORKERS.name,): 1}
    assert len(list(tmp_path.glob("worker-*"))) == 1


def test_of_a_process_number_that_is_given_again_the_former_holder_has_ended(tmp_path: Path) -> None:
    former, now = Tally(), Tally()
    former.count(*KEY)
    former.watch_streams(lambda: 5)
    Shared(former).join(tmp_path)
    shared = Shared(now)
    shared.join(tmp_path)
    together = shared.together()
    assert together.counts[KEY] == 1
    assert together.gauges == {(STREAMS.name,): 0, (WORKERS.name,): 1}


def test_a_folder_that_is_gone_ends_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    shared = Shared(Tally())
    shared.join(folder)
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    shared.publish()
    assert shared.together().gauges[(WORKERS.name,)] == 1
    assert not folder.exists()
