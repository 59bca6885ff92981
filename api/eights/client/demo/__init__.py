"""`eights demo`: programs that play a match against each other over HTTP, and a narrator who tells it."""
