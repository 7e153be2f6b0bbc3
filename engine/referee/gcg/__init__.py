"""Classic games as GCG: written for other programs, and read with the errors of each line.

`engine.formats.gcg` has the format itself. A game that is read is judged by the referee event by event.
"""
