"""Bingo (RULES V11): `mode` has the rules and the acts, `words` the pairs of words on cards."""
