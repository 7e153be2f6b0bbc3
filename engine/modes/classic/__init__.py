"""Classic games at a table: `mode` has the acts, `table` the game, `log` and `view` what viewers see."""
