"""A worker that waits for requests no longer than tests like to."""

from eights.serving.worker import Worker


class ImpatientWorker(Worker):
    """The server's worker, in a hurry."""

    head_within_s = 1.5
    body_within_s = 1.5
    taken_within_s = 1.5
