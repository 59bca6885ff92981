"""The examples in the OpenAPI document: views of one small game, played here by the real rules from a fixed seed."""

from functools import cache
from typing import Any

import msgspec

from eights.rules import catalogue
from eights.rules.dealing import deal, new_game
from eights.rules.legality import legal_moves
from eights.rules.play import apply
from eights.rules.replay import Dealt, Moved, Step, take
from eights.services.access import STRANGER, Viewer, hash_token
from eights.services.following import ClosingView, Since, SnapshotView, page_of
from eights.services.game import Game, SeatHolder, Update
from eights.services.lobby import LobbyPage
from eights.services.players.inbox_reading import (
    InboxPage,
    InboxSnapshotView,
    InboxUpdateView,
    PlayersGamesPage,
    YourTurnView,
)
from eights.services.players.notices import GameStarted
from eights.services.players.player import Player
from eights.services.players.profiles import RegisteredView, TokenView, profile_view
from eights.services.ratings.rating import Rating
from eights.services.ratings.views import rating_view
from eights.services.reading import RulesView, replay_view
from eights.services.revisions import Revision
from eights.services.tokens import Mint
from eights.services.views import CreatedView, JoinedView, MovesView, TakenSeatView, game_view, sheet_view
from eights.web import sse

_MINT = Mint(bytes(32), "the documentation's own")


@cache
def _game(moves: int) -> tuple[Game, tuple[Step, ...]]:
    """Two people play draw-two from a fixed seed; the first legal move is always made."""
    rules = catalogue.resolve(catalogue.variant("draw-two"))
    state = new_game(rules, 2, bytes(range(32)), "mzxw6ytboi4dqmjt", 1)
    state, _ = deal(state)
    steps: list[Step] = [Dealt()]
    while state.status == "playing" and state.round and len(steps) <= moves:
        seat = state.round.turn
        move = legal_moves(state, seat)[0]
        state, _ = apply(state, seat, move)
        steps.append(Moved(seat, move))
    holders = tuple(SeatHolder(name, hash_token(_MINT.token(str(seat)))) for seat, name in enumerate(("Ana", "Benoît")))
    game = Game(
        id="mzxw6ytboi4dqmjt", version=1 + len(steps), variant="draw-two", options=(), created_at_ms=1_764_460_800_000,
        host_hash=hash_token(_MINT.token("host")), visibility="public", auto_deal=False, on_leave="forfeit",
        seats=holders, first_dealer=1, state=state, mark=0x3F2A + len(steps),
    )  # fmt: skip
    return game, tuple(steps)


def _json(view: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(view))


def created() -> Any:
    """A game that was just created with two names."""
    game, _ = _game(0)
    undealt = msgspec.structs.replace(
        game, version=1, state=new_game(game.state.rules, 2, bytes(range(32)), game.id, 1)
    )
    view = game_view(undealt, Viewer(host=True))
    return _json(CreatedView(view, _MINT.token("host"), {str(seat): _MINT.token(str(seat)) for seat in (0, 1)}))


def taken_seat() -> Any:
    """A seat that was just taken."""
    return _json(TakenSeatView(1, _MINT.token("1")))


def _player() -> Player:
    made_at_ms, token_hash = 1_764_460_800_000, hash_token(_MINT.token("player"))
    return Player("k3qlgi4whwvzcky4", 1, "Otto", "bot", made_at_ms, token_hash, parallel_games=16)


def registered() -> Any:
    """A player who has just registered."""
    return _json(RegisteredView(profile_view(_player(), {}), _MINT.token("player")))


def profile() -> Any:
    """A player, as everybody may know it."""
    ratings = {"crazy-eights": rating_view(Rating(29.6217, 7.8242, 2))}
    return _json(profile_view(_player(), ratings))


def new_token() -> Any:
    """Another token for a player."""
    return _json(TokenView(_MINT.token("player")))


def joined() -> Any:
    """A seat found by quick join."""
    return _json(JoinedView(game_view(_game(6)[0], Viewer(seat=1)), 1, _MINT.token("1")))


def game_as_seat() -> Any:
    """A game under way, as the seat on turn sees it."""
    game, _ = _game(6)
    return _json(game_view(game, Viewer(seat=game.state.round.turn if game.state.round else 0)))


def game_as_stranger() -> Any:
    """A game under way, as everybody sees it."""
    return _json(game_view(_game(6)[0], STRANGER))


def lobby() -> Any:
    """A page of the lobby."""
    return _json(LobbyPage([game_view(_game(6)[0], STRANGER)], None))


def aborted() -> Any:
    """A game that its host called off."""
    game = _game(6)[0]
    over = msgspec.structs.replace(game.state, status="finished")
    return _json(game_view(msgspec.structs.replace(game, aborted=True, state=over), Viewer(host=True)))


def moves() -> Any:
    """The legal moves of the seat on turn."""
    game, _ = _game(6)
    return _json(MovesView(game.version, str(game.revision), legal_moves(game.state, _on_turn(game))))


def rules() -> Any:
    """The rules of a game."""
    game, _ = _game(0)
    return _json(RulesView(game.variant, game.options, game.state.rules))


def scores() -> Any:
    """The sheet of a game that is over."""
    game = _game(500)[0]
    return _json(sheet_view(game, [game.state.last_score] if game.state.last_score else []))


def replay() -> Any:
    """The replay of a game that is over."""
    return _json(replay_view(*_game(500)))


def _newest() -> Since:
    """The last move of a game under way, as it reaches a seat."""
    (game, steps), (before, _) = _game(6), _game(5)
    _, happened = take(before.state, steps[-1])
    return Since(game, Viewer(seat=0), (Update(game.version, tuple(happened), game.mark),))


def events() -> Any:
    """What happened since the version before."""
    return _json(page_of(_newest()))


def stream() -> str:
    """A stream that starts, tells of a move, and is closed."""
    since, before = _newest(), _game(5)[0]
    snapshot = SnapshotView(game_view(before, since.viewer))
    page = page_of(since)
    update = msgspec.structs.replace(page.items[0], view=page.view)
    frames = (
        sse.frame("snapshot", snapshot, before.revision),
        sse.frame("update", update, since.game.revision),
        sse.HEARTBEAT,
        sse.frame("closing", ClosingView("server_restarting")),
    )
    return b"".join(frames).decode()


def own_games() -> Any:
    """A page of a player's own games."""
    game, _ = _game(6)
    return _json(PlayersGamesPage([game_view(game, Viewer(seat=_on_turn(game)))], None))


def _told() -> InboxUpdateView:
    """What the player on turn is told of a game under way."""
    game, _ = _game(6)
    seat = _on_turn(game)
    turn = YourTurnView(game.id, seat, game.version, game_view(game, Viewer(seat=seat)))
    return InboxUpdateView(7, [turn])


def inbox() -> Any:
    """A turn, as it reaches a player."""
    return _json(InboxPage([_told()], 7, "7-0b0b"))


def inbox_stream() -> str:
    """A stream that starts when nothing waits, tells of a game and a turn, and is closed."""
    game, told = _game(6)[0], _told()
    started = GameStarted(game.id, _on_turn(game), game.variant)
    frames = (
        sse.frame("snapshot", InboxSnapshotView(6, [], more=False), Revision(6, 0x0A0A)),
        sse.frame(
            "update", msgspec.structs.replace(told, events=[started, *told.events]), Revision(told.version, 0x0B0B)
        ),
        sse.HEARTBEAT,
        sse.frame("closing", ClosingView("server_restarting")),
    )
    return b"".join(frames).decode()


def _on_turn(game: Game) -> int:
    return game.state.round.turn if game.state.round else 0
