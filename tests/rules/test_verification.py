"""A true replay is found true, and whatever is changed in one is noticed, and said."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from eights.rules.cards import SUITS
from eights.rules.catalogue import resolve, variant
from eights.rules.replay_file import Replay, UnreadableReplay, digest, read, sealed
from eights.rules.verification import Memory, verify
from replays import replay_of, replay_of_variant, replays


@pytest.fixture(scope="module")
def replay() -> Replay:
    """A match of several rounds in which every seat added entropy."""
    return replay_of_variant("synthesis", seats=3, seed=5)


@pytest.fixture(scope="module")
def sharing() -> Replay:
    """A match that shares its deals with others, its suits exchanged."""
    replay = replay_of(resolve(variant("synthesis")), 3, 5, shared=b"s" * 32)
    assert replay.suits not in (UNSET, SUITS)
    return replay


def found(replay: Replay, memory: Memory | None = None) -> dict[str, str]:
    """Verify a replay; return what is said by where it is said."""
    return {finding.where: finding.what for finding in verify(replay, memory).findings}


def where(replay: Replay, memory: Memory | None = None) -> set[str]:
    return set(found(replay, memory))


@given(replays())
def test_a_replay_is_true_under_any_rules_however_it_was_played(replay: Replay) -> None:
    as_sent = read(msgspec.json.encode(replay))
    verdict = verify(as_sent, Memory(replay.seed_hash, dict(enumerate(replay.entropy))))
    assert verdict.findings == ()
    assert (verdict.state.scores, verdict.state.winners) == (replay.scores, replay.winners)


@given(replays(most=60), st.data())
def test_a_byte_changed_anywhere_is_noticed_or_means_nothing(replay: Replay, data: st.DataObject) -> None:
    sent = msgspec.json.encode(replay)
    for _ in range(10):
        place = data.draw(st.integers(0, len(sent) - 1))
        byte = data.draw(st.integers(0, 255) | st.sampled_from(b' "0123456789,{}SHDC\\'))
        changed = sent[:place] + bytes([byte]) + sent[place + 1 :]
        assert noticed(changed) or json.loads(changed) == json.loads(sent), (place, changed[place - 20 : place + 20])


def noticed(text: bytes) -> bool:
    try:
        return bool(verify(read(text)).findings)
    except UnreadableReplay as fault:
        return bool(str(fault))


def test_blanks_and_the_order_of_members_mean_nothing(replay: Replay) -> None:
    content = json.loads(msgspec.json.encode(replay))
    turned = {name: content[name] for name in reversed(content)}
    for text in (json.dumps(content, indent=4), json.dumps(turned, ensure_ascii=True)):
        assert where(read(text.encode())) == set()


def changed(replay: Replay, **to: Any) -> Replay:
    """A replay that says something else, its digest taken anew: as from a server that lies."""
    return sealed(replace(replay, **to))


def another(digits: str) -> str:
    return digits[:-1] + ("0" if digits[-1] != "0" else "1")


def test_a_seed_that_was_not_committed_to_is_told_with_the_first_step_it_makes_impossible(replay: Replay) -> None:
    told = where(changed(replay, seed=another(replay.seed)))
    assert "seed_hash" in told
    assert any(place.startswith("step ") for place in told)
    assert "sha256" not in told


def test_another_seed_with_a_commitment_of_its_own_is_told_by_who_saw_the_first(replay: Replay) -> None:
    forged = replay_of_variant("synthesis", seats=3, seed=6)
    assert where(forged) == set()
    assert where(forged, Memory(seed_hash=replay.seed_hash)) == {"seed"}
    assert where(replay, Memory(seed_hash=replay.seed_hash.upper())) == set()


def test_a_replay_of_a_game_that_shares_its_deals_with_no_other_says_nothing_of_blind_and_suits(
    replay: Replay, sharing: Replay
) -> None:
    members = set(json.loads(msgspec.json.encode(sharing))) - set(json.loads(msgspec.json.encode(replay)))
    assert members == {"blind", "suits"}
    assert replay.chance.blind == b""
    assert replay.chance.suits == ""


def test_games_on_the_same_deals_commit_to_them_differently_and_each_is_true(sharing: Replay) -> None:
    other = replay_of(sharing.rules, 3, 5, shared=b"t" * 32)
    assert (other.seed, other.label) == (sharing.seed, sharing.label)
    assert other.seed_hash != sharing.seed_hash
    for one in (sharing, other):
        assert where(one, Memory(seed_hash=one.seed_hash)) == set()
    assert where(sharing, Memory(seed_hash=other.seed_hash)) == {"seed"}


def test_a_blind_that_was_not_committed_to_is_told(sharing: Replay) -> None:
    told = found(changed(sharing, blind="0" * 64))
    assert list(told) == ["seed_hash"]
    assert told["seed_hash"].startswith("the SHA-256 of the seed and the blind is ")
    assert where(changed(sharing, blind=UNSET)) == {"seed_hash"}


def test_other_suits_than_those_dealt_are_told_by_the_first_step_they_make_impossible(sharing: Replay) -> None:
    for suits in (UNSET, f"{sharing.suits}"[::-1]):
        [place] = where(changed(sharing, suits=suits))
        assert place.startswith("step ")


def test_suits_that_the_rules_do_not_treat_alike_must_not_be_exchanged(sharing: Replay) -> None:
    rules = replace(sharing.rules, points={**sharing.rules.points, "QS": 50})
    assert found(changed(sharing, suits="SHHC")) == {"suits": "'SHHC' does not have each suit once"}
    told = verify(changed(sharing, rules=rules, suits="HSCD")).findings
    assert [str(finding) for finding in told] == [
        "suits: S became H, and the rules do not treat them alike",
        "suits: H became S, and the rules do not treat them alike",
    ]


def test_entropy_that_was_left_out_is_told_by_who_added_it(replay: Replay) -> None:
    assert replay.entropy[1] == "a die fell on 4"
    assert where(replay, Memory(entropy={1: "a die fell on 4"})) == set()
    assert found(replay, Memory(entropy={1: "a die fell on 5"})) == {
        "entropy[1]": "'a die fell on 4' was mixed in, not 'a die fell on 5'"
    }
    assert where(replay, Memory(entropy={7: ""})) == {"entropy[7]"}


def test_an_illegal_move_is_told_with_its_step_seat_card_and_the_rule_it_breaks(replay: Replay) -> None:
    place = next(at for at, text in enumerate(replay.steps) if " play " in text)
    seat = replay.steps[place].split()[0]
    steps = (*replay.steps[:place], f"{seat} name_suit S", *replay.steps[place + 1 :])
    told = found(changed(replay, steps=steps))
    assert list(told) == [f"step {place + 1}, '{seat} name_suit S', in round 1"]
    assert told.popitem()[1].startswith(f"suit_not_allowed (on turn is seat {seat} with ")


def test_what_is_no_step_is_told(replay: Replay) -> None:
    for text, what in (
        ("0 plays 8H", "'0 plays 8H' is no step"),
        ("9 draw", "there is no seat 9"),
        ("deal", "a game that is playing cannot be dealt"),
    ):
        told = found(changed(replay, steps=(replay.steps[0], text, *replay.steps[2:])))
        assert told == {f"step 2, {text!r}, in round 1": what}
    assert where(changed(replay, steps=replay.steps[1:])) == {f"step 1, {replay.steps[1]!r}, before the first deal"}


def test_a_move_after_the_end_is_told(replay: Replay) -> None:
    told = found(changed(replay, steps=(*replay.steps, "0 draw")))
    assert list(told.values()) == ["game_over (the game is finished)"]


def test_a_score_a_winner_and_an_ending_that_play_did_not_lead_to_are_told(replay: Replay) -> None:
    more = (replay.scores[0] + 1, *replay.scores[1:])
    losers = tuple({0, 1, 2} - set(replay.winners))
    assert found(changed(replay, scores=more)) == {
        "scores": f"the steps lead to {list(replay.scores)}, not {list(more)}"
    }
    assert where(changed(replay, winners=losers)) == {"winners"}
    assert found(changed(replay, ended="aborted")) == {"ended": "the steps finish the match"}
    assert (
        found(changed(replay, steps=replay.steps[:-1], scores=(0, 0, 0)))["ended"]
        == "the steps do not finish the match"
    )


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda _: {"layout": 2}, "layout"),
        (lambda replay: {"names": replay.names[:2]}, "names"),
        (lambda replay: {"scores": (*replay.scores, 0)}, "scores"),
        (lambda _: {"first_dealer": 3}, "first_dealer"),
        (lambda _: {"first_dealer": -1}, "first_dealer"),
        (lambda replay: {"rules": replace(replay.rules, points={**replay.rules.points, "1": 1})}, "rules.points.1"),
        (lambda _: {"entropy": ("",), "names": ("Ana",), "scores": (0,)}, "entropy"),
    ],
)
def test_a_table_that_cannot_be_is_told_and_nothing_is_dealt(
    replay: Replay, change: Callable[[Replay], dict[str, Any]], place: str
) -> None:
    unplayable = changed(replay, **change(replay))
    verdict = verify(unplayable)
    assert {finding.where for finding in verdict.findings} == {place}
    assert verdict.state.round is None


@pytest.mark.parametrize(
    "change",
    [
        {"names": ("Ana", "Ben", "Chloé")},
        {"variant": "survivor"},
        {"created_at": "2026-01-01T00:00:00Z"},
        {"version": 2},
        {"sha256": "0" * 64},
    ],
)
def test_damage_to_what_play_does_not_depend_on_is_told_by_the_digest(replay: Replay, change: dict[str, Any]) -> None:
    told = found(replace(replay, **change))
    assert list(told) == ["sha256"]
    assert next(iter(change)) in told["sha256"]


def test_the_digest_is_of_canonical_json(replay: Replay) -> None:
    content = json.loads(msgspec.json.encode(replay))
    assert content.pop("sha256") == digest(replay)
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(canonical.encode()).hexdigest() == digest(replay)


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[]", b"{}", b'"\xff"', b"[" * 100_000, b'{"format": 2}', b"\x00\x01", b"9" * 5000],
)
def test_what_is_no_replay_is_not_read_as_one(text: bytes) -> None:
    with pytest.raises(UnreadableReplay, match=r"."):
        read(text)


@pytest.mark.parametrize(("member", "value"), [("blind", ""), ("blind", "00"), ("suits", ""), ("suits", "SHDX")])
def test_a_blind_and_suits_are_whole_or_left_out(sharing: Replay, member: str, value: str) -> None:
    content = json.loads(msgspec.json.encode(sharing)) | {member: value}
    with pytest.raises(UnreadableReplay, match=member):
        read(json.dumps(content).encode())


def test_what_is_of_the_wrong_type_is_told_by_its_place(replay: Replay) -> None:
    text = msgspec.json.encode(replay).replace(b'"turn_limit":1000', b'"turn_limit":true')
    with pytest.raises(UnreadableReplay, match=r"\$\.rules\.turn_limit"):
        read(text)
