"""Scores of matches and the rules that they are checked by, read from the rows."""
