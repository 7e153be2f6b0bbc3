"""Standings of games and events, and the figures in them."""
