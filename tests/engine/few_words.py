"""Lexicons of a few words."""

from engine.lexicon import build_lexicon
from engine.tiles import BLANK_FLAG, load_tile_set

ENGLISH = load_tile_set("english")


class Words:
    """A lexicon that is a set of words: it shares nothing with the engine's."""

    def __init__(self, *words):
        self.words = {ENGLISH.encode_plain(word) for word in words}

    def contains(self, cells):
        return tuple(cell & ~BLANK_FLAG for cell in cells) in self.words


def lexicon_of(words, tiles=ENGLISH):
    """Build a lexicon of the words in a text, or of encoded words."""
    encoded = [tiles.encode_plain(word) for word in words.split()] if isinstance(words, str) else words
    return build_lexicon(encoded, tiles, "few")
