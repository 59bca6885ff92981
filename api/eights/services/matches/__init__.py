"""Duplicate matches: which of several entrants plays better, with the luck of the cards taken out."""
