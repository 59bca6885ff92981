"""What happens to registrations and tokens when another request comes in between, or the process dies."""

from collections.abc import Callable

import msgspec
import pytest

from eights.app import SystemClock, SystemSecrets
from eights.services.access import Caller, hash_token
from eights.services.changes import Answer, Asked, Attempt
from eights.services.players.authentication import Authentication
from eights.services.players.player import Player
from eights.services.players.profiles import Profiles
from eights.services.players.registration import Registration
from eights.services.ratings.reading import RatingReading
from eights.services.records import RecordCommit
from eights.services.refusals import Refused
from eights.store.connection import Connection
from eights.store.records import RedisRecords
from eights.store.stores import stores_on
from timed import Killed, killed

KEY = "nobody-guesses-this"


class Interrupted(RedisRecords[Player]):
    """Players before and after whose commits something else may happen, once."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection, "p", Player, answers_expire_in_s=600)
        self.before_commit: Callable[[], object] | None = None
        self.after_commit: Callable[[], object] | None = None

    def commit(self, commit: RecordCommit[Player]) -> bool:
        """Commit, with what was to come in between."""
        before, self.before_commit = self.before_commit, None
        if before is not None:
            before()
        done = super().commit(commit)
        after, self.after_commit = self.after_commit, None
        if after is not None:
            after()
        return done


class Office:
    """Registration, and a player who is registered."""

    def __init__(self, connection: Connection, key: str) -> None:
        self.connection = connection
        self.players = Interrupted(connection)
        stores = stores_on(connection, answers_expire_in_s=600)
        tokens, profiles = stores.player_tokens, Profiles(self.players, RatingReading(stores.ratings, self.players))
        self.registration = Registration(self.players, tokens, profiles, SystemClock(), SystemSecrets())
        self.authentication = Authentication(tokens, self.players)
        self.key = key
        registered = msgspec.json.decode(self.register().body)
        self.id, self.token = registered["player"]["id"], registered["token"]

    def register(self) -> Answer:
        """Register the player, with a key that is the same each time."""
        return self.registration.register("Otto", "bot", None, Asked(Caller(None, "192.0.2.7"), _attempt(self.key)))

    def change_token(self, token: str, key: str | None = KEY) -> str:
        """Change a token for another one."""
        asked = Asked(Caller(hash_token(token), "192.0.2.7"), None if key is None else _attempt(key))
        new: str = msgspec.json.decode(self.registration.take_new_token(asked).body)["token"]
        return new

    def rename(self, name: str) -> None:
        """Change the player's name."""
        self.registration.change(self.id, name, None, Asked(Caller(None, "", player=self.id)))

    def player(self, token: str) -> Player:
        """Return whose token it is."""
        return self.authentication.player(hash_token(token))


def _attempt(key: str) -> Attempt:
    return Attempt(key, b"f" * 32)


@pytest.fixture
def office(connection: Connection, game_id: str) -> Office:
    return Office(connection, game_id)


def test_of_two_changes_of_a_token_at_once_one_wins_and_the_others_token_is_nobodys(office: Office) -> None:
    won: list[str] = []
    office.players.before_commit = lambda: won.append(office.change_token(office.token, "another-key-than-that"))
    with pytest.raises(Refused, match="token_invalid"):
        office.change_token(office.token)
    assert office.player(won[0]).id == office.id
    with pytest.raises(Refused, match="token_invalid"):
        office.player(office.token)


def test_the_same_change_twice_at_once_is_one_change(office: Office) -> None:
    first: list[str] = []
    office.players.before_commit = lambda: first.append(office.change_token(office.token))
    assert office.change_token(office.token) == first[0]
    assert office.player(first[0]).version == 2


def test_whoever_dies_before_the_change_has_changed_nothing(office: Office) -> None:
    office.players.before_commit = killed
    with pytest.raises(Killed):
        office.change_token(office.token)
    assert office.player(office.token).id == office.id
    assert office.player(office.change_token(office.token)).version == 2


def test_whoever_dies_after_the_change_gets_the_answer_with_the_ended_token(office: Office) -> None:
    office.players.after_commit = killed
    with pytest.raises(Killed):
        office.change_token(office.token)
    assert office.player(office.change_token(office.token)).version == 2


def test_once_answers_are_forgotten_an_ended_token_gets_nothing(office: Office) -> None:
    office.change_token(office.token)
    for answer in office.connection.call("KEYS", f"{{p:{office.id}}}:answer:*"):
        office.connection.call("DEL", answer)
    with pytest.raises(Refused, match="token_invalid"):
        office.change_token(office.token)
    with pytest.raises(Refused, match="idempotency_key_reused"):
        office.register()


def test_an_ended_token_is_remembered_no_longer_than_answers_are(office: Office) -> None:
    office.change_token(office.token)
    kept_s = office.connection.call("TTL", f"{{token:{hash_token(office.token).hex()}}}")
    assert 0 < kept_s <= 600


def test_a_new_name_and_a_new_token_at_once_are_both_kept(office: Office) -> None:
    office.players.before_commit = lambda: office.rename("Otto II")
    player = office.player(office.change_token(office.token))
    assert (player.name, player.version) == ("Otto II", 3)


def test_nothing_that_is_stored_of_a_player_is_its_token(office: Office) -> None:
    tokens = [office.token, office.change_token(office.token)]
    for key in office.connection.call("KEYS", f"{{p:{office.id}}}:*"):
        stored = office.connection.call("GET", key)
        assert not [token for token in tokens if token.encode() in stored]
