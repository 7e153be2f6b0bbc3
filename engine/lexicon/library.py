"""The lexicons of this machine by name. Compiled, they lie in `data_folder()`/lexicons as NAME.lexicon."""

import gzip
import hashlib
from importlib import resources
from pathlib import Path

from engine.atomic_files import data_folder
from engine.errors import LexiconError
from engine.lexicon.building import build_lexicon
from engine.lexicon.files import read_lexicon, save
from engine.lexicon.graph import NO_SOURCE, Lexicon
from engine.lexicon.word_list import read_word_list
from engine.tiles import load_tile_set

BUILTIN = "english"


def lexicon_path(name: str) -> Path:
    """Return the file: a path if the name has a separator or an ending, else that of a named lexicon."""
    if Path(name).name != name or Path(name).suffix:
        return Path(name)
    return data_folder() / "lexicons" / f"{name}.lexicon"


_opened: dict[Path, tuple[tuple[int, int, int], Lexicon]] = {}


def load_lexicon(name: str | Path) -> Lexicon:
    """Return the lexicon of that name (see `data_folder`) or file; an unchanged file is opened only once.

    The built-in lexicon is compiled if it does not exist yet.
    """
    path = lexicon_path(str(name))
    if str(name) == BUILTIN and not path.exists():
        ensure_builtin()
    try:
        status = path.stat()
    except OSError as error:
        raise LexiconError("lexicon_unknown", name=str(name)) from error
    version = (status.st_mtime_ns, status.st_size, status.st_ino)
    opened = _opened.get(path)
    if opened is None or opened[0] != version:
        opened = _opened[path] = (version, read_lexicon(path))
    return opened[1]


def load_same(name: str, identity: str) -> Lexicon:
    """Return the lexicon of that name, for a game begun with the words of this `identity`.

    Raises:
        LexiconError: its words have changed since.
    """
    lexicon = load_lexicon(name)
    if lexicon.identity != identity:
        raise LexiconError("lexicon_changed", name=name)
    return lexicon


def ensure_builtin() -> Path:
    """Compile the built-in word list, unless that has been done with the current list."""
    path = lexicon_path(BUILTIN)
    data = (resources.files("engine") / "data" / "lexicons" / f"{BUILTIN}.txt.gz").read_bytes()
    source = hashlib.blake2b(data, digest_size=len(NO_SOURCE)).digest()
    try:
        current = load_lexicon(path).source == source
    except LexiconError:
        current = False
    if not current:
        tiles = load_tile_set(BUILTIN)
        words = read_word_list(gzip.decompress(data), tiles).words
        save(build_lexicon(words, tiles, BUILTIN, source), path)
    return path
