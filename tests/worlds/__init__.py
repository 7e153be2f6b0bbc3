"""Prepared worlds: stories that many tests begin with, played once by the use cases of the program.

A story is a function that plays, and returns what tests ask of it. Its rows become an image (`images.py`), which each
test of that world gets as they were: nothing is played twice.
"""
