"""For how long things break, and by which seed: ``make chaos`` sets both.

A seed that failed is tried again by ``make chaos SEED=...``: the same things break in the same order, and the same is
wished for. What is on its way when they do, no seed settles.
"""

import os
import secrets
from typing import Final

SEED: Final = int(os.environ.get("EIGHTS_TEST_CHAOS_SEED") or secrets.randbelow(1_000_000))
SECONDS: Final = float(os.environ.get("EIGHTS_TEST_CHAOS_SECONDS") or 0)
"""Each thing breaks once in any case."""
