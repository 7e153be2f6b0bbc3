"""What is compiled to machine code. Only here Numba is imported, and only `engine.movegen.code` imports this."""
