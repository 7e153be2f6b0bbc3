"""Frames for screens and phones while a game runs."""
