"""Background work, long writes, memory, files, and recent failures."""
