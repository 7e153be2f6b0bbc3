"""Building blocks of every PDF."""
