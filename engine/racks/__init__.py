"""Racks: drawn from the bag by the program (`draw`), or typed from a real bag (`typed`)."""
