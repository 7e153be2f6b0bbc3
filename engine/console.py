"""What the commands of the engine share: reading what they are given, and saying what is wrong with it."""

import argparse
from pathlib import Path

from engine.errors import LexiconError
from engine.lexicon import BUILTIN, Lexicon, ensure_builtin, load_lexicon
from engine.tiles import load_tile_set


class InputError(Exception):
    """What is wrong with the input, for the person who wrote it."""


def read_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error


def utf8_text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"byte {error.start + 1} (line {line}) is not UTF-8 text") from error


def open_lexicon(name: str, tiles_name: str | None = None) -> Lexicon:
    """The lexicon of that name or file, which must be of the tile set asked for, if any."""
    if tiles_name is not None:
        load_tile_set(tiles_name)
    if not name.isprintable():  # no name of a file, and the operating system would say so in its own way
        raise LexiconError("lexicon_unknown", name=name)
    try:
        if name == BUILTIN:
            ensure_builtin()
        lexicon = load_lexicon(name)
    except OSError as error:
        raise InputError(f"lexicon {name}: {error.strerror}") from error
    if tiles_name not in {None, lexicon.tile_set}:
        problem = f"its words are of {lexicon.tile_set} tiles, not {tiles_name}: choose one with --lexicon"
        raise InputError(f"lexicon {name}: {problem}")
    return lexicon


def whole_number(text: str) -> int:
    """A number of things, at least one, on the command line."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:9]) == int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)
