"""What the tests know of the games and players that they made: everybody's token, and whose turn it is."""

from collections.abc import Mapping
from typing import Any, Final

HOST: Final = "host"
OVER: Final = ("finished", "aborted")
OWN: Final = ("getOwnProfile", "changeOwnProfile", "takeNewToken", "listOwnGames", "followInbox")
"""What a registered player asks for on its own behalf."""


class TableBook:
    """Learns from accepted answers; knows who has to ask for something so that it can succeed."""

    def __init__(self) -> None:
        self.statuses: set[str] = set()
        """In which games were seen."""
        self._tokens: dict[str, dict[str, str]] = {}
        self._views: dict[str, Any] = {}
        self.player: str | None = None
        """The id of a registered player, if there is one."""
        self._player_token: str | None = None

    def learn(self, operation: str, path: Mapping[str, Any], answer: Any) -> None:
        """Note the tokens in an answer, and the game if it is a view of one."""
        view = answer.get("game", answer) if isinstance(answer, dict) else {}
        if operation == "createGame":
            self._tokens[view["id"]] = {HOST: answer["host_token"], **answer["seat_tokens"]}
        elif operation == "takeSeat" and "token" in answer:
            self._tokens[path["game_id"]][str(answer["seat"])] = answer["token"]
        elif operation == "registerPlayer":
            self.player, self._player_token = answer["player"]["id"], answer["token"]
        elif operation == "takeNewToken":
            self._player_token = answer["token"]
        if "round" in view:
            self.statuses.add(view["status"])
            self._views[view["id"]] = view

    def knows(self, game_id: str) -> bool:
        """Tell whether a game was created here."""
        return game_id in self._tokens

    @property
    def first(self) -> str:
        """The id of the game that was created first, of those that go on if there are any."""
        going_on = [game_id for game_id in self._tokens if self._views[game_id]["status"] not in OVER]
        return (going_on or list(self._tokens))[0]

    @property
    def roomy(self) -> str | None:
        """The id of a game that has an open seat, if there is one."""
        return next((game_id for game_id, view in self._views.items() if view["status"] == "open"), None)

    def headers(self, operation: str, path: Mapping[str, Any]) -> dict[str, str]:
        """Return the headers of a request by whoever may make it; none for games that nobody knows."""
        if operation in OWN and self._player_token is not None:
            return {"Authorization": f"Bearer {self._player_token}"}
        tokens = self._tokens.get(str(path.get("game_id")))
        if tokens is None:
            return {}
        asking = HOST
        if operation == "leaveSeat":
            asking = str(path["seat"])
        elif operation in ("listMoves", "makeMove", "getGame"):
            asking = str(self._turn(path["game_id"]))
        return {"Authorization": f"Bearer {tokens.get(asking, tokens[HOST])}"}

    def _turn(self, game_id: str) -> int:
        laid = self._views[game_id]["round"]
        return laid["turn"] or 0 if laid else 0
