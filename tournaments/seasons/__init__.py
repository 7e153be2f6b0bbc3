"""Seasons and the history of a player."""
