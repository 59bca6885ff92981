"""A process that takes games from a timetable as fast as it can, in a race with others: ``taker.py URL``."""

import sys

from eights.store.connection import Connection
from eights.store.timetable import RedisTimetable

if __name__ == "__main__":
    timetable = RedisTimetable(Connection(sys.argv[1]))
    while due := timetable.due(1000, 5000, 7):
        print(*(one.subject for one in due))
