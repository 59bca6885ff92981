"""A sample of each notice as it is stored now, beside what it says: it stays readable, whatever comes later."""

from typing import get_args

import pytest

from eights.services.players import notices
from eights.services.players.inbox import Entry
from eights.services.ratings.rating import RatingChange
from eights.store import keys
from eights.store.codec import UnreadableRecord
from eights.store.connection import Connection
from eights.store.inboxes import RedisInboxes

OTHER, GAME = "mzxw6ytboi4dqmjt", "nvxxezjtgyzdcnbv"

NOTICES: tuple[notices.AnyNotice, ...] = (
    notices.Invited(GAME, 1, "survivor"),
    notices.GameStarted(GAME, 1, "survivor"),
    notices.DealDue(GAME, 1, 4),
    notices.YourTurn(GAME, 1, 5),
    notices.GameFinished(GAME, 1, 300, "finished", (0, 12), (1, 2), (0,), RatingChange("survivor", 0.0, -1.25)),
    notices.GameFinished(GAME, 0, 6, "aborted", (0, 0), (1, 1), None),
    notices.MatchInvited(OTHER),
    notices.MatchStarted(OTHER),
    notices.MatchFinished(OTHER),
    notices.TournamentEntered(OTHER),
    notices.TournamentStarted(OTHER),
    notices.TournamentRoundStarted(OTHER, 2, None, bye=True),
    notices.TournamentRoundStarted(OTHER, 3, 1),
    notices.TournamentFinished(OTHER),
    notices.TournamentWithdrawn(OTHER),
    notices.TournamentInvited(OTHER),
)

STORED = (
    "019400b06e767878657a6a7467797a64636e627601a87375727669766f72",
    "019401b06e767878657a6a7467797a64636e627601a87375727669766f72",
    "019402b06e767878657a6a7467797a64636e62760104",
    "019403b06e767878657a6a7467797a64636e62760105",
    (
        "019904b06e767878657a6a7467797a64636e627601cd012ca866696e697368656492000c920102910083a776617269616e74"
        "a87375727669766f72a66265666f7265cb0000000000000000a56166746572cbbff4000000000000"
    ),
    "019804b06e767878657a6a7467797a64636e62760006a761626f72746564920000920101c0",
    "019205b06d7a7877367974626f693464716d6a74",
    "019206b06d7a7877367974626f693464716d6a74",
    "019207b06d7a7877367974626f693464716d6a74",
    "019208b06d7a7877367974626f693464716d6a74",
    "019209b06d7a7877367974626f693464716d6a74",
    "01950ab06d7a7877367974626f693464716d6a7402c0c3",
    "01940ab06d7a7877367974626f693464716d6a740301",
    "01920bb06d7a7877367974626f693464716d6a74",
    "01920cb06d7a7877367974626f693464716d6a74",
    "01920db06d7a7877367974626f693464716d6a74",
)


def test_every_kind_of_notice_is_among_the_samples() -> None:
    assert {type(notice) for notice in NOTICES} == set(get_args(notices.AnyNotice))


def test_an_entry_stays_readable_with_its_mark_and_one_from_before_there_were_marks_too(
    connection: Connection, game_id: str
) -> None:
    log = keys.inbox_key(game_id, "log")
    told = [word for notice in STORED for word in ("n", bytes.fromhex(notice))]
    connection.call("XADD", log, "7-0", "n", bytes.fromhex(STORED[0]))
    connection.call("XADD", log, "8-16171", *told)
    assert RedisInboxes(connection).after(game_id, 6) == [Entry(7, NOTICES[:1]), Entry(8, NOTICES, 0x3F2A)]


def test_a_notice_of_a_later_format_and_one_of_a_later_kind_are_refused(connection: Connection, game_id: str) -> None:
    inboxes = RedisInboxes(connection)
    for later in (b"\x02" + bytes.fromhex(STORED[0])[1:], b"\x01\x92\x63\xb0" + OTHER.encode()):
        connection.call("DEL", keys.inbox_key(game_id, "log"))
        connection.call("XADD", keys.inbox_key(game_id, "log"), "7-0", "n", later)
        with pytest.raises(UnreadableRecord):
            inboxes.after(game_id, 0)
