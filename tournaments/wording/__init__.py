"""Sentences of the interface: clauses, ranges, plural forms, units, the engine's messages."""
