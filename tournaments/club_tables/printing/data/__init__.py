"""Content of documents, read from the rows of a table."""
