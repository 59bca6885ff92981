"""Tournaments and what results say: pairing, standings, duplicate scoring, estimates. Pure functions on frozen values.

Nothing in here draws lots: a round's pairings follow from who is in and from the rounds before, so whoever asks twice
gets the same.
"""
