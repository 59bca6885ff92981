from contextlib import suppress
from itertools import islice

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from builders import after_step, creation, game, played_at_random
from eights.rules import events, moves, replay
from eights.rules.ruleset import Rules
from eights.rules.state import RoundScore
from eights.services.game import Game, SeatHolder, TurnClock, Update
from eights.services.ports import Recorded, StoreUnavailable
from eights.store import codec
from eights.store.deflating import APART, block, deflated
from eights.store.deflating import SHEET as LINES
from eights.store.packed_cards import CARDS

SCORE = RoundScore(1, 0, 1, "emptied_hand", "8H", 2, (("QS",), ()), (20, 0), (20, 0))
NEXT_SCORE = RoundScore(2, 1, None, "blocked", None, 1, (("2C", "XX"), ("3C",)), (2, 3), (22, 3))
EVERY_EVENT: tuple[events.AnyEvent, ...] = (
    events.RoundDealt(number=1, dealer=0, starter="8H", counts=(1, 1), hands=(("2C",), ("3C",))),
    events.CardPlayed(seat=0, card="XX", jump_in=True),
    events.SuitNamed(seat=0, suit="H"),
    events.CardsDrawn(seat=1, count=1, reason="penalty", cards=("QS",)),
    events.TurnPassed(seat=1),
    events.TurnSkipped(seat=1),
    events.DirectionTurned(direction=-1),
    events.PenaltyRaised(seat=1, penalty=4),
    events.HandsSwapped(seat=0, target=1),
    events.NextChosen(seat=0, target=1),
    events.LastCardAnnounced(seat=0),
    events.Challenged(seat=0, target=1),
    events.StockRenewed(count=30),
    events.SeatLeft(seat=1),
    events.RoundEnded(ended_by="emptied_hand", winner=1, score=SCORE),
    events.SeatEliminated(seat=1),
    events.GameFinished(winners=(0,), scores=(0, 20)),
    events.SeatTaken(seat=0, name="Ana"),
    events.GameAborted(),
    events.ClockRanOut(seat=1, away=True),
    events.CardPlayed(seat=0, card="8H", by="clock"),
    events.SeatLeft(seat=1, bot="steady"),
    events.SeatLeft(seat=1, by="clock"),
)


UPDATED = (EVERY_EVENT[0], EVERY_EVENT[14], EVERY_EVENT[3])

FORMER_RULES = bytes.fromhex("""
01de0010a7706c617965727382a36d696e02a36d61780ca46465636b84a572616e6b73a3322d41a66a6f6b65727300a57061636b7301b0
63617264735f7065725f706c617965720ca968616e645f73697a6581a764656661756c7405ac66697273745f706c61796572ae6c656674
5f6f665f6465616c6572a77374617274657283a477696c64a5706c61696ea6616374696f6ea5706c61696ea56a6f6b6572a462757279a5
636172647380a46472617784a47768656ea5737475636ba56c696d6974c0ae756e74696c5f706c617961626c65c2a47468656ea76e6f74
68696e67a770656e616c747982a5737461636ba46e6f6e65a9656e64735f7475726ec3b0726576657273655f776974685f74776fa56167
61696ea76a756d705f696ec3aa7475726e5f6c696d6974cd03e8a96c6173745f6361726482a8616e6e6f756e6365a36f6666a770656e61
6c747902a666696e69736882aa6d756c7469706c69657280ac647261775f6170706c696573c2a6706f696e747380a773636f72696e67af
6c6f736572735f6b6565705f6f776ea56d6174636883a474797065a673696e676c65a6706f696e747364a6726f756e647301
""")
DEFLATED_RULES = bytes.fromhex("0223a9366220a581434242580a549399078d7c080723ba1b7064f60334ac130ed32a621b28c8bd00")
FORMER_LINE = bytes.fromhex("00220199010001ac656d70746965645f68616e64a23848029291a2515390921400921400")
LINE = bytes.fromhex("00220299010001ac656d70746965645f68616e64a238480292c4010bc400921400921400")
FORMER_SHEET = bytes.fromhex(
    "ff000000326350629cc9c8c0b82635b7a0243335253e23312f65918507d3a4898b0283274c12610022062526ec6a8e30721f6180a80100"
)
FORMER_UPDATE = bytes.fromhex("""
019396000100a238489201019291a2324391a23343940eac656d70746965645f68616e640199010001ac656d70746965645f68616e64a23848
029291a251539092140092140095030101a770656e616c747991a25153
""")
LINE_IN_ROWS = bytes.fromhex("001603929199000100021492010092140001921400c4010b")
SHEET = bytes.fromhex("fd000000269a34693a03230393c824468649220cd3190f30321e98c4c4388989f9080b40dc1a269a800100")
CODED_SHEET = bytes.fromhex("fa0000001a51ecfab400022020217106c30800016148834cdb530e3df240b1")
UPDATE = bytes.fromhex(
    "029396000100a2384892010192c40128c40129940eac656d70746965645f68616e640199010001ac656d70746965645f68616e64a238480292c4010bc40092140092140095030101a770656e616c747991a25153"
)


@pytest.mark.parametrize("variant_id", ["crazy-eights", "huit-americain", "survivor", "synthesis", "draw-two"])
def test_a_game_is_read_as_it_was_written_at_every_step_of_a_match(variant_id: str) -> None:
    new = game(variant_id=variant_id)
    rules = codec.encode_rules(new.state.rules)
    for commit in (creation(new), *played_at_random(new)):
        assert codec.decode_game(codec.encode_state(commit.game), rules) == commit.game


def test_equal_rules_are_read_as_one_object() -> None:
    new = game()
    state, rules = codec.encode_state(new), codec.encode_rules(new.state.rules)
    first, second = (codec.decode_game(state, bytes(bytearray(rules))) for _ in range(2))
    assert first.state.rules is second.state.rules


def test_rules_written_before_a_field_was_added_get_its_default() -> None:
    assert codec.decode_rules(b"\x01\x80") == Rules()


def test_the_version_stands_at_the_head_of_a_state() -> None:
    new = game()
    assert codec.encode_state(new)[1:5] == codec.version_bytes(new.version) == b"\x00\x00\x00\x01"


def test_every_event_is_read_as_it_was_written() -> None:
    update = Update(version=7, events=EVERY_EVENT)
    assert codec.decode_update(7, codec.encode_update(update)) == update


def test_every_kind_of_event_is_among_those_events() -> None:
    assert {type(event) for event in EVERY_EVENT} == set(events.AnyEvent.__args__)


STORED = "mzxw6ytboi4dqmjt"
"""The id of the games that are here as they were stored."""


def finished_game() -> Game:
    new = game(STORED, variant_id="draw-two", seats=2, label=STORED)
    *_, last = played_at_random(new)
    return last.game


def test_format_1_stays_readable() -> None:
    drawn = events.CardsDrawn(seat=3, count=1, reason="turn", cards=("5H",))
    assert codec.decode_update(9, b"\x01\x91\x95\x03\x03\x01\xa4turn\x91\xa25H") == Update(9, (drawn,))
    assert codec.decode_steps(b"\x05\x01\x93\x01\x02\x01") == [replay.Moved(seat=2, move=moves.DrawCard())]
    assert codec.decode_rules(FORMER_RULES) == Rules(jump_in=True)
    assert codec.decode_scores(b"", FORMER_LINE) == [SCORE]
    assert codec.decode_update(9, FORMER_UPDATE).events == UPDATED


def test_format_2_stays_readable() -> None:
    assert codec.decode_rules(DEFLATED_RULES) == Rules(jump_in=True)
    assert codec.decode_scores(b"", LINE) == [SCORE]
    assert codec.decode_update(9, UPDATE).events == UPDATED


def test_format_3_stays_readable() -> None:
    assert codec.decode_scores(b"", LINE_IN_ROWS) == [SCORE]
    assert codec.decode_scores(SHEET, b"") == [SCORE, NEXT_SCORE]
    assert codec.decode_game(OVER, b"") == replace(FINISHED, mark=None)


def test_format_4_stays_readable() -> None:
    assert codec.decode_game(OVER_WITH_DICTIONARY, b"") == FINISHED
    assert codec.decode_scores(CODED_SHEET, b"") == [SCORE, NEXT_SCORE]


def test_a_score_sheet_goes_on_behind_lines_of_former_formats_and_behind_past_ones() -> None:
    assert codec.decode_scores(b"", FORMER_LINE + LINE + LINE_IN_ROWS) == [SCORE] * 3
    assert codec.decode_scores(b"", FORMER_SHEET + LINE_IN_ROWS) == [SCORE] * 3
    assert codec.decode_scores(CODED_SHEET, LINE) == [SCORE, NEXT_SCORE, SCORE]
    past = codec.fold(b"", b"", FORMER_SHEET + LINE_IN_ROWS, over=False)
    assert codec.decode_scores(past, LINE) == [SCORE] * 4
    assert codec.decode_scores(codec.fold(past, b"", LINE, over=True), b"") == [SCORE] * 4


@pytest.mark.parametrize("variant_id", ["crazy-eights", "huit-americain", "survivor", "synthesis", "draw-two"])
def test_a_sheet_is_read_as_it_was_written_line_by_line_and_as_a_whole(variant_id: str) -> None:
    updates = [commit.update for commit in played_at_random(game(variant_id=variant_id))]
    ended = [event for update in updates for event in update.events if isinstance(event, events.RoundEnded)]
    lines = b"".join(map(codec.encode_scores, updates))
    assert codec.decode_scores(b"", lines) == [event.score for event in ended] != []
    assert codec.decode_scores(codec.fold(b"", b"", lines, over=True), b"") == [event.score for event in ended]


def test_long_rules_are_apart_from_the_state_and_short_ones_within_it() -> None:
    new = game()
    points = {card: number for number, card in enumerate(CARDS[:52])}
    long = replace(new, state=replace(new.state, rules=replace(new.state.rules, points=points)))
    assert codec.rules_apart(new.state.rules) == b""
    assert codec.decode_game(codec.encode_state(new), b"") == new
    assert codec.rules_apart(long.state.rules) == codec.encode_rules(long.state.rules)
    assert codec.decode_game(codec.encode_state(long), codec.encode_rules(long.state.rules)) == long
    with pytest.raises(codec.UnreadableRecord):
        codec.decode_game(codec.encode_state(long), b"")


def test_a_game_written_before_deals_were_shared_has_no_blind_and_its_own_suits() -> None:
    new = game(seats=2)
    state, chance = codec.encode_state(new), msgspec.msgpack.encode(new.state.chance)
    before = b"\x93" + chance[1:].removesuffix(b"\xc4\x00\xa0")
    assert len(chance) - len(before) == 3
    assert state.count(chance) == 1
    assert codec.decode_game(state.replace(chance, before), codec.encode_rules(new.state.rules)) == new


def test_a_game_that_shares_its_deal_is_read_as_it_was_written() -> None:
    new = game()
    chance = replace(new.state.chance, blind=bytes(32), suits="HSDC")
    shared = replace(new, state=replace(new.state, chance=chance))
    assert codec.decode_game(codec.encode_state(shared), codec.encode_rules(new.state.rules)) == shared


def test_a_game_written_before_there_were_marks_has_none() -> None:
    new = game()
    state = codec.encode_state(new)
    start = 6 + state[5]  # behind the rules
    *before, mark, _, _, _ = msgspec.msgpack.decode(state[start:])
    former = codec.decode_game(state[:start] + msgspec.msgpack.encode(before), b"")
    assert (former, mark) == (replace(new, mark=None), new.mark)


def test_an_answer_is_read_as_it_was_written() -> None:
    recorded = Recorded(b"f" * 32, 201, b'{"seat": 1}', 4, b"salt", ("seat",), 0x3F2A)
    written = codec.encode_recorded(recorded)
    assert codec.decode_recorded(written) == recorded
    without_mark = msgspec.msgpack.encode(msgspec.msgpack.decode(msgspec.msgpack.encode(recorded))[:-1])
    assert codec.decode_recorded(b"\x01" + without_mark) == replace(recorded, mark=None)


@given(st.binary(max_size=2000), st.binary(max_size=2000))
def test_any_answer_is_read_as_it_was_written_and_a_damaged_one_is_refused(body: bytes, other: bytes) -> None:
    recorded = Recorded(b"f" * 32, 200, body, 4)
    assert codec.decode_recorded(codec.encode_recorded(recorded)) == recorded
    damaged = b"\x02" + msgspec.msgpack.encode(replace(recorded, body=other))
    with suppress(codec.UnreadableRecord):
        assert isinstance(codec.decode_recorded(damaged).body, bytes)


def test_another_format_is_refused_by_its_number() -> None:
    new = game()
    newer = b"\x09" + codec.encode_state(new)[1:]
    with pytest.raises(codec.UnreadableRecord, match="format 9, but this program knows none above 4"):
        codec.decode_game(newer, codec.encode_rules(new.state.rules))


def test_a_damaged_value_is_refused_without_quoting_it() -> None:
    commit = next(islice(played_at_random(game()), 1))
    state, rules = codec.encode_state(commit.game), codec.encode_rules(commit.game.state.rules)
    with pytest.raises(StoreUnavailable, match="a stored value is damaged"):
        codec.decode_game(state[:-40], rules)
    draws = b"\x80" * 90
    past = [codec.fold(b"", draws, b"", over=over)[:-1] for over in (False, True)]
    for damaged in (b"\x04\x01\x92\x01\x02", b"\x90", b"\xf0", b"\xff\0\0\0\x01x", *past):
        with pytest.raises(StoreUnavailable, match="a stored value is damaged"):
            codec.decode_steps(damaged)
    for pieces in (b"", b"\0\0\0\0\x01\x10", b"\x04\0\0\0\x01\x10", b"\x04\0\0\0\x02\x17\x17\x90"):
        with pytest.raises(StoreUnavailable, match="a stored value is damaged"):
            codec.decode_steps(block(APART, deflated(pieces)))
    for sheet in (SHEET[:-1], block(LINES, deflated(b"\x92\x91\x90\xc4\0"))):
        with pytest.raises(StoreUnavailable, match="a stored value is damaged"):
            codec.decode_scores(sheet, b"")
    for damaged in (rules[:-1], rules + b"x", b"\x02", b"\x02x"):
        with pytest.raises(StoreUnavailable, match="a stored value is damaged"):
            codec.decode_rules(damaged)


OVER = bytes.fromhex("""
03000000170b021b2d2746cb095ce50400bbc320b421b7aaa2dcacb224293fd324a53037ab447c454a5162b96e4979fe84f30c0c8cd34b14ee301c
51c8200096159426e564261f5a9e965f94969a593269d68a809cc4cad4220583230a0c04c081030c870e1c387008aec7f08802230100d37360d654
a0058c4ccc2cac6cec1c9c5cdc3cbc7cfc028242c222a262e2129252d232b272f2189e9cb460c11186050c931c19ee3008303230324e3ac221a120
a4cfcd21607c84e188aca19112ab81149f2c9b1c8fa8162333a7b2aa888a38bfb68c1ebb9abae4117e315e614116062e26451d5d4d0d69f9030c47
808e99c020cab8222d332fb338233565c284994063d7a4e6169464a6a6c46724e6a52c327341b506683b104d646484780400
""")
"""The state of a game that is over, in format 3, with its rules."""
OVER_WITH_DICTIONARY = bytes.fromhex("""
04000000170b021b2d2746cb095ce504000386c186dcaa8a72b3ca92a4fc4c9394c2dcac1271d4843dbd44e10e302c320800f4b09a04f7af0130
ce09008c3002862f23018012860c8c4ccc2cac6cec1c9c5cdc3cbc7cfc028242c222a262e2129252d232b272f2189e9c040e7186498e0ca00cc4
c0c838e908878482903e3787803130d8640d8d94580da4f864d9e47844b518993995554554c4f9b565f4d8d5d4258ff08bf10a0bb230703129ea
e86a6a48cbc3e2451435c331a065383317546b80b6031128c341e3431c00
""")
"""The same in format 4."""
FINISHED = finished_game()

BEFORE_PLAYERS = bytes.fromhex("""
01000000029fb06d7a7877367974626f693464716d6a7402a8647261772d74776f90cf000001977420dc00c4206868686868686868686868
686868686868686868686868686868686868686868a67075626c6963c2a7666f72666569749296a3416e61c4206161616161616161616161
616161616161616161616161616161616161616161c0c001c296a742656e6fc3ae74c0a6737465616479c420626262626262626262626262
626262626262626262626262626262626262626200c2c09a93c420000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c
1d1e1fb06d7a7877367974626f693464716d6a7492a0a000920000dc0010010001019297a25148a24a53a23743a23553a23744a23648a237
4897a23644a23643a24153a24148a23343a23353a23548dc0025a23844a23943a23243a25153a23953a23244a23448a24b43a24a43a25143
a23944a23653a25443a24144a23248a23444a23753a23544a24b53a23948a23443a23253a23453a25453a25444a25144a23848a24a44a24a
48a23348a23543a23344a23843a23853a24b44a24143a24b4891a25448c00090c2c090000001a7706c6179696e679090c09000c2931ea461
75746f03cf0000019774215130
""")
"""A state as it was written when there were no registered players yet, nor matches or tournaments."""


def test_a_game_that_was_stored_before_there_were_registered_players_is_still_read() -> None:
    ana = SeatHolder("Ana", b"a" * 32, strikes=1)
    left = SeatHolder("Benoît", bot="steady", former_hash=b"b" * 32)
    new = replace(game(STORED, variant_id="draw-two", seats=2, label=STORED), seats=(ana, left))
    timed = replace(new, clock=TurnClock(30), deadline_ms=1_750_000_030_000)
    dealt = after_step(timed, replay.Dealt()).game
    assert codec.decode_game(BEFORE_PLAYERS, codec.encode_rules(dealt.state.rules)) == replace(dealt, mark=None)
