"""The arena: bots play the same deals from every seat, in process, to tell which plays better."""
