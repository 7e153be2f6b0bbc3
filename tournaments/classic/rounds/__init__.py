"""Rounds of a division: pairing them, by a method or by hand; beginning; results."""
