"""A bot as a function from what a seat sees to what it does.

The same function plays in the arena, in process, and on a server, over HTTP.
"""
