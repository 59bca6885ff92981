"""Tournaments: who is in, round after round, and what comes of it."""
