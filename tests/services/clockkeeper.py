"""A process that looks after clocks until nothing is due: ``clockkeeper.py URL NOW_MS``."""

import sys

from timed import TimedServer

if __name__ == "__main__":
    server = TimedServer(sys.argv[1])
    server.clock.ms = int(sys.argv[2])
    server.look()
