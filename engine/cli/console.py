"""Helpers of the engine's commands: they read arguments and files, and report errors."""

import argparse
import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

from engine.errors import EngineError, LexiconError, TileError
from engine.lexicon import BUILTIN, Lexicon, builtin_names, ensure_builtin, lexicon_path, load_lexicon
from engine.rules import (
    RuleSet,
    load_rule_set,
    rule_set_names,
)
from engine.tile_files import TileFileError, read_tile_path
from engine.tiles import give_tile_set, load_tile_set, tile_set_names

_STANDARD_ERROR = 2  # its file number, the highest of the three


class InputError(Exception):
    """An error in the input, worded for the person who wrote it."""


class NoLexiconError(InputError):
    """The named lexicon does not exist."""


def read_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error


def check_out(out: Path, *inputs: Path) -> None:
    """Refuse a path that is not a file name, that no folder can have, or that leads to an input of the command."""
    if not out.stem or out.is_dir():
        raise InputError(f"{out}: not the name of a file")
    above = next(folder for folder in out.parents if folder.exists())
    if not above.is_dir():
        raise InputError(f"{out}: {os.strerror(errno.ENOTDIR)}")
    for each in inputs:
        with suppress(OSError):  # such as a missing file
            if out.samefile(each):
                raise InputError(f"{out}: this is an input of the command; write to another file")


def utf8_text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"byte {error.start + 1} (line {line}) is not UTF-8 text") from error


def tile_set_argument(text: str) -> str:
    """Return the name of a tile set; that of a file is known to the process from now on."""
    path = Path(text)
    try:
        if path.suffix:
            give_tile_set(read_tile_path(path))
            return path.stem
        return load_tile_set(text).name
    except TileFileError as error:
        raise argparse.ArgumentTypeError("\n".join(f"{text}: {one}" for one in error.problems)) from error
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text}: {error.strerror}") from error
    except TileError as error:
        raise argparse.ArgumentTypeError(
            f"{error} There are {', '.join(tile_set_names())}, or a file."
        ) from error


def open_lexicon(name: str, tiles_name: str | None = None) -> Lexicon:
    """Return the lexicon of that name or file; it must be of the tile set asked for, if any."""
    if tiles_name is not None:
        load_tile_set(tiles_name)
    try:
        if name in builtin_names():
            if name == BUILTIN and not lexicon_path(BUILTIN).exists():
                say("building the built-in lexicon, once; a few seconds …")
            ensure_builtin(name)
        lexicon = load_lexicon(name)
    except OSError as error:
        raise InputError(f"lexicon {name}: {error.strerror}") from error
    except LexiconError as error:
        if error.code == "lexicon_unknown":
            raise NoLexiconError(" ".join([str(error), *error.__notes__])) from error
        if error.code == "lexicon_foreign":
            raise InputError(f"{error} Make one of a word list with “lexicon build”.") from error
        raise
    if tiles_name not in {None, lexicon.tile_set}:
        problem = f"its words are of {lexicon.tile_set} tiles, not {tiles_name}: choose one with --lexicon"
        raise InputError(f"lexicon {name}: {problem}")
    return lexicon


def open_rules(name: str) -> RuleSet:
    """Return the rule set of that name, or in that file."""
    if name in rule_set_names():
        return load_rule_set(name)
    try:
        data = read_file(Path(name))
    except InputError as error:
        raise InputError(f"{error}; the rule sets are {', '.join(rule_set_names())}") from error
    try:
        return RuleSet.from_toml(utf8_text(data))
    except (InputError, EngineError) as error:
        raise InputError(f"{name}: {error}") from error


def ready_search() -> None:
    """Compile the search if needed, and say so first: the user would wonder about the wait."""
    from engine import movegen  # noqa: PLC0415 - imports the search, which few commands need
    from engine.movegen.code import code_paths  # noqa: PLC0415 - imports the search, which few commands need

    if not any(path.exists() for path in code_paths()):
        say("compiling the search for this machine, once; some seconds …")
        movegen.warm_up()


def prepare_standard_files() -> None:
    """Open the null device for closed standard files, so that no file opened later takes their numbers.

    Raises:
        InputError: standard output is closed, and every command writes to it.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= _STANDARD_ERROR:
        pass
    os.close(number)
    if sys.stderr is None:  # `print` would write to standard output for None
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open until exit
    if sys.stdout is None:
        raise InputError("standard output is closed")


def say(text: str) -> None:
    """Write a message to the terminal (standard error), apart from the answers."""
    sys.stderr.write(f"engine: {' '.join(text.splitlines())}\n")
    sys.stderr.flush()


def whole_number(text: str) -> int:
    """Parse a count on the command line: a whole number of at least one."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:9]) == int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)
