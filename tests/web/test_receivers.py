import socket

from eights.web.receivers import Receiver


def test_how_long_an_answer_may_take_does_not_end_a_stream() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.settimeout(1.5)
        Receiver(ours, lambda: None).begin()
        assert ours.gettimeout() is None
