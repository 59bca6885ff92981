"""How many matches a player may have going at once."""

from typing import Final

import msgspec
from msgspec.structs import replace

from eights.services.changes import TRIES
from eights.services.matches.match import KEPT_S, Match
from eights.services.ports import Clock
from eights.services.records import RecordCommit, Records
from eights.services.refusals import Refused

MOST_AT_ONCE: Final = 4
ON_ITS_WAY_MS: Final = 60_000
"""A match that was noted and is not there yet may still be written for so long."""


class Hosted(msgspec.Struct, frozen=True, array_like=True):
    """The matches that a player has set up and that may not be over yet."""

    id: str
    """The player's."""
    version: int
    matches: tuple[str, ...] = ()
    noted_ms: tuple[int, ...] = ()
    """When each of them was noted."""


class Hosting:
    """Keeps count of the matches that players have set up."""

    def __init__(self, hosted: Records[Hosted], matches: Records[Match], clock: Clock) -> None:
        self._hosted = hosted
        self._matches = matches
        self._clock = clock

    def note(self, player_id: str, match_id: str) -> None:
        """Note a match that a player is about to set up; may be repeated.

        Raises ``Refused``: ``too_many_matches``, ``too_busy``.
        """
        for _ in range(TRIES):
            stored = self._hosted.read(player_id)
            hosted = stored.value or Hosted(player_id, 0)
            now_ms = self._clock.now_ms()
            going = self._going(hosted, now_ms)
            if match_id in going:
                return
            if len(going) >= MOST_AT_ONCE:
                raise Refused("too_many_matches", limit=MOST_AT_ONCE)
            noted = replace(
                hosted,
                version=hosted.version + 1,
                matches=(*going, match_id),
                noted_ms=(*going.values(), now_ms),
            )
            if self._hosted.commit(RecordCommit(noted, KEPT_S, replaces=stored.written)):
                return
        raise Refused("too_busy", retry_after_s=1)

    def _going(self, hosted: Hosted, now_ms: int) -> dict[str, int]:
        """Return the matches that are not over, or not written yet by those who noted them, and when each was noted."""
        times = hosted.noted_ms or (0,) * len(hosted.matches)
        noted = dict(zip(hosted.matches, times, strict=True))
        found = zip(noted.items(), self._matches.read_many(hosted.matches), strict=True)
        return {
            match_id: at_ms
            for (match_id, at_ms), match in found
            if (now_ms - at_ms < ON_ITS_WAY_MS if match is None else not match.is_over)
        }
