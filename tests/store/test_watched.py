"""A connection that is watched does all that a connection does."""

import inspect

from eights.store.connection import Connection
from eights.store.watched import WatchedConnection


def test_nothing_that_a_connection_does_goes_unwatched() -> None:
    public = {name for name, _ in inspect.getmembers(Connection, inspect.isfunction) if not name.startswith("_")}
    assert {"call", "call_all", "run", "keep"} < public
    assert public - vars(WatchedConnection).keys() == set()
