"""Lexicons and definitions."""
