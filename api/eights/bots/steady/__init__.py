"""The bot ``steady``: weighs each legal move by a few plain considerations, and makes the one that weighs most."""
