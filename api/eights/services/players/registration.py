"""Registering, changing what one said of oneself, and taking another token."""

import hmac

from msgspec.structs import replace

from eights.services.access import hash_token
from eights.services.changes import Answer, Asked
from eights.services.identity import id_for
from eights.services.players.player import DEFAULT_PARALLEL_GAMES, Player, PlayerKind
from eights.services.players.profiles import Profiles, RegisteredView, TokenView, profile_view
from eights.services.ports import Clock, PlayerTokens, Secrets
from eights.services.record_changes import RecordChange, RecordChanges
from eights.services.records import Records
from eights.services.refusals import Refused
from eights.services.tokens import Mint


class Registration:
    """Players as they come, change and take other tokens."""

    def __init__(
        self, players: Records[Player], tokens: PlayerTokens, profiles: Profiles, clock: Clock, secrets: Secrets
    ) -> None:
        self._changes = RecordChanges(players, secrets, missing="token_invalid")
        self._tokens = tokens
        self._profiles = profiles
        self._clock = clock
        self._secrets = secrets

    def register(self, name: str, kind: PlayerKind, parallel_games: int | None, asked: Asked) -> Answer:
        """Register a player; the answer is a :class:`~eights.services.players.profiles.RegisteredView`.

        ``parallel_games`` None means what is usual for the kind. Raises ``Refused("idempotency_key_reused")``.
        """
        player_id = id_for("player", asked, self._secrets)

        def lay_out(mint: Mint) -> RecordChange[Player]:
            token_hash = self._noted(mint, player_id)
            at_once = parallel_games or DEFAULT_PARALLEL_GAMES[kind]
            player = Player(player_id, 0, name, kind, self._clock.now_ms(), token_hash, at_once)
            return RecordChange(player, lambda made: RegisteredView(profile_view(made, {}), mint.token("player")), 201)

        return self._changes.create(player_id, asked, lay_out)

    def change(self, player_id: str, name: str | None, parallel_games: int | None, asked: Asked) -> Answer:
        """Change a player's name or limit, as the player; None leaves one as it is. The answer is the profile.

        At tables where the player sits already it keeps the name that it sat down under. Raises ``Refused``:
        ``stale_version``, ``too_busy``.
        """

        def decide(player: Player, _: Mint) -> RecordChange[Player]:
            changed = replace(player, name=name or player.name, parallel_games=parallel_games or player.parallel_games)
            return RecordChange(changed, self._profiles.view)

        return self._changes.make(player_id, asked, decide)

    def take_new_token(self, asked: Asked) -> Answer:
        """Give a player another token in place of the one that the request came with, which ends at once.

        The answer is a :class:`~eights.services.players.profiles.TokenView`. Who lost it has the ended token alone, so
        the caller is known by the token here, not as a player: with that same token and the same key, both of which
        are secrets, the answer comes again for as long as answers are kept. Raises ``Refused``: ``token_invalid``,
        ``idempotency_key_reused``, ``too_busy``.
        """
        old_hash = asked.caller.token_hash or b""
        player_id = self._tokens.player_of(old_hash)
        if player_id is None:
            raise Refused("token_invalid")

        def decide(player: Player, mint: Mint) -> RecordChange[Player]:
            if not hmac.compare_digest(player.token_hash, old_hash):
                raise Refused("token_invalid")
            changed = replace(player, token_hash=self._noted(mint, player.id))
            return RecordChange(changed, lambda _: TokenView(mint.token("player")))

        answer = self._changes.make(player_id, asked, decide)
        self._tokens.retire(old_hash)
        return answer

    def _noted(self, mint: Mint, player_id: str) -> bytes:
        """Return the hash of the token that is made; whose it is must be known before the player has it."""
        token_hash = hash_token(mint.token("player"))
        self._tokens.remember(token_hash, player_id)
        return token_hash
