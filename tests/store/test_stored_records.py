"""A sample of each record as it is stored now, beside what it says: it stays readable, whatever comes later.

Records from before there were marks are in test_former_records.py, games in test_codec.py.
"""

from typing import Any

import pytest

from eights.rules.ruleset import Rules
from eights.services.game import TurnClock
from eights.services.matches.hosting import Hosted
from eights.services.matches.match import Entrant, Match
from eights.services.matches.playing import facts_of
from eights.services.matches.tally import Difference, EntrantTally, GameFact, Tally
from eights.services.players.player import Player
from eights.services.ports import Recorded
from eights.services.tournaments.collecting import Collecting
from eights.services.tournaments.deals import DealResult
from eights.services.tournaments.tournament import Entry, Plan, Round, Ruling, Tournament
from eights.store import keys
from eights.store.codec import UnreadableRecord
from eights.store.connection import Connection
from eights.store.games import RedisGameStore
from eights.store.player_tokens import RedisPlayerTokens
from eights.store.records import RedisFacts, RedisRecords
from eights.tournaments.plan import RoundPlan, Table

ID, OTHER, GAME = "k3qlgi4whwvzcky4", "mzxw6ytboi4dqmjt", "nvxxezjtgyzdcnbv"
AT_MS = 1_780_000_000_000
HASH = bytes(range(32))

PLAYER = Player(ID, 3, "Ana", "human", AT_MS, HASH, 2, 0x3F2A)
HOSTED = Hosted(ID, 2, (OTHER, GAME), (AT_MS, AT_MS + 1))
MATCH = Match(
    id=ID,
    version=7,
    variant="crazy-eights",
    options=("stacking",),
    rules_data=b"\x81\xa7jump_in\xc3",
    entrants=(Entrant(OTHER, "Ben", True, False), Entrant("bot:steady", "steady", True)),
    creator=OTHER,
    deals=2,
    rotate_seats=True,
    clock=TurnClock(10, "forfeit", 1),
    created_at_ms=AT_MS,
    status="finished",
    secret=HASH,
    order=b"\0\3\0\1\0\2\0\0",
    begun=4,
    running=(2, 3),
    over=b"\1\2",
    opened=1,
    tally=Tally(
        deals=2,
        games=4,
        undecided=1,
        entrants=(
            EntrantTally(12, 6.0, 1.5, 2, 0, 1, 2.5, 4.0),
            EntrantTally(20, 10.0, None, 1, 1, 0, None, None),
        ),
        differences=(Difference(0, 1, -4.0, 2.5), Difference(1, 0, 4.0, None)),
    ),
    started_at_ms=AT_MS + 1,
    ended_at_ms=AT_MS + 2,
    declined_by=OTHER,
    mark=0x0102,
)
TOURNAMENT = Tournament(
    id=ID,
    version=9,
    plan=Plan(
        name="Friday night",
        variant="crazy-eights",
        options=("stacking",),
        patch={"turn_limit": 60},
        rules=Rules(jump_in=True),
        format="swiss",
        table_size=2,
        smallest_table=2,
        byes=True,
        rounds=3,
        deals_per_table=1,
        duplicate=False,
        open=True,
        clock=TurnClock(60, "forfeit", 3),
        points_for_place=(1.0, 0.5),
        bye_points=1.0,
        pairing="auto",
        visibility="public",
    ),
    created_at_ms=AT_MS,
    organiser_hash=HASH,
    secret=HASH[::-1],
    entries=(Entry(OTHER, "Ben", False), Entry("bot:steady", "steady", True, 1, True, 1)),
    invited=(GAME,),
    rounds=(Round(RoundPlan((Table((OTHER, "bot:steady")),), (GAME,)), AT_MS, AT_MS + 1, True),),
    rulings=(Ruling(GAME, 1, 1, 1, 1, "award", "a card on the floor", AT_MS, OTHER, (0, 5)),),
    status="playing",
    planned_rounds=3,
    finished_ms=AT_MS + 2,
    mark=5,
)
RECORDED = Recorded(HASH, 201, b'{"token":"?"}', 1, b"salt", ("player",), 0x3F2A)

GAME_FACT = GameFact((5, 0), 1, (0,), (2, 0), ((250, 300), (70_000,)))
DEAL_RESULT = DealResult("finished", (5, 0), (0,), (0,))

PLAYER_STORED = """
010000000398b06b33716c676934776877767a636b793403a3416e61a568756d616ecf0000019e70448800c420000102030405060708090a0b0c
0d0e0f101112131415161718191a1b1c1d1e1f02cd3f2a
"""
HOSTED_STORED = """
010000000294b06b33716c676934776877767a636b79340292b06d7a7877367974626f693464716d6a74b06e767878657a6a7467797a64636e62
7692cf0000019e70448800cf0000019e70448801
"""
MATCH_STORED = """
0100000007dc0017b06b33716c676934776877767a636b793407ac6372617a792d65696768747391a8737461636b696e67c40a81a76a756d705f
696ec39294b06d7a7877367974626f693464716d6a74a342656ec3c294aa626f743a737465616479a6737465616479c3c3b06d7a787736797462
6f693464716d6a7402c3930aa7666f726665697401cf0000019e70448800a866696e6973686564c420000102030405060708090a0b0c0d0e0f10
1112131415161718191a1b1c1d1e1fc408000300010002000004920203c4020102019502040192980ccb4018000000000000cb3ff80000000000
00020001cb4004000000000000cb40100000000000009814cb4024000000000000c0010100c0c092940001cbc010000000000000cb4004000000
000000940100cb4010000000000000c0cf0000019e70448801cf0000019e70448802b06d7a7877367974626f693464716d6a74cd0102
"""
TOURNAMENT_STORED = """
01000000099eb06b33716c676934776877767a636b793409dc0012ac467269646179206e69676874ac6372617a792d65696768747391a8737461
636b696e6781aa7475726e5f6c696d69743cde0010a7706c617965727382a36d696e02a36d61780ca46465636b84a572616e6b73a3322d41a66a
6f6b65727300a57061636b7301b063617264735f7065725f706c617965720ca968616e645f73697a6581a764656661756c7405ac66697273745f
706c61796572ae6c6566745f6f665f6465616c6572a77374617274657283a477696c64a5706c61696ea6616374696f6ea5706c61696ea56a6f6b
6572a462757279a5636172647380a46472617784a47768656ea5737475636ba56c696d6974c0ae756e74696c5f706c617961626c65c2a4746865
6ea76e6f7468696e67a770656e616c747982a5737461636ba46e6f6e65a9656e64735f7475726ec3b0726576657273655f776974685f74776fa5
616761696ea76a756d705f696ec3aa7475726e5f6c696d6974cd03e8a96c6173745f6361726482a8616e6e6f756e6365a36f6666a770656e616c
747902a666696e69736882aa6d756c7469706c69657280ac647261775f6170706c696573c2a6706f696e747380a773636f72696e67af6c6f7365
72735f6b6565705f6f776ea56d6174636883a474797065a673696e676c65a6706f696e747364a6726f756e647301a573776973730202c30301c2
c3933ca7666f72666569740392cb3ff0000000000000cb3fe0000000000000cb3ff0000000000000a46175746fa67075626c6963cf0000019e70
448800c420000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1fc4201f1e1d1c1b1a191817161514131211100f0e0d
0c0b0a090807060504030201009296b06d7a7877367974626f693464716d6a74a342656ec200c20096aa626f743a737465616479a67374656164
79c301c30191b06e767878657a6a7467797a64636e6276919492919192b06d7a7877367974626f693464716d6a74aa626f743a73746561647991
b06e767878657a6a7467797a64636e6276cf0000019e70448800cf0000019e70448801c3919ab06e767878657a6a7467797a64636e6276010101
01a56177617264b3612063617264206f6e2074686520666c6f6f72cf0000019e70448800b06d7a7877367974626f693464716d6a74920005a770
6c6179696e6703cf0000019e7044880205
"""
RECORDED_STORED = """
0297c420000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1fccc9c409ab56823580ed956a0101c40473616c7491a6
706c61796572cd3f2a
"""
FORMER_RECORDED_STORED = """
0197c420000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1fccc9c40d7b22746f6b656e223a223f227d01c4047361
6c7491a6706c61796572cd3f2a
"""
GAME_FACT_STORED = "959205000191009202009292ccfacd012c91ce00011170"
DEAL_RESULT_STORED = "94a866696e697368656492050091009100"


@pytest.mark.parametrize(
    ("kind", "record", "stored"),
    [
        ("p", PLAYER, PLAYER_STORED),
        ("h", HOSTED, HOSTED_STORED),
        ("m", MATCH, MATCH_STORED),
        ("t", TOURNAMENT, TOURNAMENT_STORED),
    ],
)
def test_a_record_stays_readable_and_one_of_a_later_format_is_refused(
    connection: Connection, game_id: str, kind: str, record: Any, stored: str
) -> None:
    records = RedisRecords(connection, kind, type(record), answers_expire_in_s=600)
    connection.call("SET", keys.record_key(kind, game_id), bytes.fromhex(stored))
    assert records.read(game_id).value == record
    connection.call("SET", keys.record_key(kind, game_id), b"\x02" + bytes.fromhex(stored)[1:])
    with pytest.raises(UnreadableRecord, match="format 2, but this program knows none above 1"):
        records.read(game_id)


def test_the_sample_of_a_record_fills_every_field() -> None:
    for record in (PLAYER, MATCH, TOURNAMENT, RECORDED):
        defaults = dict(zip(record.__struct_fields__[::-1], record.__struct_defaults__[::-1], strict=False))
        assert not [name for name, default in defaults.items() if getattr(record, name) == default]


def test_the_answer_to_a_keyed_request_stays_readable_and_one_of_a_later_format_is_refused(
    connection: Connection, store: RedisGameStore, game_id: str
) -> None:
    players = RedisRecords(connection, "p", Player, answers_expire_in_s=600)
    for key, reader in ((keys.answer_key(game_id, "k"), store), (keys.record_answer_key("p", game_id, "k"), players)):
        for stored in (FORMER_RECORDED_STORED, RECORDED_STORED):
            connection.call("SET", key, bytes.fromhex(stored))
            assert reader.read(game_id, "k").recorded == RECORDED
        connection.call("SET", key, b"\x03" + bytes.fromhex(RECORDED_STORED)[1:])
        with pytest.raises(UnreadableRecord, match="format 3"):
            reader.read(game_id, "k")


def test_what_a_matchs_game_came_to_stays_readable(connection: Connection, game_id: str) -> None:
    connection.call("HSET", keys.facts_key("m", game_id), "3", bytes.fromhex(GAME_FACT_STORED))
    assert facts_of(RedisFacts(connection, "m").of(game_id)) == {3: GAME_FACT}


def test_what_a_tournaments_game_came_to_stays_readable(
    connection: Connection, store: RedisGameStore, game_id: str
) -> None:
    connection.call("HSET", keys.facts_key("t", game_id), GAME, bytes.fromhex(DEAL_RESULT_STORED))
    assert Collecting(store, RedisFacts(connection, "t")).results(game_id, [GAME, OTHER]) == {GAME: DEAL_RESULT}


def test_whose_a_token_is_stays_readable(connection: Connection, game_id: str) -> None:
    token_hash = game_id.encode() * 2
    connection.call("SET", f"{{token:{token_hash.hex()}}}", ID)
    assert RedisPlayerTokens(connection).player_of(token_hash) == ID
