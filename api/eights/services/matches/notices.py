"""What players are told of matches. All of it may be told again, and is heard once."""

from typing import Final

from eights.services.matches.match import Match, subject_of
from eights.services.players.inbox import Inboxes
from eights.services.players.notices import MatchFinished, MatchInvited, MatchStarted

_INVITED: Final = 1
_STARTED: Final = 2
_FINISHED: Final = 3


class MatchNotices:
    """Tells players of matches."""

    def __init__(self, inboxes: Inboxes) -> None:
        self._inboxes = inboxes

    def invite(self, match: Match) -> None:
        """Tell those who have not entered yet that the match is offered to them."""
        for entrant in match.entrants:
            if entrant.player is not None and not entrant.entered:
                self._inboxes.tell(entrant.player, subject_of(match.id), _INVITED, [MatchInvited(match.id)])

    def start(self, match: Match) -> None:
        """Tell the entrants that the match begins."""
        for player in match.players:
            self._inboxes.tell(player, subject_of(match.id), _STARTED, [MatchStarted(match.id)])

    def finish(self, match: Match) -> None:
        """Tell the entrants, and whoever set it up, that the match is over."""
        for player in {*match.players, match.creator}:
            self._inboxes.tell(player, subject_of(match.id), _FINISHED, [MatchFinished(match.id)])
