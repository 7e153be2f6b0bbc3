"""Documents of the duplicate game as PDF, from values alone."""
