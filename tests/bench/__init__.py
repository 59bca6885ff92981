"""What the server costs, measured in one run: ``make bench``."""
