"""The lexicons of this machine by name. Compiled, they lie in `data_folder()`/lexicons as NAME.lexicon."""

import gzip
import hashlib
import lzma
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from engine.atomic_files import write_whole
from engine.data_folder import data_folder
from engine.errors import LexiconError
from engine.lexicon.building import build_lexicon
from engine.lexicon.files import HEADER_SIZE, read_lexicon, save, source_in
from engine.lexicon.graph import NO_SOURCE, Lexicon
from engine.lexicon.word_list import read_word_list
from engine.tiles import load_tile_set

BUILTIN = "english"  # the one that is meant where none is named
_COMPILED = ".lexicon.xz"
_ENDING = ".lexicon"
_MOST_LISTED = 12


def _built_in_files() -> Traversable:
    return resources.files("engine") / "data" / "lexicons"


@cache
def builtin_names() -> tuple[str, ...]:
    """Return the names of the lexicons that come with Isotop; each is that of its tile set."""
    names = {
        path.name.removesuffix(_COMPILED) for path in _built_in_files().iterdir() if _COMPILED in path.name
    }
    return tuple(sorted({BUILTIN, *names}))


def lexicon_path(name: str) -> Path:
    """Return the file: a path if the name has a separator or an ending, else that of a named lexicon."""
    if Path(name).name != name or Path(name).suffix:
        return Path(name)
    return data_folder() / "lexicons" / f"{name}{_ENDING}"


_opened: dict[Path, tuple[tuple[int, int, int], Lexicon]] = {}


def load_lexicon(name: str | Path) -> Lexicon:
    """Return the lexicon of that name (see `data_folder`) or file; an unchanged file is opened only once.

    A built-in lexicon is put in place if it does not exist yet. The error of a name that is unknown has a note with
    the names that are known.
    """
    path = lexicon_path(str(name))
    if str(name) in builtin_names() and not path.exists():
        ensure_builtin(str(name))
    try:
        status = path.stat()
    except (OSError, ValueError) as error:  # a NUL is no part of a path
        unknown = LexiconError("lexicon_unknown", name=str(name))
        # Not in the message, which pages show: other organisers have lexicons too.
        unknown.add_note(_describe_known(str(name)))
        raise unknown from error
    version = (status.st_mtime_ns, status.st_size, status.st_ino)
    opened = _opened.get(path)
    if opened is None or opened[0] != version:
        opened = _opened[path] = (version, read_lexicon(path))
    return opened[1]


def _describe_known(name: str) -> str:
    """Return a hint for the name of a lexicon that does not exist: all names, or of many the closest ones."""
    path = Path(name)
    if lexicon_path(name) == path:
        return "No such file is there."
    with suppress(OSError):  # such as a name that is too long
        if path.is_file():
            return f"For the file of that name write ./{name}."
    known = sorted(
        {*builtin_names(), *(path.stem for path in lexicon_path("any").parent.glob(f"*{_ENDING}"))}
    )
    if len(known) > _MOST_LISTED:
        close = get_close_matches(name.lower(), [one.lower() for one in known])
        known = [*([one for one in known if one.lower() in close] or known[:_MOST_LISTED]), "…"]
    return f"Known here: {', '.join(known)}. A file is written with its folder, such as ./words{_ENDING}."


def load_same(name: str, identity: str) -> Lexicon:
    """Return the lexicon of that name, for a game begun with the words of this `identity`.

    Raises:
        LexiconError: its words have changed since.
    """
    lexicon = load_lexicon(name)
    if lexicon.identity != identity:
        raise LexiconError("lexicon_changed", name=name)
    return lexicon


def ensure_builtin(name: str = BUILTIN) -> Path:
    """Put a built-in lexicon in place, unless its current words are there already; return its file.

    A club's own list of that name, from before there was a built-in one, stays.
    """
    path = lexicon_path(name)
    try:
        current = load_lexicon(path).source
    except LexiconError:
        current = None
    if name == BUILTIN:
        _compile_english(path, current)
    elif current != NO_SOURCE:
        _unpack(name, path, current)
    return path


def _compile_english(path: Path, current: bytes | None) -> None:
    data = (_built_in_files() / f"{BUILTIN}.txt.gz").read_bytes()
    source = hashlib.blake2b(data, digest_size=len(NO_SOURCE)).digest()
    if current != source:
        tiles = load_tile_set(BUILTIN)
        words = read_word_list(gzip.decompress(data), tiles).words
        save(build_lexicon(words, tiles, BUILTIN, source), path)


def _unpack(name: str, path: Path, current: bytes | None) -> None:
    """Unpack a lexicon that is shipped compiled; if it is in place, only its header is read."""
    with (_built_in_files() / f"{name}{_COMPILED}").open("rb") as packed, lzma.open(packed) as file:
        header = file.read(HEADER_SIZE)
        if current != source_in(header):
            write_whole(path, header, file.read())
