"""Standings and results of games and events, read from their rows."""
