"""What an operator sees of the server: numbers, logs, traces. Never a token, a card, a seed, or what a caller sent."""
