"""Ratings: how well players and house bots play, by variant."""
