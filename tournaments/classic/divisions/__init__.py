"""A division from the first pairing to the prizes."""
