"""Ratings: how well registered players play, by variant."""
