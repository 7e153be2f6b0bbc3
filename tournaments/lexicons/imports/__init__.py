"""The import of a list of words, in steps: open a file, review what its lines give, compile the words."""
