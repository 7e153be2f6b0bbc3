"""The club's people, and the import of lists of them."""
