"""Calls to the store: a server alone, one behind sentinels, or a cluster."""

import hashlib
from collections.abc import Sequence
from typing import Any

from redis.exceptions import NoScriptError, RedisError, ResponseError

from eights.services.ports import OutcomeUnknown, StoreAway, StoreUnavailable
from eights.store.circuit import Away
from eights.store.cluster import Cluster
from eights.store.durability import assurance_of
from eights.store.servers import OneServer, Servers, Unit, Word
from eights.store_url import address_of


class Script:
    """A script, and the digest under which a server remembers it.

    One whose effect is ``kept`` is only answered when the store keeps it as surely as the settings ask.
    """

    def __init__(self, source: bytes, kept: bool = False) -> None:
        self.source = source
        self.digest = hashlib.sha1(source, usedforsecurity=False).hexdigest()
        self.kept = kept


class Connection:
    """Commands to the store, over a bounded number of kept connections; safe for threads and greenlets.

    All methods raise StoreUnavailable when the server cannot be reached, does not answer in time, or refuses. What is
    to be kept raises OutcomeUnknown where the store has it, but not as surely as ``durability`` says (a setting, see
    :mod:`eights.store.durability`). In a cluster, the keys of one command or script have to lie in one slot.
    """

    def __init__(self, url: str, durability: str = "default") -> None:
        address = address_of(url)
        self._servers: Servers = Cluster(address) if address.kind == "cluster" else OneServer(address)
        self._assurance = assurance_of(durability)

    def call(self, *command: Word) -> Any:
        """Send one command and return its answer, in one round trip."""
        return _answer(self._exchange([[command]])[0][0])

    def call_all(self, commands: Sequence[Sequence[Word]]) -> list[Any]:
        """Send several commands and return their answers, in one round trip; they are not one transaction.

        In a cluster each goes to the node that has its slot; those of one slot go in order.
        """
        return [_answer(answers[0]) for answers in self._exchange([[command] for command in commands])]

    def call_each(self, commands: Sequence[Sequence[Word]]) -> list[Any]:
        """As :meth:`call_all`, with StoreUnavailable in place of the answers that are not to be had; raises nothing."""
        units = self._servers.exchange_each([[command] for command in commands])
        answers = [unit if isinstance(unit, RedisError) else unit[0] for unit in units]
        return [_unavailable(one) if isinstance(one, RedisError) else one for one in answers]

    def run(self, script: Script, keys: Sequence[Word], arguments: Sequence[Word]) -> Any:
        """Run a script and return its answer, in one round trip, or in two if the server does not know it yet."""
        rest = (len(keys), *keys, *arguments)
        behind = self._behind(keys[0]) if script.kept and keys else []
        answers = self._unit([("EVALSHA", script.digest, *rest), *behind])
        if isinstance(answers[0], NoScriptError):
            answers = self._unit([("EVAL", script.source, *rest), *behind])
        return self._kept(answers)

    def keep(self, *command: Word) -> Any:
        """Send one command whose effect is to be kept, and return its answer."""
        return self._kept(self._unit([command, *self._behind(command[1])]))

    def vouched(self, answer: Any, *command: Word) -> Any:
        """Return what a command that reads was answered, once it is kept as surely as the settings ask.

        It is read again for that, whoever wrote it: a server that knows less may have taken over in between.
        """
        behind = self._behind(command[1])
        return self._kept(self._unit([command, *behind])) if behind else answer

    def ping(self) -> None:
        """Return if the store answers, and can be asked for what the settings ask for."""
        probe = self._assurance.probe if self._assurance else ()
        for answer in self._unit([("PING",), *([probe] if probe else [])]):
            _answer(answer)

    def close(self) -> None:
        """Close all connections."""
        self._servers.close()

    def _behind(self, key: Word) -> list[Sequence[Word]]:
        return self._assurance.behind(key) if self._assurance else []

    def _unit(self, unit: Unit) -> list[Any]:
        return self._exchange([unit])[0]

    def _kept(self, answers: Sequence[Any]) -> Any:
        answer = _answer(answers[0])
        if self._assurance is not None and len(answers) > 1 and not self._assurance.given(answers[-1]):
            raise OutcomeUnknown("written, but not kept as surely as is asked for")
        return answer

    def _exchange(self, units: Sequence[Unit]) -> list[list[Any]]:
        try:
            return self._servers.exchange(units)
        except RedisError as failure:
            told = _unavailable(failure)
        raise told  # out here, so that no refusal hangs on it


def _answer(answer: Any) -> Any:
    if isinstance(answer, ResponseError):
        raise _unavailable(answer)
    return answer


def _unavailable(failure: RedisError) -> StoreUnavailable:
    if isinstance(failure, ResponseError):
        # Only the error's code: the rest may quote what was sent.
        return StoreUnavailable(f"refused: {failure.status_code or str(failure).partition(' ')[0]}")
    told = StoreAway(str(failure)) if isinstance(failure, Away) else StoreUnavailable(str(failure))
    told.__cause__ = failure
    return told
