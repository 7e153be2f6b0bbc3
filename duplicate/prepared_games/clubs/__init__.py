"""Clubs of a simultaneous game: their envelopes, tokens and letters."""
