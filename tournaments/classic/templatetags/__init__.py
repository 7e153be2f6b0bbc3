"""Template tags of classic tournaments."""
