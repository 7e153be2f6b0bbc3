"""Documents drawn from values."""
