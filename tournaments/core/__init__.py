"""Helpers that every package needs: the clock, codes, errors, locks, tables, text."""
