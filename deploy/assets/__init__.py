"""Static files: hashed names, and scripts joined into one file."""
