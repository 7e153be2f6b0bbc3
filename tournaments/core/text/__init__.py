"""Written names: which are one, which look alike; countries."""
