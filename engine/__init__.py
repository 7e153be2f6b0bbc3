"""The game itself: tiles, board, words, scores, the top, draws and rules.

The code is Python and NumPy; only `movegen` has compiled kernels. Nothing here uses the web or a database.
"""
