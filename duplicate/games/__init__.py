"""Games and their players: creation, rules, staff, joining, leaving."""
