"""Reviews of games and pictures for everyone."""
