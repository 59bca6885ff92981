import hashlib
import re

from eights.services.tokens import Mint

SALT = bytes(range(32))


def test_a_token_has_256_bits_behind_a_prefix_that_says_what_it_is_for() -> None:
    mint = Mint(SALT, "key")
    assert re.fullmatch(r"eh_[A-Za-z0-9_-]{43}", mint.token("host"))
    assert re.fullmatch(r"es_[A-Za-z0-9_-]{43}", mint.token("0"))


def test_tokens_differ_by_purpose_salt_and_key() -> None:
    tokens = {
        Mint(SALT, "key").token("0"),
        Mint(SALT, "key").token("1"),
        Mint(SALT, "key").token("host"),
        Mint(SALT, "other").token("0"),
        Mint(SALT).token("0"),
        Mint(bytes(32), "key").token("0"),
    }
    assert len({token.partition("_")[2] for token in tokens}) == 6


def test_a_purpose_and_a_key_do_not_run_into_each_other() -> None:
    assert Mint(SALT, "1key").token("1") != Mint(SALT, "key").token("11")


def test_a_sealed_body_holds_no_token_and_is_opened_by_salt_and_key_alone() -> None:
    mint = Mint(SALT, "key")
    body = f'{{"host": "{mint.token("host")}", "seat": "{mint.token("0")}"}}'.encode()
    kept = mint.seal(body)
    assert b"eh_" not in kept
    assert b"es_" not in kept
    assert Mint(SALT, "key").unseal(kept, mint.sealed) == body
    assert Mint(SALT, "another key").unseal(kept, mint.sealed) != body
    assert mint.sealed == ("host", "0")


def test_what_a_caller_writes_is_never_taken_for_a_token() -> None:
    mint = Mint(SALT, "key")
    names = [hashlib.sha256(b"0").hexdigest(), "\x00", "0", "es_", hashlib.sha256(b"key").hexdigest()]
    body = f'{{"names": {names}, "seat": "{mint.token("0")}"}}'.encode()
    assert Mint(SALT, "key").unseal(mint.seal(body), ("0",)) == body


def test_a_body_without_tokens_is_kept_as_it_is() -> None:
    mint = Mint(SALT, "key")
    assert mint.seal(b'{"version": 3}') == b'{"version": 3}'
    assert mint.sealed == ()
