"""Positions: a search among all moves of one (`move_search`), and the words that a move could form (`formed_words`)."""
