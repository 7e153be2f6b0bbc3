"""Positions in play, and the one way to the engine's search."""
