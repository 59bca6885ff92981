"""Is a replay true? Everything that can be computed again is, and compared with what the replay says."""

from collections.abc import Iterator, Mapping

import msgspec

from eights.rules.cards import SUITS
from eights.rules.course import course_begun, courses, last_course
from eights.rules.feasibility import faults_in
from eights.rules.notation import read_step
from eights.rules.relabelling import alike
from eights.rules.replay import beginning, take
from eights.rules.replay_file import Replay, digest
from eights.rules.shuffle import LAYOUT, Hex256, commitment
from eights.rules.state import Seat, State
from eights.rules.violations import RuleViolation


class Finding(msgspec.Struct, frozen=True):
    """One thing in a replay that is not true: where, and what is the matter."""

    where: str
    """A field, by its path; or a step, counted from 1, with its round."""
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class Memory(msgspec.Struct, frozen=True):
    """What somebody knows of a game from before it was over."""

    seed_hash: str | None = None
    """The commitment, as it was shown."""
    entropy: Mapping[Seat, str] = {}
    """By seat: what it added to the chance."""
    steps_hash: str | None = None
    """The hash of all steps there were when it was looked at, as it was shown."""


class Verdict(msgspec.Struct, frozen=True):
    """What verifying came to: ``findings`` is empty for a true replay; ``state`` is as far as its steps lead."""

    findings: tuple[Finding, ...]
    state: State


def verify(replay: Replay, memory: Memory | None = None) -> Verdict:
    """Compute a game again: commitment, shuffles, deals, every move, scores, winners, ending, and the digest.

    Suits that were exchanged have to be ones that the rules treat alike, since nothing committed the server to them.

    Steps after one that cannot be taken are not looked at, nor is the ending then.
    """
    state = beginning(replay.rules, replay.chance, replay.first_dealer)
    unplayable = list(_table(replay))
    state, course = (state, unplayable) if unplayable else _course(state, replay)
    findings = [*_commitment(replay), *_remembered(replay, memory or Memory()), *course]
    return Verdict((*findings, *_damage(replay, alone=not findings)), state)


def _commitment(replay: Replay) -> Iterator[Finding]:
    committed = commitment(replay.chance)
    if committed != replay.seed_hash:
        hashed = "the seed and the blind" if replay.chance.blind else "the seed"
        yield Finding("seed_hash", f"the SHA-256 of {hashed} is {committed}, not {replay.seed_hash}")


def _remembered(replay: Replay, memory: Memory) -> Iterator[Finding]:
    committed = commitment(replay.chance)
    if memory.seed_hash is not None and memory.seed_hash.lower() != committed:
        yield Finding("seed", f"its SHA-256 is {committed}, but {memory.seed_hash} was committed to")
    for seat, entropy in memory.entropy.items():
        mixed_in = replay.entropy[seat] if 0 <= seat < len(replay.entropy) else None
        if mixed_in != entropy:
            yield Finding(f"entropy[{seat}]", f"{mixed_in!r} was mixed in, not {entropy!r}")
    if memory.steps_hash is not None:
        yield from _steps_remembered(replay, memory.steps_hash.lower())


def _steps_remembered(replay: Replay, steps_hash: Hex256) -> Iterator[Finding]:
    """Where somebody looked before the end, what they saw is the hash of the first steps, and the others came later."""
    begun = course_begun(replay.seed_hash, replay.id)
    if steps_hash not in {course.hex() for course in (begun, *courses(begun, (*replay.steps, replay.ended)))}:
        led = f"none of its {len(replay.steps)} steps, nor its ending, leads to {steps_hash}"
        yield Finding("steps", f"{led}: some were left out, added or exchanged")


def steps_hash_of(replay: Replay) -> Hex256:
    """Return the hash of all steps of a replay, which the game itself shows as ``steps_hash`` when it is over."""
    return last_course(course_begun(replay.seed_hash, replay.id), (*replay.steps, replay.ended)).hex()


def _table(replay: Replay) -> Iterator[Finding]:
    """What has to hold before anything can be dealt."""
    if replay.layout != LAYOUT:
        yield Finding("layout", f"this program knows layout {LAYOUT}, not {replay.layout}")
    rules_faults = faults_in(replay.rules)
    yield from (Finding(f"rules.{fault.path}", fault.message("en")) for fault in rules_faults)
    seats = len(replay.entropy)
    if not replay.rules.players.min <= seats <= replay.rules.players.max:
        yield Finding("entropy", f"the rules allow no table with {seats} seats")
    for name in ("names", "scores"):
        if len(getattr(replay, name)) != seats:
            yield Finding(name, f"there are {seats} seats, but {len(getattr(replay, name))} {name}")
    if replay.first_dealer is not None and not 0 <= replay.first_dealer < seats:
        yield Finding("first_dealer", f"there is no seat {replay.first_dealer}")
    yield from _relabelling(replay)


def _relabelling(replay: Replay) -> Iterator[Finding]:
    suits = replay.chance.suits
    if not suits:
        return
    if sorted(suits) != sorted(SUITS):
        yield Finding("suits", f"{suits!r} does not have each suit once")
        return
    classes = {suit: members for members in alike(replay.rules) for suit in members}
    for suit, became in zip(SUITS, suits, strict=True):
        if became not in classes[suit]:
            yield Finding("suits", f"{suit} became {became}, and the rules do not treat them alike")


def _course(state: State, replay: Replay) -> tuple[State, list[Finding]]:
    """Take the steps; return the state they lead to, and what is not as the replay says."""
    for number, text in enumerate(replay.steps, 1):
        try:
            state = _taken(state, text)
        except ValueError as fault:
            return state, [Finding(_place(state, number, text), str(fault))]
        except RuleViolation as violation:
            return state, [Finding(_place(state, number, text), f"{violation.code} ({_situation(state)})")]
    return state, list(_ending(state, replay))


def _taken(state: State, text: str) -> State:
    step = read_step(text)
    seat = getattr(step, "seat", 0)
    if seat >= state.seats:
        message = f"there is no seat {seat}"
        raise ValueError(message)
    return take(state, step)[0]


def _place(state: State, number: int, text: str) -> str:
    when = f"in round {state.round.number}" if state.round else "before the first deal"
    return f"step {number}, {text!r}, {when}"


def _situation(state: State) -> str:
    laid = state.round
    if laid is None or state.status != "playing":
        return f"the game is {state.status}"
    named = f", suit {laid.suit}" if laid.suit else ""
    owed = f", {laid.penalty} cards owed" if laid.penalty else ""
    hand = " ".join(laid.hands[laid.turn])
    return f"on turn is seat {laid.turn} with {hand}; on the pile lies {laid.top}{named}{owed}"


def _ending(state: State, replay: Replay) -> Iterator[Finding]:
    finished = state.status == "finished"
    if finished != (replay.ended == "finished"):
        yield Finding("ended", f"the steps {'finish' if finished else 'do not finish'} the match")
    if state.scores != replay.scores:
        yield Finding("scores", f"the steps lead to {list(state.scores)}, not {list(replay.scores)}")
    if state.winners != replay.winners:
        yield Finding("winners", f"the steps lead to {list(state.winners)}, not {list(replay.winners)}")


def _damage(replay: Replay, *, alone: bool) -> Iterator[Finding]:
    if digest(replay) != replay.sha256:
        what = "the replay is not what it was when this digest of it was taken"
        # Play would have shown a change of anything else.
        unplayed = "id, version, variant, options, created_at, names, a mark `by`, a rule that never came up, or sha256"
        yield Finding("sha256", f"{what}; something was changed in {unplayed}" if alone else what)
