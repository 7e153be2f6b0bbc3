"""Chess clocks of matches."""
