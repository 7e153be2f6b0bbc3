"""Values of the documents, read from rows."""
