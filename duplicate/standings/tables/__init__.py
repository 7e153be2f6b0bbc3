"""Standings of games and events as tables."""
