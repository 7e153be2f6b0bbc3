"""Written names: their parts, which are one, which look alike, and who may see them."""
