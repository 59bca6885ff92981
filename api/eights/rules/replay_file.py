"""The replay of a game that is over, as it is handed out: one JSON object, described on :class:`Replay`."""

import hashlib
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from eights.rules.notation import StepText
from eights.rules.ruleset import Rules
from eights.rules.shuffle import Hex256
from eights.rules.state import Chance, Seat
from eights.rules.view import Count, Moment

Relabelling = Annotated[str, Meta(pattern="^[SHDC]{4}$", description="Each of the letters S H D C once.")]


class Replay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that a finished game is computed from, and what it came to.

    Steps are texts, such as `deal`, `0 play 8H suit S` and `1 draw by clock`: the page `/docs/fairness` describes each
    kind, every member, and how the game is computed again.
    """

    format: Literal[1]
    id: str
    version: Annotated[int, Meta(ge=1)]
    variant: str
    options: tuple[str, ...]
    created_at: Moment
    rules: Rules
    names: tuple[str | None, ...]
    """By seat."""
    layout: int
    """Version of the shuffle's byte layout."""
    label: str
    """The deal label, which every shuffle is derived from as well."""
    seed: Hex256
    blind: Hex256 | UnsetType = UNSET
    """Hashed behind the seed; left out where nothing is, as in all games that share their seed with no other."""
    seed_hash: Hex256
    entropy: tuple[str, ...]
    """By seat: what it added to the chance, an empty text if nothing."""
    suits: Relabelling | UnsetType = UNSET
    """What the suits S, H, D and C became on the cards dealt, in this order; left out where they stayed."""
    first_dealer: Seat | None
    """As asked for at creation; null where the seed drew it."""
    steps: tuple[StepText, ...]
    ended: Literal["finished", "aborted"]
    scores: tuple[Count, ...]
    winners: tuple[Seat, ...]
    sha256: Hex256
    """Of the object without this member, as canonical JSON (RFC 8785). It shows damage, where `seed_hash` binds the
    server."""

    @property
    def chance(self) -> Chance:
        """What every shuffle of the game is derived from."""
        blind = b"" if self.blind is UNSET else bytes.fromhex(self.blind)
        suits = "" if self.suits is UNSET else self.suits
        return Chance(bytes.fromhex(self.seed), self.label, self.entropy, blind, suits)


class UnreadableReplay(ValueError):  # noqa: N818 - says what the file is
    """What was given is no replay; the message says where it stops being one."""


_read: Final = msgspec.json.Decoder(Replay).decode


def sealed(replay: Replay) -> Replay:
    """Return a replay with its digest put in, whatever stood there."""
    return replace(replay, sha256=digest(replay))


def digest(replay: Replay) -> Hex256:
    """Return the SHA-256 of a replay's canonical JSON (RFC 8785), the digest that stands in it left out."""
    content = msgspec.to_builtins(replay)
    del content["sha256"]
    return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()


def read(text: bytes) -> Replay:
    """Read a replay; raises :class:`UnreadableReplay`."""
    try:
        return _read(text)
    except msgspec.ValidationError as fault:
        raise UnreadableReplay(_problem_in(text) or str(fault)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise UnreadableReplay(str(fault)) from None


class _Problem(msgspec.Struct):
    code: str
    title: str
    detail: str = ""


def _problem_in(text: bytes) -> str | None:
    """Say which problem it is that a server answered with in place of a replay; None if it is none."""
    try:
        told = msgspec.json.decode(text, type=_Problem)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return f"this is no replay but a problem, {told.code}: {told.title}. {told.detail}".rstrip()
