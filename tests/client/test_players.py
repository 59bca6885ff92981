"""Players and matches through the client, against a real server."""

import signal
from collections.abc import Iterator

import httpx
import pytest

from eights.client import EightsClient, ProblemError, StreamClosed
from eights.client.models import FinalScores, GameView, Snapshot, Update
from eights.client.player_models import InboxSnapshot, InboxUpdate
from serving.processes import wait_until
from serving.server_process import ServerProcess


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = ServerProcess(tmp_path_factory.mktemp("server"), settings={"EIGHTS_RATELIMIT_ENABLED": "false"})
    yield server.url
    server.send(signal.SIGTERM)
    server.ended()


@pytest.fixture
def otto(url: str) -> Iterator[EightsClient]:
    """A registered player's own client."""
    with EightsClient(url) as stranger:
        token = stranger.players.register("Otto", parallel_games=3).token
    with EightsClient(url, token) as client:
        yield client


def played_out(client: EightsClient, game_id: str) -> Iterator[GameView]:
    """Play to the end; yield what the player sees after each of its moves."""
    view = client.game(game_id)
    while view.status == "playing" and view.you is not None:
        view = client.move(game_id, view.you.legal_moves[0], version=view.version)
        yield view


def play_out(client: EightsClient, game_id: str) -> None:
    for _ in played_out(client, game_id):
        pass


def single_deal(client: EightsClient) -> str:
    seats = [{"player": client.players.me().id}, {"bot": "steady"}]
    return client.create("draw-two", seats=seats, auto_deal=True).game.id


def test_a_player_changes_its_name_and_its_token(url: str, otto: EightsClient) -> None:
    me = otto.players.me()
    assert (me.name, me.kind, me.parallel_games, me.ratings) == ("Otto", "bot", 3, {})
    assert otto.players.change(name="Ottokar").name == "Ottokar"
    new = otto.players.take_new_token()
    with pytest.raises(ProblemError) as caught:
        otto.players.me()
    assert caught.value.code == "token_invalid"
    with EightsClient(url, new) as again:
        assert (again.players.me().id, again.players.profile(me.id).name) == (me.id, "Ottokar")


def test_games_are_found_as_long_as_they_wait(otto: EightsClient) -> None:
    games = {single_deal(otto) for _ in range(3)}
    assert {view.id for view in otto.players.games_on_turn()} == games
    assert {view.id for view in otto.players.games()} == games
    play_out(otto, min(games))
    assert {view.id for view in otto.players.games_on_turn()} == games - {min(games)}
    assert [view.id for view in otto.players.games("finished")] == [min(games)]


def test_a_finished_game_is_in_the_rating(url: str, otto: EightsClient) -> None:
    seats = [{"player": otto.players.me().id}, {}]
    game_id = otto.create("draw-two", seats=seats, auto_deal=True).game.id
    token = otto.players.register("Ana").token
    seated = httpx.post(f"{url}/v1/games/{game_id}/seats", json={}, headers={"Authorization": f"Bearer {token}"})
    assert seated.is_success, seated.text
    with EightsClient(url, token) as ana:
        assert otto.game(game_id).rated
        while otto.game(game_id).status == "playing":
            for client in (otto, ana):
                view = client.game(game_id)
                if view.you is not None and view.you.legal_moves:
                    client.move(game_id, view.you.legal_moves[0], version=view.version)
    me = otto.players.me()
    (once,) = otto.players.rated_games(me.id, "draw-two")
    assert (once.game_id, once.after) == (game_id, me.ratings["draw-two"])
    assert me.id in {leader.id for leader in otto.players.leaderboard("draw-two")}


def test_an_inbox_goes_on_after_what_was_seen(otto: EightsClient) -> None:
    inbox = otto.players.inbox()
    assert next(inbox) == InboxSnapshot(0, ())
    game_id = single_deal(otto)
    update = next(inbox)
    assert isinstance(update, InboxUpdate)
    assert {notice.game_id for notice in update.events} == {game_id}
    play_out(otto, game_id)
    kinds: list[str] = []
    for later in otto.players.inbox(update.version):
        assert isinstance(later, InboxUpdate)
        kinds += [notice.type for notice in later.events]
        if kinds[-1] == "game_finished":
            break
    assert "game_started" not in kinds
    assert next(otto.players.inbox()) == InboxSnapshot(later.version, ())


def test_an_inbox_ends_with_its_token(otto: EightsClient) -> None:
    inbox = otto.players.inbox()
    next(inbox)
    otto.players.take_new_token()
    with pytest.raises(StreamClosed) as caught:
        next(inbox)
    assert caught.value.reason == "token_revoked"


def test_a_game_is_followed_to_its_end(otto: EightsClient) -> None:
    game_id = single_deal(otto)
    followed = otto.follow(game_id)
    snapshot = next(followed)
    assert isinstance(snapshot, Snapshot)
    for number, view in enumerate(played_out(otto, game_id), start=snapshot.view.version + 1):
        update = next(followed)  # at once, since of a game that is over the log is short
        assert isinstance(update, Update)
        assert update.version == view.version == number
    [scores] = followed
    assert isinstance(scores, FinalScores)
    assert scores.winners == otto.game(game_id).winners


def test_a_match_is_set_up_waited_for_and_called_off(otto: EightsClient) -> None:
    between_bots = otto.matches.create("draw-two", ["bot:steady", "bot:random"], 2)
    over = otto.matches.wait(between_bots.id)
    assert (over.status, over.result is not None) == ("finished", True)
    assert [deal.number for deal in otto.matches.deals(over.id) if deal.complete] == [1, 2]
    assert otto.matches.get_after(over.id, over.version) is None
    own = otto.matches.create("draw-two", [otto.players.me().id, "bot:steady"], 2)
    assert otto.matches.abort(own.id).is_over


def test_a_match_is_offered_until_it_is_declined(url: str, otto: EightsClient) -> None:
    with EightsClient(url) as stranger:
        nina = stranger.players.register("Nina", "human")
    with EightsClient(url, nina.token) as hers:
        match = otto.matches.create("draw-two", [otto.players.me().id, nina.player.id], 2)
        wait_until(lambda: offered(hers) == (match.id,))
        assert hers.matches.decline(match.id).declined_by == nina.player.id
        wait_until(lambda: offered(hers) == ())


def offered(client: EightsClient) -> tuple[str, ...]:
    """Matches that the player is invited to; told by the clock, soon after the request."""
    return client.players.open_match_invitations(client.players.told().version)


def test_the_python_client_fills_seats(url: str) -> None:
    with EightsClient(url) as stranger:
        created = stranger.create("crazy-eights", seats=[{"name": "Ana"}, {}, {}])
    with EightsClient(url, created.host_token) as host:
        assert host.seat_bot(created.game.id, "random") == 1
        assert [seat.kind for seat in host.deal(created.game.id, fill="steady").seats] == ["human", "bot", "bot"]
