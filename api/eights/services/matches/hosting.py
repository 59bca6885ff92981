"""How many matches a player may have going at once."""

from typing import Final

import msgspec
from msgspec.structs import replace

from eights.services.changes import TRIES
from eights.services.matches.match import KEPT_S, Match
from eights.services.records import RecordCommit, Records
from eights.services.refusals import Refused

MOST_AT_ONCE: Final = 4


class Hosted(msgspec.Struct, frozen=True, array_like=True):
    """The matches that a player has set up and that may not be over yet."""

    id: str
    """The player's."""
    version: int
    matches: tuple[str, ...] = ()


class Hosting:
    """Keeps count of the matches that players have set up."""

    def __init__(self, hosted: Records[Hosted], matches: Records[Match]) -> None:
        self._hosted = hosted
        self._matches = matches

    def note(self, player_id: str, match_id: str) -> None:
        """Note a match that a player is about to set up; may be repeated.

        Raises ``Refused``: ``too_many_matches``, ``too_busy``.
        """
        for _ in range(TRIES):
            hosted = self._hosted.read(player_id).value or Hosted(player_id, 0)
            going = self._going(hosted)
            if match_id in going:
                return
            if len(going) >= MOST_AT_ONCE:
                raise Refused("too_many_matches", limit=MOST_AT_ONCE)
            noted = replace(hosted, version=hosted.version + 1, matches=(*going, match_id))
            if self._hosted.commit(RecordCommit(noted, KEPT_S)):
                return
        raise Refused("too_busy", retry_after_s=1)

    def _going(self, hosted: Hosted) -> tuple[str, ...]:
        found = self._matches.read_many(hosted.matches)
        return tuple(match.id for match in found if match is not None and not match.is_over)
