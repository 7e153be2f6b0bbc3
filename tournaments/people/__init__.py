"""People: the club's list, its import and export, privacy."""
