"""A game at a table: acts, the state after them, and what screens show of it."""
