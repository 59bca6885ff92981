"""Which player a token belongs to."""

import hmac

from eights.services.players.player import Player
from eights.services.ports import PlayerTokens
from eights.services.records import Records
from eights.services.refusals import Refused


class Authentication:
    """Tells players by their tokens."""

    def __init__(self, tokens: PlayerTokens, players: Records[Player]) -> None:
        self._tokens = tokens
        self._players = players

    def player(self, token_hash: bytes) -> Player:
        """Return the player whose token it is now; raises ``Refused("token_invalid")``.

        That a token was once a player's may be remembered; whether it still is, is asked each time.
        """
        player_id = self._tokens.player_of(token_hash)
        player = None if player_id is None else self._players.read(player_id).value
        if player is None or not hmac.compare_digest(player.token_hash, token_hash):
            raise Refused("token_invalid")
        return player
