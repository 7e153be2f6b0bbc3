"""The modules that become machine code. Only they import Numba; only `engine.movegen.code` imports them."""
