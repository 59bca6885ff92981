"""A player's inbox and games: what waits for the player, at once or as soon as it does."""

from typing import Any, Final

import msgspec
from flask import Response

from eights.services.following import ClosingView
from eights.services.players.inbox_reading import InboxPage, InboxSnapshotView, InboxUpdateView, PlayersGamesPage
from eights.web import examples, sse
from eights.web.answers import json_answer
from eights.web.blueprint import Resources, StreamForm
from eights.web.callers import registered
from eights.web.fields import Body, Choice, QueryWhole, Words
from eights.web.following import EventsQuery, follow
from eights.web.inbox_streams import FollowedInbox
from eights.web.links import game_links
from eights.web.parts import parts
from eights.web.resources.games import STATUSES

inbox = Resources("inbox", "What a player is told, and where the player plays.", url_prefix="/v1/players/me")

_CURSOR: Final = "^([0-9]{13}-[a-z2-7]{16}|[0-9]{1,9})$"


class OwnGamesQuery(Body):
    """Which of a player's games to list."""

    turn = Choice(("mine",), load_default=None, metadata={"description": "Only games that wait for the player's move."})
    status = Choice(STATUSES, load_default=None, metadata={"description": "Only games of this status."})
    limit = QueryWhole(1, 100, load_default=20, metadata={"description": "How many games at most."})
    cursor = Words(64, _CURSOR, load_default=None, metadata={"description": "`next_cursor` of the page before."})


@inbox.get("/games")
@inbox.takes(OwnGamesQuery, location="query")
@inbox.answers(
    200,
    PlayersGamesPage,
    description="A page of games, as the player sees each.",
    example=examples.own_games(),
    leads_to=game_links("getGame", "listMoves", game_id="$response.body#/items/0/id"),
)
@inbox.operation(bearer="required", refuses=["forbidden", "cursor_invalid", "store_unavailable"])
def list_own_games(query: dict[str, Any]) -> Response:
    """List one's own games

    Newest first: those that the player sits at, those it is invited to (`you` is null, the seat is kept), and those it
    left to a house bot. The last 10,000 are kept.

    With `turn=mine`, the games in which the player is on turn, longest waiting first, each with its legal moves: for
    programs that ask from time to time instead of following `GET /v1/players/me/events`. A page may be short; the list
    ends where `next_cursor` is null.
    """
    player, _ = registered()
    listing = parts().inbox.on_turn if query["turn"] else parts().inbox.games
    page = listing(player, query["status"], query["cursor"], query["limit"])
    return json_answer(msgspec.json.encode(page))


@inbox.get("/events")
@inbox.takes(EventsQuery, location="query")
@inbox.answers(
    200,
    InboxPage,
    description="What the player was told since; or a stream of it.",
    example=examples.inbox(),
    leads_to=game_links("makeMove", "dealRound", "takeSeat", game_id="$response.body#/items/0/events/0/game_id"),
    streams=StreamForm(sse.MEDIA_TYPE, (InboxSnapshotView, InboxUpdateView, ClosingView), examples.inbox_stream()),
)
@inbox.operation(
    bearer="required",
    heeds=["Last-Event-ID"],
    refuses=[
        *("forbidden", "event_id_invalid", "version_not_reached", "not_acceptable"),
        *("too_many_streams", "streams_full", "store_unavailable"),
    ],
)
def follow_inbox(query: dict[str, Any]) -> Response:
    """Follow one's inbox

    What the player is told, of all of its games, matches and tournaments: one stream is enough to run a bot in any
    number of them. Updates are numbered from 1, without gaps. `Accept` chooses between two forms of the same content,
    as for `GET /v1/games/{game_id}/events`.

    **JSON.** Every update after `after`, at once if there is one, else as soon as one comes, else none after `wait`
    seconds (0 unless set). Ask again with `revision` as `after`. Without `after` the answer comes at once, and has
    `games` instead: those that wait for the player, as a snapshot has them. So it does, with `reset`, where the updates
    asked for are no longer kept, or the inbox does not follow from what was seen.

    **Server-sent events** (`Accept: text/event-stream`), each with JSON as its data:

    - `snapshot` comes first: the `games` that wait for the player to move or to deal (`ready`, `round_over`), then
      those that wait for it to accept an invitation (`open`); at most 50, `more` says whether there may be others
      (`GET /v1/players/me/games`).
    - `update`: `events`, told at once. Its `id` is its number and a mark by chance.
    - `reset` comes instead of updates that the server no longer has (the last 256 are kept, for 30 days), and where
      the store lost what was seen, in a failover or to an older backup. Its data is that of a snapshot.
    - `closing` is the last event of a stream, with a `reason`: `server_restarting` and `too_slow`: come back at once;
      `token_revoked` (the player took a new one); `internal_error`.

    To go on after a stream that ended, send the last `id` as `Last-Event-ID` (or as `after`): the stream goes on with
    the next update, misses none and repeats none, and starts with no snapshot. A comment comes where nothing else does,
    every `heartbeat_s` (15) seconds at least.

    **What is told.**

    - `invited`: a seat is kept for the player; taking it accepts, `DELETE` of the seat declines.
    - `game_started`: all seats are taken; comes before all else about a game, with the seat that is the player's.
    - `deal_due`: whoever is first deals; that another player was first is no fault.
    - `your_turn`: the player is on turn at this `version` of the game, with its `view` and legal moves. Another comes
      for each version at which that is so, also when others announce or challenge meanwhile.
    - `game_finished`: status, totals, places, winners; the last about a game.
    - `match_*` and `tournament_*`: the match or tournament has more.

    What is no longer so when it is read has `passed` instead of a view: there is nothing to do. Players are told
    within the request that changed the game; if the server was interrupted in it, a few seconds later.
    """
    player, who = registered()
    reading = parts().inbox
    return follow(lambda after: FollowedInbox(reading, player, who, after), query)
