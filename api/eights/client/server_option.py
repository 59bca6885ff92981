"""Which server a command calls, and what it says where none is."""

from typing import Final

import click
import httpx

from eights.client.connection import is_this_machine
from eights.client.problems import ServerUnreachable
from eights.client.words import Words

VARIABLE: Final = "EIGHTS_URL"
USUAL_PORT: Final = 8000
USUAL_URL: Final = f"http://127.0.0.1:{USUAL_PORT}"


def web_address(_context: click.Context, _option: click.Parameter, url: str | None) -> str | None:
    """Refuse what is no address of a server."""
    if url is None:
        return None
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL:
        parsed = httpx.URL()
    if parsed.scheme not in ("http", "https") or not parsed.host:
        raise click.BadParameter("expected http://HOST:PORT or https://HOST")
    return url


url_option = click.option(
    "--url", envvar=VARIABLE, default=USUAL_URL, show_default=True, show_envvar=True, callback=web_address,
    help="The server.",
)  # fmt: skip
url_or_own_option = click.option(
    "--url", envvar=VARIABLE, show_envvar=True, callback=web_address,
    help="A running server.  [default: one of its own, stopped at the end]",
)  # fmt: skip


def no_server(error: ServerUnreachable, words: Words) -> str:
    """Return one sentence on why no answer came; where a connection was refused, also on how to start a server."""
    if error.refused is None:
        return words("server.silent", reason=error)
    url = httpx.URL(error.refused)
    here = is_this_machine(url.host)
    port = f" --port {url.port}" if here and url.port not in (None, USUAL_PORT) else ""
    name = "server.refused_here" if here else "server.refused_there"
    return words(name, url=error.refused, command=f"eights serve{port}")
