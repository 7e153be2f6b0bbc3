"""Standings of a division from its rows, its prizes, and the ratings that it gives."""
