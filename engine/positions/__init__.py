"""Positions: a search among all moves of one (`move_search`), the words that a move could form (`formed_words`), and
which positions are the same (`same_position`).
"""
