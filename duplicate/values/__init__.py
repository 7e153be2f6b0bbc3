"""Values that pages and documents show of a game."""
