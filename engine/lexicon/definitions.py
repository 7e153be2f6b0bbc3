"""Definitions of a lexicon's words, if its list has them: stored in a file beside the lexicon, and read word
by word.

The file is an SQLite database that is written once and never changed. Looking up a definition reads a page or
two of it, however many definitions there are.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.atomic_files import write_whole
from engine.lexicon import lexicon_path
from engine.tiles import LETTER_MASK, Cells


def pack_definitions(definitions: Mapping[Cells, str]) -> bytes:
    """Return the definitions as a file."""
    with TemporaryDirectory() as folder:
        made = Path(folder) / "definitions"
        with closing(sqlite3.connect(made)) as database, database:
            database.execute("CREATE TABLE definition (word BLOB PRIMARY KEY, text TEXT) WITHOUT ROWID")
            rows = sorted((bytes(word), text) for word, text in definitions.items())
            database.executemany("INSERT INTO definition VALUES (?, ?)", rows)
        return made.read_bytes()


def save_definitions(name: str, packed: bytes) -> None:
    """Store the definitions of the lexicon of that name; the file is there whole or not at all."""
    write_whole(_path(name), packed)


def erase_definitions(name: str) -> None:
    """Delete the definitions of the lexicon of that name, if there are any."""
    _path(name).unlink(missing_ok=True)


def definition_of(name: str, word: Sequence[int]) -> str:
    """Return the definition of a word of the lexicon of that name; empty if the club loaded none for it."""
    path = _path(name)
    if not path.exists():
        return ""
    plain = bytes(cell & LETTER_MASK for cell in word)
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as database:
        found = database.execute("SELECT text FROM definition WHERE word = ?", (plain,)).fetchone()
    return found[0] if found else ""


def _path(name: str) -> Path:
    return lexicon_path(name).with_suffix(".definitions").resolve()
