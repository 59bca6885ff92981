"""Registered players: who they are, what they are told, how well they play."""
