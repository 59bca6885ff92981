"""Bots: they choose moves from what one seat sees, and nothing else."""
