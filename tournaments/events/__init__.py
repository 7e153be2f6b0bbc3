"""Events: entries, check-in, staff, rooms, seating, results."""
