"""Results of simultaneous games: read, reviewed, accepted, and merged into one standings."""
