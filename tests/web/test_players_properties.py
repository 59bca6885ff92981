"""However players are invited, sit down, decline, get up and change their tokens: who sits where, and who sees it."""

from typing import Any, Final

import httpx
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from players import Somebody
from tables import Table

PLAYERS: Final = 3
SEATS: Final = 4
FREE: Final = "free"

Sitting = tuple[str, int] | str
"""``free``, ``("kept", player)``, ``("sat", player)`` or ``("named", seat)``."""
Action = tuple[str, int | None, int | None]
"""What, which player (None: somebody without a token), which seat."""

_ACTIONS: Final = st.tuples(
    st.sampled_from(["take", "take", "leave", "clear", "change token"]),
    st.sampled_from([None, *range(PLAYERS)]),
    st.sampled_from([None, *range(SEATS)]),
)
_FOR_WHOM: Final = st.permutations([*range(PLAYERS), None, None, None]).map(lambda drawn: drawn[:SEATS])


class Evening:
    """A table and what is to be true of it."""

    def __init__(self, people: list[Somebody], for_whom: list[int | None], visibility: str) -> None:
        self.people = people
        self.private = visibility == "private"
        self.seats: list[Sitting] = [FREE if who is None else ("sat" if who == 0 else "kept", who) for who in for_whom]
        seats = [{} if who is None else {"player": people[who].id} for who in for_whom]
        wish = {"variant": "synthesis", "seats": seats, "visibility": visibility}
        self.table = Table(people[0].http, people[0].ask("POST", "/v1/games", wish).json())

    def place(self, how: str, who: int | None) -> int | None:
        """Return the seat that a player sits in, or that is kept for it."""
        return next((seat for seat, sitting in enumerate(self.seats) if sitting == (how, who)), None)

    def do(self, action: Action) -> None:
        """Do something, if it may be done, and check that it is done or refused accordingly."""
        what, who, seat = action
        if what == "change token":
            self._change_token(who)
            return
        expected = self._after(what, who, seat)
        answer = self._asked(what, who, seat)
        note(f"{action}: {answer.status_code} {answer.text[:200]}")
        assert answer.is_success == (expected is not None)
        assert answer.status_code < 500
        if expected is not None:
            self.seats = expected

    def _asked(self, what: str, who: int | None, seat: int | None) -> httpx.Response:
        token = None if who is None else self.people[who].token
        if what == "take":
            body = {} if seat is None else {"seat": seat}
            return self.table.post("/seats", token, body if token else {**body, "name": "Zoé"})
        return self.table.delete(f"/seats/{seat or 0}", "host" if what == "clear" else token)

    def _change_token(self, who: int | None) -> None:
        if who is not None:
            one = self.people[who]
            ended, one.token = one.token, one.ask("POST", "/v1/players/me/token").json()["token"]
            assert self.table.get("", ended).status_code == 401

    def _after(self, what: str, who: int | None, seat: int | None) -> list[Sitting] | None:
        """Return who sits where once it is done, None if it may not be done."""
        if what == "take":
            return self._after_taking(who, seat)
        sitting = self.seats[seat or 0]
        allowed = sitting != FREE if what == "clear" else who is not None and sitting in (("sat", who), ("kept", who))
        return [*self.seats[: seat or 0], FREE, *self.seats[(seat or 0) + 1 :]] if allowed else None

    def _after_taking(self, who: int | None, wanted: int | None) -> list[Sitting] | None:
        kept = None if who is None else self.place("kept", who)
        if (who is not None and self.place("sat", who) is not None) or (self.private and kept is None):
            return None
        possible = [seat for seat, sitting in enumerate(self.seats) if sitting == FREE]
        if kept is not None:
            possible = [kept] if self.private or wanted is None else [*possible, kept]
        taken = min(possible, default=None) if wanted is None else wanted
        if taken not in possible:
            return None
        after = [FREE if seat == kept else sitting for seat, sitting in enumerate(self.seats)]
        return [*after[:taken], ("named", taken) if who is None else ("sat", who), *after[taken + 1 :]]

    def check(self) -> None:
        """Check what everybody sees."""
        seen = self.table.view("host")
        assert [self._sitting(seat) for seat in seen["seats"]] == self.seats
        waiting = any(sitting == FREE or sitting[0] == "kept" for sitting in self.seats)
        assert seen["status"] == ("open" if waiting else "ready")
        for who, one in enumerate(self.people):
            answer = self.table.get("", one.token)
            seat = self.place("sat", who)
            if self.private and seat is None and self.place("kept", who) is None:
                assert answer.status_code == 404
            else:
                assert answer.json()["seats"] == seen["seats"]
                assert (answer.json()["you"] or {"seat": None})["seat"] == seat

    def _sitting(self, seat: dict[str, Any]) -> Sitting:
        ids = [one.id for one in self.people]
        if "invited" in seat:
            assert (seat["name"], seat["kind"]) == (None, None)
            return "kept", ids.index(seat["invited"])
        if "player" in seat:
            return "sat", ids.index(seat["player"])
        return FREE if seat["name"] is None else ("named", seat["seat"])


@pytest.fixture(scope="module")
def people(http: httpx.Client) -> list[Somebody]:
    return [Somebody.registered(http, f"Player {number}") for number in range(PLAYERS)]


@given(
    for_whom=_FOR_WHOM,
    visibility=st.sampled_from(["unlisted", "private"]),
    actions=st.lists(_ACTIONS, min_size=15, max_size=15),
)
def test_a_player_has_one_seat_at_most_which_it_consented_to_and_its_present_token_acts_for(
    people: list[Somebody], for_whom: list[int | None], visibility: str, actions: list[Action]
) -> None:
    evening = Evening(people, for_whom, visibility)
    evening.check()
    for action in actions:
        evening.do(action)
        evening.check()
