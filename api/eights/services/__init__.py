"""What a request means: games and who sits at them. Talks to ports, knows neither HTTP nor Redis."""
