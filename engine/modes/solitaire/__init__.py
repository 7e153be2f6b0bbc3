"""Solitaire (RULES V12): `mode` has the rules and the acts, `construction` the open form."""
