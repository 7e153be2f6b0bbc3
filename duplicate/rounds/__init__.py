"""A round, from the draw to the announcement."""
