"""Files of tsh, the tournament program of John Chew: `config.tsh`, and a `.t` file for each division."""
