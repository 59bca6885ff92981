"""``eights tournament``: an organiser's evening from a shell, or from cron."""
