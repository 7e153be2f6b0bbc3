"""The audit log of a game: its acts, their rows, and both as sentences."""
