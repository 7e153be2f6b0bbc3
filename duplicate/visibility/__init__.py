"""What of a game somebody may see: names, tops, finished games, rounds in play."""
