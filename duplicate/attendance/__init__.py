"""Who was there in which round, at which table, and who arbitrated it."""
