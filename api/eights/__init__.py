"""Eights: the game server for Crazy Eights, le 8 américain, and its family of rules."""
