"""Whole stretches of play, kept as text: a diff shows whatever changes in the deal, the rules or anybody's view.

After a change that is meant, write them again with ``REWRITE_GOLDEN=1 pytest tests/rules/test_golden.py``, and read the
diff.
"""

import os
from pathlib import Path

import pytest

from eights.rules.catalogue import variants
from playthrough import Playthrough, told

FOLDER = Path(__file__).parent.parent / "golden"
REWRITE = os.environ.get("REWRITE_GOLDEN") == "1"

GOLDEN = {
    "crazy-eights": Playthrough("crazy-eights", (), seats=3, seed=1, rounds=3),
    "draw-two": Playthrough("draw-two", (), seats=4, seed=0, rounds=1),
    "draw-two-house-rules": Playthrough(
        "draw-two", ("queen_of_spades_draws_five", "jacks_skip", "aces_reverse"), seats=3, seed=0, rounds=1
    ),
    "huit-americain": Playthrough("huit-americain", (), seats=4, seed=1, rounds=2),
    "huit-americain-a-la-volee": Playthrough(
        "huit-americain", ("pioche", "cumul_mixte", "a_la_volee"), seats=4, seed=1, rounds=1
    ),
    "survivor": Playthrough("survivor", (), seats=3, seed=2, rounds=9),
    "synthesis": Playthrough("synthesis", (), seats=3, seed=3, rounds=2),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_play_goes_as_it_went(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    text = told(GOLDEN[name])
    if REWRITE:
        path.write_text(text, encoding="utf-8")
        pytest.skip(f"wrote {path.name} again")
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_every_variant_has_one() -> None:
    assert {playthrough.variant for playthrough in GOLDEN.values()} == set(variants())
    assert {path.stem for path in FOLDER.iterdir()} == set(GOLDEN)
