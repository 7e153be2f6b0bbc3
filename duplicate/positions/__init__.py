"""Boards of games: the state after each round, the words and tops, and the squares as pages draw them."""
