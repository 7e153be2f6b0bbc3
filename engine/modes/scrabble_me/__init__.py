"""Scrabble Me (RULES V13): `mode` has the acts, `state` the game and the phases of a round."""
