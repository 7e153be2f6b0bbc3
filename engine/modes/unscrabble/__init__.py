"""Un-Scrabble (RULES V10): `mode` has the acts, `removals` the rule, `boards` the boards to begin with."""
