"""The command ``eights verify``."""

import sys
from typing import Final, NoReturn

import click

from eights.client.words import words_here
from eights.rules.replay_file import Replay, UnreadableReplay, read
from eights.rules.ruleset import MOST_SEATS
from eights.rules.state import State
from eights.rules.verification import Memory, steps_hash_of, verify
from eights.terminal import print_line

UNTRUE: Final = 1
UNREADABLE: Final = 2
"""Exit statuses."""


@click.command("verify")
@click.argument("file", metavar="REPLAY.json")
@click.option("--seed-hash", metavar="HEX", help="The commitment, as the game showed it before it was over.")
@click.option(
    "--entropy",
    "entropies",
    type=(click.IntRange(0, MOST_SEATS - 1), str),
    metavar="SEAT TEXT",
    multiple=True,
    help="What a seat added to the chance when it joined; repeatable.",
)
@click.option("--steps-hash", metavar="HEX", help="The hash of all steps, as the game shows it, then or now.")
def verify_replay(
    file: str, seed_hash: str | None, steps_hash: str | None, entropies: tuple[tuple[int, str], ...]
) -> None:
    """Compute a game again from its replay, a file or - for standard input, and compare everything.

    Exits with 0 if all is true; with 1 if something is not, after a line that says what and where for each thing
    found; with 2 if there is no replay to be read.
    """
    try:
        with click.open_file(file, "rb") as source:
            replay = read(source.read())
    except OSError as fault:
        _give_up(file, fault.strerror or str(fault))
    except UnreadableReplay as fault:
        _give_up(file, str(fault))
    verdict = verify(replay, Memory(seed_hash, dict(entropies), steps_hash))
    for finding in verdict.findings:
        print_line(str(finding))
    if verdict.findings:
        sys.exit(UNTRUE)
    for line in _summary(replay, verdict.state):
        print_line(line)


def _give_up(file: str, sentence: str) -> NoReturn:
    print_line(f"eights: {file}: {sentence}", err=True)
    sys.exit(UNREADABLE)


def _summary(replay: Replay, state: State) -> list[str]:
    options = "".join(f" {option}" for option in replay.options)
    words = words_here()
    ended = words("verify.finished" if replay.ended == "finished" else "verify.aborted")
    game = f"{replay.variant}{options}"
    return [
        words("verify.true", game=game, ended=ended, rounds=state.played, steps=len(replay.steps)),
        *(_line(replay, seat) for seat in range(len(replay.scores))),
        words("verify.steps_hash", hash=steps_hash_of(replay)),
        words("verify.seed_and_blind" if replay.chance.blind else "verify.seed", hash=replay.seed_hash),
    ]


def _line(replay: Replay, seat: int) -> str:
    name = replay.names[seat] or "-"
    return f"{seat:4}  {replay.scores[seat]:6}  {name}{words_here()('verify.winner') if seat in replay.winners else ''}"
