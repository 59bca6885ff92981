"""The game of Crazy Eights and its relatives: pure functions on frozen values.

Nothing in here reads a clock, the environment or a source of chance, and nothing asks which variant is being played:
the resolved :class:`~eights.rules.ruleset.Rules` are data that the functions follow.
"""
