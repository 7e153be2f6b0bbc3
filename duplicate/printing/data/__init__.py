"""Values of the duplicate game's documents, read from rows."""
