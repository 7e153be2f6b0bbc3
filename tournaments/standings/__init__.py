"""Rankings over games: totals, teams, filters, the performance index."""
