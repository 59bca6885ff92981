"""The course of a match: by the clock, a little at a time, in any process, and the same after a crash at any point.

What is decided is written before it is done: that games are to be begun, before any is; so whoever comes next finds
them running and begins those that are missing. What is done is done before it is crossed out: the result of a game is
noted, and the replays of a deal are opened, before the game stops running.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from eights.services.competition_games import CompetitionGames, GameResult, Setting
from eights.services.competitions import Competition
from eights.services.game import Game, SeatHolder
from eights.services.matches.chance import Slot, chance_of, numbers_on, seating, slot_of
from eights.services.matches.match import KEPT_S, OPEN_FOR_MS, Entrant, Match, subject_of
from eights.services.matches.naming import game_id_of
from eights.services.matches.notices import MatchNotices
from eights.services.matches.tally import GameFact, Tally, complete_deals, tally_of
from eights.services.players.player import DEFAULT_PARALLEL_GAMES, Player, house_bot_of
from eights.services.ports import Clock
from eights.services.record_changes import RecordChanges
from eights.services.records import Facts, Records, fact_in

AT_ONCE: Final = 8
"""Games begun, or ended and opened, each time that the clock looks: so few that no other clock is held up for long."""
AT_ONCE_WITH_HOUSE_BOTS: Final = 2
"""The same for games that house bots begin, who move as soon as they are dealt."""
_decode_fact: Final = msgspec.msgpack.Decoder(GameFact).decode
SOON_MS: Final = 20
"""When to go on with what was left for the next look."""
LOOK_AGAIN_MS: Final = 10_000
"""When to look at games that go on, though each of them calls when it is over."""
LOOK_FOR_ENTRIES_MS: Final = 60_000
COUNTED_AGAIN_AFTER: Final = 1.1
"""The deals are counted anew once there are so many times as many: often enough to watch, and soon done in all."""


class MatchPlaying(Competition):
    """Takes matches on."""

    def __init__(
        self,
        changes: RecordChanges[Match],
        records: tuple[Records[Match], Facts, Records[Player]],
        games: CompetitionGames,
        notices: MatchNotices,
        clock: Clock,
    ) -> None:
        self._changes = changes
        self._matches, self._facts, self._players = records
        self._games = games
        self._notices = notices
        self._clock = clock

    def advance(self, record_id: str) -> int | None:
        """Do some of what is due in a match, and return when to look at it again, None for not before called."""
        match = self._matches.read(record_id).value
        if match is None:
            return None
        now_ms = self._clock.now_ms()
        if match.status == "open":
            return self._wait(match, now_ms)
        if match.status == "playing":
            return self._play(match, now_ms)
        return self._end(match, now_ms)

    def _wait(self, match: Match, now_ms: int) -> int | None:
        self._notices.invite(match)
        ends_ms = match.created_at_ms + OPEN_FOR_MS
        if now_ms < ends_ms:
            return min(ends_ms, now_ms + LOOK_FOR_ENTRIES_MS)

        def lapse(still: Match) -> Match | None:
            return replace(still, status="aborted", ended_at_ms=now_ms) if still.status == "open" else None

        self._changes.by_itself(match.id, lapse)
        return now_ms

    def _play(self, match: Match, now_ms: int) -> int:
        if match.begun == 0:
            self._notices.start(match)
        games = self._games.games([game_id_of(match, number) for number in match.running])
        self._games.remind(games)
        ended = self._collected(match, games)
        self._begin(match, [number for number, game in zip(match.running, games, strict=True) if game is None])
        after = self._written(match, ended, now_ms)
        if after is None or after.status != "playing":
            return now_ms
        started = [number for number in after.running if number not in match.running]
        self._begin(match, started)
        return now_ms + (SOON_MS if started else LOOK_AGAIN_MS)

    def _collected(self, match: Match, games: Sequence[Game | None]) -> list[int]:
        """Note the results of games that are over, open the deals that are complete with them, and return which."""
        ended = []
        for number, game in zip(match.running, games, strict=True):
            result = None if game is None else self._games.result(game)
            if result is not None:
                fact = msgspec.msgpack.encode(_fact(match, slot_of(match, number), result))
                self._facts.establish(match.id, str(number), fact, KEPT_S)
                ended.append(number)
        over = _with_ended(match, ended)
        for deal in {slot_of(match, number).deal for number in ended}:
            if over[deal] >= match.rotations:
                self._games.open_replays([game_id_of(match, number) for number in numbers_on(match, deal)])
        return ended

    def _written(self, match: Match, ended: Sequence[int], now_ms: int) -> Match | None:
        """Cross out what has ended, put on what comes next, and count; return the match as it then is."""
        over = _with_ended(match, ended)
        running = tuple(number for number in match.running if number not in ended)
        at_once = AT_ONCE_WITH_HOUSE_BOTS if len(match.players) < len(match.entrants) else AT_ONCE
        begun = match.begun + max(0, min(at_once, self._at_once(match) - len(running), match.games - match.begun))
        changed = replace(
            match,
            running=(*running, *range(match.begun, begun)),
            begun=begun,
            over=over,
            tally=self._counted(match, over.count(match.rotations)) or match.tally,
        )
        if not changed.running:
            changed = replace(changed, status="finished", ended_at_ms=now_ms)

        def act(still: Match) -> Match | None:
            # Whoever was first has seen other games end, and opened other deals: the next look sees what is left.
            return changed if still.version == match.version and changed != match else None

        return self._changes.by_itself(match.id, act)

    def _at_once(self, match: Match) -> int:
        """Return how many games may go on at once: all entrants sit in each, so the least that one of them allows."""
        allowed = [player.parallel_games for player in self._players.read_many(match.players) if player is not None]
        return min(allowed, default=DEFAULT_PARALLEL_GAMES["bot"])

    def _counted(self, match: Match, complete: int) -> Tally | None:
        """Return the tally over the complete deals, if it is time for another."""
        before = 0 if match.tally is None else match.tally.deals
        if complete <= before or (complete < match.deals and complete < before * COUNTED_AGAIN_AFTER):
            return None
        return self.tally(match)

    def tally(self, match: Match) -> Tally | None:
        """Return the tally over all deals that are complete by now."""
        facts = facts_of(self._facts.of(match.id))
        deals = [numbers_on(match, deal) for deal in range(match.deals)]
        return tally_of(complete_deals(facts, deals), len(match.entrants))

    def _begin(self, match: Match, numbers: Sequence[int]) -> None:
        """Begin games; who called the match off meanwhile may have looked for them before they were there."""
        for number in numbers:
            self._games.begin(_setting(match, number))
        still = self._matches.read(match.id).value if numbers else None
        if still is not None and still.status == "aborted":
            ids = [game_id_of(match, number) for number in numbers]
            for game_id in ids:
                self._games.call_off(game_id)
            if still.is_settled:
                self._games.open_replays(ids)

    def _end(self, match: Match, now_ms: int) -> int | None:
        """Tell that a match is over; end and open what was begun of one that was called off."""
        if match.status == "aborted" and match.running:
            return self._stop(match, now_ms)
        if match.status == "aborted" and match.opened < match.begun:
            return self._open(match, now_ms)
        self._notices.finish(match)
        return None

    def _stop(self, match: Match, now_ms: int) -> int:
        """End some of the games that go on: all of them end before any replay shows a deal that they are on."""
        stopped = match.running[:AT_ONCE]
        for number in stopped:
            self._games.call_off(game_id_of(match, number))

        def act(still: Match) -> Match | None:
            running = tuple(number for number in still.running if number not in stopped)
            return replace(still, running=running) if running != still.running else None

        self._changes.by_itself(match.id, act)
        return now_ms + SOON_MS

    def _open(self, match: Match, now_ms: int) -> int:
        """Open some of the games that were begun, and end what was begun while the match was called off."""
        to = min(match.begun, match.opened + AT_ONCE)
        ids = [game_id_of(match, number) for number in range(match.opened, to)]
        for game_id in ids:
            self._games.call_off(game_id)
        self._games.open_replays(ids)

        def act(still: Match) -> Match | None:
            return replace(still, opened=to) if still.opened < to else None

        self._changes.by_itself(match.id, act)
        return now_ms + SOON_MS


def _setting(match: Match, number: int) -> Setting:
    slot = slot_of(match, number)
    return Setting(
        game_id=game_id_of(match, number),
        part_of=subject_of(match.id),
        variant=match.variant,
        options=match.options,
        rules=match.rules,
        seats=tuple(_holder(match.entrants[entrant]) for entrant in seating(match, slot)),
        chance=chance_of(match, slot),
        clock=match.clock,
        deal_open=match.rotations > 1,
    )


def facts_of(stored: Mapping[str, bytes]) -> dict[int, GameFact]:
    """Return what is known of a match's games, by number in the order of play."""
    return {int(name): fact_in(fact, _decode_fact) for name, fact in stored.items()}


def _fact(match: Match, slot: Slot, result: GameResult) -> GameFact:
    """Turn a game's result around, from seats to entrants."""
    sits = seating(match, slot)
    seat_of = [sits.index(entrant) for entrant in range(len(sits))]
    return GameFact(
        points=tuple(result.points[seat] for seat in seat_of),
        winner=None if result.winner is None else sits[result.winner],
        gave_up=tuple(sits[seat] for seat in result.gave_up),
        illegal=tuple(result.illegal[seat] for seat in seat_of),
        thought_ms=tuple(result.thought_ms[seat] for seat in seat_of),
    )


def _holder(entrant: Entrant) -> SeatHolder:
    bot = house_bot_of(entrant.id)
    if bot is not None:
        return SeatHolder(entrant.name, bot=bot)
    return SeatHolder(entrant.name, player=entrant.id, is_program=entrant.is_program)


def _with_ended(match: Match, ended: Sequence[int]) -> bytes:
    over = bytearray(match.over)
    for number in ended:
        over[slot_of(match, number).deal] += 1
    return bytes(over)
