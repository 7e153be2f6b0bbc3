"""Pages of a division for its directors."""
