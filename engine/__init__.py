"""The game itself: tiles, board, words, scores, the top, draws and rules.

Pure Python and NumPy, with compiled kernels in `movegen` alone. Nothing here knows of the web or of a database.
"""
