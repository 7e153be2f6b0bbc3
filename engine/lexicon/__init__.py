"""Lexicons: the word graph that all look-ups use, its files, and looking words up.

| module | holds |
| --- | --- |
| `graph` | a lexicon as a word graph |
| `building` | the smallest graph for a list of words |
| `amendments` | a lexicon with a few words more or less |
| `files` | the file of a lexicon |
| `library` | lexicons by name, and the built-in ones |
| `words` | look-ups by text |
| `lookup`, `patterns` | hooks, extensions, anagrams; words with signs in them |
| `letter_fit` | whether letters are as frequent as the tiles |
| `word_list`, `hunspell` | files of words: text, dictionaries for spelling |
| `kwg`, `kwg_graph` | files of words of other programs, and the graph they go through |
"""

from engine.lexicon.amendments import amend_lexicon
from engine.lexicon.building import build_lexicon
from engine.lexicon.files import save
from engine.lexicon.graph import Lexicon
from engine.lexicon.library import (
    BUILTIN,
    builtin_names,
    ensure_builtin,
    lexicon_path,
    load_lexicon,
    load_same,
)

__all__ = [
    "BUILTIN",
    "Lexicon",
    "amend_lexicon",
    "build_lexicon",
    "builtin_names",
    "ensure_builtin",
    "lexicon_path",
    "load_lexicon",
    "load_same",
    "save",
]
