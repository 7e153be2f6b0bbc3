"""Players of a game, from joining to the erasure of a person's data."""
