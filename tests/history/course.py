"""What a game came to, computed from its replay: which step made which version, and what everybody was to be told."""

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from builders import game
from eights.rules.notation import read_step
from eights.rules.replay import beginning, take
from eights.rules.replay_file import Replay
from eights.rules.state import Seat
from eights.rules.violations import RuleViolation
from eights.services.following import update_seen_by
from eights.services.game import Update

FIRST_STEP = 2
"""The version that the first step makes, where all seats are taken from the start."""


class Course:
    """A game in which each step was a change of its own: no house bot, no clock, nobody who sat down later."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.called_off = replay.ended == "aborted"
        self.told = cache(self._told)

    @property
    def last_version(self) -> int:
        """The version that its steps lead to, and the end where it was called off."""
        return FIRST_STEP - 1 + len(self.replay.steps) + self.called_off

    @property
    def steps(self) -> Mapping[int, str]:
        """The steps by the versions that they made."""
        return dict(enumerate(self.replay.steps, FIRST_STEP))

    def _told(self, who: Seat | None) -> Mapping[int, Any]:
        """Return what a seat, or somebody without one, was to be told, by version, up to a step that is not legal."""
        replay = self.replay
        state = beginning(replay.rules, replay.chance, replay.first_dealer)
        told: dict[int, Any] = {}
        with suppress(RuleViolation, ValueError):
            for version, step in self.steps.items():
                state, events = take(state, read_step(step))
                seen = update_seen_by(replace(game(), state=state), Update(version, tuple(events)), who)
                told[version] = msgspec.json.decode(msgspec.json.encode(seen))["events"]
        return {**told, self.last_version: [{"type": "game_aborted"}]} if self.called_off else told
