"""Every ruling kept as data holds, each as a test of its own."""

from pathlib import Path

import pytest

from eights.rules import scenario
from eights.rules.scenario_file import Scenario, read

FOLDER = Path(__file__).parent.parent / "rulings"
RULINGS = [ruling for path in sorted(FOLDER.glob("*.json")) for ruling in read(path.read_bytes())]


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.id)
def test_ruling(ruling: Scenario) -> None:
    assert scenario.run(ruling) is None


def test_every_ruling_has_a_name_of_its_own() -> None:
    names = [ruling.id for ruling in RULINGS]
    assert len(set(names)) == len(names) > 250
