"""Template tags of the duplicate app."""
