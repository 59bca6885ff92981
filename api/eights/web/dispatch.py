"""Flask, without what this server has no use for: each request pays for all that is looked up, opened and asked.

There are no sessions, no coroutines, no hosts to tell apart, and nothing that belongs to one blueprint alone: what is
checked before a view, is checked before every view, and nothing is called after it. What is registered otherwise is
refused when the application is built (:func:`refuse_what_is_not_called`), so that it cannot be missed in silence.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, cast

from flask import Flask, Request
from flask import request as present_request
from flask.sessions import NullSession, SessionInterface
from flask.wrappers import Response
from werkzeug.routing import Map, MapAdapter, Rule

ADDRESSES_REMEMBERED: Final = 2_048
"""Paths whose rules are remembered: a game is asked for again and again."""
LONGEST_REMEMBERED: Final = 128
"""Characters of a path that is remembered: made-up ones must not fill the memory."""


class Application(Flask):
    """A Flask application as :mod:`eights.web.dispatch` says."""

    def __init__(self, name: str) -> None:
        super().__init__(name, static_folder=None)
        self.session_interface = _NoSessions()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return what is called in place of a function: itself."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Return what finds the rule for a request; its host has no say in that."""
        return None if request is None else _Address(self.url_map, request.path, request.method)

    def preprocess_request(self) -> None:
        """Check a request."""
        request = _present()
        for check_values in self.url_value_preprocessors[None]:
            check_values(request.endpoint, request.view_args)
        for check in self.before_request_funcs[None]:
            check()

    def process_response(self, response: Response) -> Response:
        """Return a response as it is."""
        return response

    def do_teardown_request(self, exc: BaseException | None = None) -> None:
        """Leave a request: nothing was opened for it."""

    def do_teardown_appcontext(self, exc: BaseException | None = None) -> None:
        """Leave the application: as above."""


def refuse_what_is_not_called(app: Flask) -> None:
    """Raise ValueError if an application has something registered that would not be called."""
    never = (app.after_request_funcs, app.teardown_request_funcs, {None: app.teardown_appcontext_funcs})
    for_all_alone = (app.url_value_preprocessors, app.before_request_funcs)
    if any(any(functions.values()) for functions in never) or any(
        name is not None and functions for registered in for_all_alone for name, functions in registered.items()
    ):
        raise ValueError("something is registered that would never be called")


class _NoSessions(SessionInterface):
    """No sessions: whoever asks, says so each time."""

    _none: Final = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        del app, request
        return self._none


class _Address(MapAdapter):
    """Where one request goes."""

    def __init__(self, rules: Map, path: str, method: str) -> None:
        super().__init__(rules, "", "/", "", "http", path, method)

    def match(self, *other: Any, **how: Any) -> Any:
        """As the library's, whose answer is remembered for the request itself."""
        if other or how != {"return_rule": True} or len(self.path_info) > LONGEST_REMEMBERED:
            return super().match(*other, **how)
        rule, values = _matched(self.map, self.path_info, self.default_method)
        return rule, dict(values)  # they are changed while they are checked


@lru_cache(ADDRESSES_REMEMBERED)
def _matched(rules: Map, path: str, method: str) -> tuple[Rule, Mapping[str, Any]]:
    return MapAdapter(rules, "", "/", "", "http", path, method).match(return_rule=True)


def _present() -> Request:
    return cast("Request", present_request._get_current_object())  # type: ignore[attr-defined]  # what the proxy stands for  # noqa: SLF001
