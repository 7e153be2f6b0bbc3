"""Pages of a player's own, opened from the phone without an account."""
