"""The import of a list of people, in steps: read a file, plan what its lines mean, write them, report."""
