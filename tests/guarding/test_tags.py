"""Nobody is told 304 for what somebody else has: an entity tag is of one representation, whoever asks for it."""

from itertools import permutations
from typing import Final

import httpx
import pytest

from guarding.documented import OPERATIONS, Described
from guarding.guarded_world import KINDS, GuardedWorld

TAGGED: Final = {
    name: one
    for name, one in OPERATIONS.items()
    if one.method == "GET" and "ETag" in one.raw["responses"]["200"].get("headers", {})
}
ENCODINGS: Final = ("identity", "gzip")
LANGUAGES: Final = ("en", "fr")


def answers(world: GuardedWorld, operation: Described) -> dict[tuple[str, ...], httpx.Response]:
    """Return what each kind of caller is told, in each language and encoding."""
    told = {
        (kind, language, encoding): world.ask(
            operation, kind, headers={"Accept-Language": language, "Accept-Encoding": encoding}
        )
        for kind in KINDS
        for language in LANGUAGES
        for encoding in ENCODINGS
    }
    return {who: answer for who, answer in told.items() if answer.status_code == httpx.codes.OK}


@pytest.mark.parametrize("name", TAGGED)
def test_bodies_that_differ_have_tags_that_differ(world: GuardedWorld, name: str) -> None:
    told = answers(world, TAGGED[name])
    assert told
    by_tag: dict[str, set[tuple[bytes, str]]] = {}
    for answer in told.values():
        form = (answer.content, answer.headers.get("Content-Encoding", ""))
        by_tag.setdefault(answer.headers["ETag"], set()).add(form)
    assert {tag: len(forms) for tag, forms in by_tag.items() if len(forms) > 1} == {}


@pytest.mark.parametrize("name", [name for name, one in TAGGED.items() if "304" in one.raw["responses"]])
def test_only_who_would_get_the_same_again_is_told_that_nothing_changed(world: GuardedWorld, name: str) -> None:
    told = {who[0]: answer for who, answer in answers(world, TAGGED[name]).items() if who[1:] == ("en", "identity")}
    for kind, answer in told.items():
        headers = {"Accept-Encoding": "identity", "If-None-Match": answer.headers["ETag"]}
        assert world.ask(TAGGED[name], kind, headers=headers).status_code == httpx.codes.NOT_MODIFIED
    for (_, had), (kind, own) in permutations(told.items(), 2):
        if had.content != own.content:
            headers = {"Accept-Encoding": "identity", "If-None-Match": had.headers["ETag"]}
            assert world.ask(TAGGED[name], kind, headers=headers).status_code == httpx.codes.OK


@pytest.mark.parametrize("quoted", [True, False])
@pytest.mark.parametrize("kind", ["nobody", "host", "seat", "other_seat", "seated", "stranger"])
def test_a_change_is_made_on_the_tag_that_any_viewer_was_given(world: GuardedWorld, kind: str, quoted: bool) -> None:
    tag = world.ask(OPERATIONS["getGame"], kind).headers["ETag"]
    condition = {"If-Match": tag if quoted else tag.strip('"')}
    assert world.ask(OPERATIONS["makeMove"], "seat", headers=condition).status_code == httpx.codes.OK
    stale = world.ask(OPERATIONS["makeMove"], "other_seat", headers=condition)
    assert (stale.status_code, stale.json()["code"]) == (412, "stale_version")


@pytest.mark.parametrize("form", ["{}", '"{}"'])
def test_a_change_is_made_on_the_bare_revision(world: GuardedWorld, form: str) -> None:
    revision = world.ask(OPERATIONS["getGame"], "seat").json()["revision"]
    condition = {"If-Match": form.format(revision)}
    assert world.ask(OPERATIONS["makeMove"], "seat", headers=condition).status_code == httpx.codes.OK
