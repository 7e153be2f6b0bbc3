"""Divisions of an event: their settings, who plays in them, and what screens and phones show of them."""
