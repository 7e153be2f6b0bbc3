"""Recaps: a finished game as one of its players played it, once it is released."""
