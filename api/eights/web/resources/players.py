"""Players: register, look at one, change what is one's own."""

from typing import Any, Final

import msgspec
from flask import Response

from eights.services.access import Caller
from eights.services.changes import Asked
from eights.services.players.player import MOST_PARALLEL_GAMES
from eights.services.players.profiles import ProfileView, RegisteredView, TokenView
from eights.services.records import revision_of
from eights.services.refusals import Refused
from eights.web import examples
from eights.web.answers import json_answer, lasting_answer
from eights.web.asking import answered
from eights.web.attempts import SHORTEST_ALONE, attempt
from eights.web.blueprint import Resources
from eights.web.callers import address, bearer_of_a_players_token, caller, registered
from eights.web.conditions import required_revisions
from eights.web.fields import Body, Choice, Name, Whole
from eights.web.links import link
from eights.web.parts import parts

players = Resources("players", "Players: register, once, and play anywhere with one token.", url_prefix="/v1/players")

_PARALLEL: Final = "How many games of one match are played at once; 8 for bots and 2 for humans, unless set."


class PlayerRequest(Body):
    """Somebody to register: no address, no password."""

    name = Name(required=True)
    kind = Choice(("human", "bot"), required=True)
    parallel_games = Whole(1, MOST_PARALLEL_GAMES, metadata={"description": _PARALLEL})


class PlayerPatch(Body):
    """What to change; the rest stays as it is."""

    name = Name()
    parallel_games = Whole(1, MOST_PARALLEL_GAMES, metadata={"description": _PARALLEL})


class TokenRequest(Body):
    """Nothing: an empty object, or no body."""


class _Id(msgspec.Struct):
    id: str


class _Registered(msgspec.Struct):
    player: _Id


@players.post("")
@players.takes(PlayerRequest, examples={"bot": {"name": "Otto", "kind": "bot", "parallel_games": 16}})
@players.answers(
    201,
    RegisteredView,
    description="The player, and the token; it is shown this once.",
    headers=["Location", "ETag", "Idempotent-Replayed"],
    example=examples.registered(),
    leads_to={
        **link("getPlayer", player_id="$response.body#/player/id"),
        **link("getOwnProfile"),
        **link("changeOwnProfile"),
        **link("takeNewToken"),
        **link("listOwnGames"),
    },
)
@players.operation(
    bucket="creations",
    heeds=["Idempotency-Key"],
    refuses=["idempotency_key_invalid", "idempotency_key_reused", "store_unavailable"],
)
def register_player(body: dict[str, Any]) -> Response:
    """Register a player

    Needs no e-mail and no password. The token acts for every seat that the player holds, in any number of games;
    whoever has it is the player. Names are not unique, ids are.
    """
    nobody = Caller(None, address())
    request = Asked(nobody, attempt(nobody))
    answer = parts().registration.register(body["name"], body["kind"], body.get("parallel_games"), request)
    return answered(answer, f"/v1/players/{msgspec.json.decode(answer.body, type=_Registered).player.id}")


@players.get("/<player_id:player_id>")
@players.answers(
    200,
    ProfileView,
    description="What everybody may know of the player.",
    headers=["ETag"],
    example=examples.profile(),
)
@players.answers(304, description="Nothing has changed.", headers=["ETag"])
@players.operation(bearer="optional", heeds=["If-None-Match"], refuses=["player_not_found", "store_unavailable"])
def get_player(player_id: str) -> Response:
    """Look at a player

    The public profile, with the ratings by variant. `bot:` and a name is the id of a house bot.
    """
    caller()
    return lasting_answer(msgspec.json.encode(parts().profiles.of(player_id)), 0)


@players.get("/me")
@players.answers(
    200,
    ProfileView,
    description="The caller's own profile.",
    headers=["ETag"],
    example=examples.profile(),
    leads_to=link("changeOwnProfile", **{"If-Match": "$response.header.ETag"}),
)
@players.operation(bearer="required", refuses=["forbidden", "store_unavailable"])
def get_own_profile() -> Response:
    """Look at oneself

    `ETag` begins with the revision of what `PATCH` changes, which is what `If-Match` heeds; the rest may change alone.
    """
    player_id, _ = registered()
    player = parts().profiles.player(player_id)
    body = msgspec.json.encode(parts().profiles.view(player))
    return json_answer(body, revision=revision_of(player), headers={"Cache-Control": "no-store"})


@players.patch("/me")
@players.takes(PlayerPatch, examples={"limit": {"parallel_games": 32}})
@players.answers(
    200, ProfileView, description="The profile as it is now.", headers=["ETag"], example=examples.profile()
)
@players.operation(
    bucket="moves",
    bearer="required",
    heeds=["If-Match"],
    refuses=["forbidden", "stale_version", "condition_invalid", "too_busy", "store_unavailable"],
)
def change_own_profile(body: dict[str, Any]) -> Response:
    """Change one's name or limit

    At tables where the player sits already it goes by the name that it sat down under.
    """
    player_id, who = registered()
    request = Asked(who, if_match=required_revisions())
    answer = parts().registration.change(player_id, body.get("name"), body.get("parallel_games"), request)
    return answered(answer)


@players.post("/me/token")
@players.takes(TokenRequest, required=False, examples={"nothing": {}})
@players.answers(
    200,
    TokenView,
    description="The new token; it is shown this once.",
    headers=["ETag", "Idempotent-Replayed"],
    example=examples.new_token(),
)
@players.operation(
    bucket="creations",
    bearer="required",
    heeds=["Idempotency-Key"],
    refuses=[
        *("forbidden", "idempotency_key_invalid", "idempotency_key_reused"),
        *("too_busy", "store_unavailable"),
    ],
)
def take_new_token(body: dict[str, object]) -> Response:
    """Take a new token

    The old one ends at once; streams that were opened with it end within seconds (`token_revoked`). Send an
    `Idempotency-Key` of at least 16 characters that nobody can guess: if the answer is lost, the same request, with the
    old token and the key, gets the same new token again, for as long as answers are kept. For anything else the old
    token is worth nothing (401).
    """
    del body
    who = bearer_of_a_players_token()
    tried = attempt(who)
    if tried is not None and len(tried.key) < SHORTEST_ALONE:
        # Tokens are changed because somebody else may have them: then it is the key alone that tells callers apart.
        raise Refused("idempotency_key_invalid")
    return answered(parts().registration.take_new_token(Asked(who, tried)))
