"""Following a game: what happened, at once or as soon as it happens."""

from typing import Any

from flask import Response

from eights.services.following import ClosingView, EventsPage, FinalScoresView, SnapshotView, UpdateView
from eights.web import examples, sse
from eights.web.blueprint import Resources, StreamForm
from eights.web.callers import caller
from eights.web.following import EventsQuery, follow
from eights.web.game_streams import FollowedGame
from eights.web.links import game_links
from eights.web.parts import parts

events = Resources("events", "What happens in a game, while it happens.", url_prefix="/v1/games")


@events.get("/<game_id:game_id>/events")
@events.takes(EventsQuery, location="query")
@events.answers(
    200,
    EventsPage,
    description="The updates as JSON, or a stream of them.",
    example=examples.events(),
    leads_to=game_links("getGame", "listMoves", "getScores"),
    streams=StreamForm(sse.MEDIA_TYPE, (SnapshotView, UpdateView, FinalScoresView, ClosingView), examples.stream()),
)
@events.operation(
    bearer="optional",
    heeds=["Last-Event-ID"],
    refuses=[
        *("game_not_found", "event_id_invalid", "version_not_reached", "not_acceptable"),
        *("too_many_streams", "streams_full", "store_unavailable"),
    ],
)
def follow_game(query: dict[str, Any], game_id: str) -> Response:
    """Follow a game

    What happened after a version, each update as the caller may see it: with a seat's token, its own cards. `Accept`
    chooses between two forms of the same content.

    **JSON.** Every update after `after`, at once if there is one, else as soon as one comes, else none after `wait`
    seconds (0 unless set); and the game as it is now. Ask again with the view's `revision` as `after`. Without `after`
    there is nothing to list, and the answer comes at once; so it does when the game is over. `reset` is there where
    updates are missing: forget what was before, and go on from the view. Give the client a read time-out above `wait`.

    **Server-sent events** (`Accept: text/event-stream`), each with JSON as its data:

    - `snapshot` comes first: `view`, the game as it is, and `heartbeat_s`.
    - `update`, one for each version: what happened. Its `id` is the game's `revision`. When several come at once, the
      newest alone has the `view`.
    - `reset` comes instead of updates that the server no longer has (a game's last 32 are kept, and 8 once it is
      over), and where the game does not follow from what was seen: the store lost that, in a failover or to an older
      backup, and the game went on from before it. Its data is that of a snapshot: forget what was before.
    - `finished` is the last event of a game that is over, called off or played to its end: totals, places, winners.
    - `closing` is the last event of a stream whose game goes on, with a `reason`: `server_restarting` and `too_slow`
      (this stream was not read fast enough): come back at once; `token_revoked` (the seat was given up): come back as
      somebody else; `game_expired`; `internal_error`.

    A stream that ends in any other way was cut off. To go on after that, or after `closing`, send the `id` of the last
    event that came as `Last-Event-ID` (or as `after`): the stream goes on with the next update, misses none and
    repeats none, and starts with no snapshot. Browsers' `EventSource` does so by itself, but cannot send a token, and
    comes back after `finished` as well: close it then. A version alone will do as well, but tells nothing of what the
    store may have lost since.

    A comment comes where nothing else does, so that something arrives every `heartbeat_s` (15) seconds: set the read
    time-out to twice that, and come back when it passes.

    A caller, known by its token or else by its address, has at most 20 streams and waiting requests in each server
    process, and all callers together 2,000, unless the server is set otherwise.
    """
    behind = parts()
    return follow(lambda after: FollowedGame(behind.store, game_id, caller(), after), query)
