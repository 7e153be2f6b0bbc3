"""Rules of a game: presets, rule sets of the club, and rules in words."""
