"""Positions: a search among all moves of one (`move_search`), and which are the same (`same_position`)."""
