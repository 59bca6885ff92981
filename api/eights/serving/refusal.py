"""Why a server does not start, or does not go on."""


class CannotServe(Exception):  # noqa: N818 - what happened, named as such
    """The server cannot start or go on; the message says why, and what to do."""
