import hashlib

import pytest
from flask import Flask

from eights.services.refusals import Refused
from eights.web.callers import caller, holder

TOKEN = "es_" + "Az09-_x" * 6 + "Q"


@pytest.mark.parametrize("header", [f"Bearer {TOKEN}", f"bearer {TOKEN}", f"BEARER  {TOKEN} "])
def test_a_token_is_known_by_its_hash_alone(app: Flask, header: str) -> None:
    with app.test_request_context(headers={"Authorization": header}):
        assert caller().token_hash == holder().token_hash == hashlib.sha256(TOKEN.encode()).digest()


def test_nobody_known_has_an_address(app: Flask) -> None:
    with app.test_request_context(environ_base={"REMOTE_ADDR": "192.0.2.7"}):
        who = caller()
        assert (who.token_hash, who.address) == (None, "192.0.2.7")
        with pytest.raises(Refused, match="token_missing"):
            holder()


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        TOKEN,
        f"Basic {TOKEN}",
        f"Bearer {TOKEN}x",
        f"Bearer {TOKEN[:-1]}",
        f"Bearer ex{TOKEN[2:]}",
        f"Bearer {TOKEN} {TOKEN}",
        f"Bearer {TOKEN[:-1]}\u00e9",
        f"Bearer {TOKEN},",
    ],
)
def test_what_is_no_token_is_refused(app: Flask, header: str) -> None:
    with app.test_request_context(headers={"Authorization": header}), pytest.raises(Refused, match="token_invalid"):
        caller()
