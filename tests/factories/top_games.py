"""Whole duplicate games by the top, as records that replay."""

from engine.duplicate_games.simulate import play_rounds, record_of


def play_game(seed, lexicon, tiles, rules):
    """Play the game that belongs to the seed, and return its record."""
    rounds = play_rounds(seed=seed, lexicon=lexicon, tiles=tiles, rules=rules)
    return record_of(rounds, seed=seed, lexicon=lexicon, tiles=tiles, rules=rules)
