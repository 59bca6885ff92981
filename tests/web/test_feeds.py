"""A feed tells whether a follower has what stands there, has yet to be told, or has what the store lost."""

import msgspec

from eights.services.following import Reason
from eights.services.ports import StoreUnavailable
from eights.services.revisions import Revision
from eights.web.feeds import Feed, Source

SEEN = Revision(8, 0x3F2A)
OTHER = Revision(8, 0x0B0B)
EARLIER = Revision(6, 0x0606)


class Stand(msgspec.Struct, frozen=True):
    """Something that has come so far."""

    revision: Revision


class Readings(Source[Stand]):
    """Gives one stand after the other, each as soon as it is asked; None for a store that is away."""

    def __init__(self, stands: tuple[Revision | None, ...]) -> None:
        self.subject = "readings"
        self.feed: Feed[Stand]
        self._stands = iter(stands)

    def read(self, before: Stand) -> Stand | Reason:
        """Return the next one, if there is another."""
        self.feed.wake()
        for revision in self._stands:
            if revision is None:
                raise StoreUnavailable
            return before if revision == before.revision else Stand(revision)
        return "game_expired"


def read(stood: Revision, *stands: Revision | None) -> Feed[Stand]:
    """Return a feed that stood somewhere, and has read all this since."""
    source = Readings(stands)
    source.feed = feed = Feed(source, Stand(stood))
    feed.followers = 1
    feed.wake()
    feed.run()
    return feed


def test_who_has_less_is_told_more_at_once() -> None:
    feed = read(SEEN)
    assert feed.has_left(EARLIER, feed.begun)
    assert feed.has_left(Revision(7), feed.begun)


def test_who_has_the_same_is_told_nothing() -> None:
    for feed in (read(SEEN), read(EARLIER, SEEN), read(SEEN, SEEN, None)):
        assert not feed.has_left(SEEN, 0)
        assert not feed.has_left(Revision(8), 0)


def test_who_has_what_the_store_lost_is_told_once_that_was_read() -> None:
    for now in (EARLIER, OTHER):
        feed = read(SEEN, now)
        assert feed.has_left(SEEN, 0)
    assert not feed.has_left(Revision(8), 0)


def test_who_comes_with_more_than_was_read_so_far_waits_for_the_next_reading() -> None:
    for then in (EARLIER, OTHER):
        assert not read(then).has_left(SEEN, 0)
        assert not read(then, then).has_left(SEEN, 1)  # the reading may have begun before that of the follower
        assert not read(then, None, None).has_left(SEEN, 0)
        assert read(then, then).has_left(SEEN, 0)
        assert not read(then, SEEN).has_left(SEEN, 0)
