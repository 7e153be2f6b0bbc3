"""What the commands of the engine share: reading what they are given, and saying what is wrong with it."""

import argparse
import sys
from contextlib import suppress
from pathlib import Path

from engine.errors import EngineError, LexiconError
from engine.lexicon import BUILTIN, Lexicon, data_folder, ensure_builtin, lexicon_path, load_lexicon
from engine.rules import RuleSet, load_rule_set, rule_set_names
from engine.tiles import load_tile_set


class InputError(Exception):
    """What is wrong with the input, for the person who wrote it."""


class NoLexiconError(InputError):
    """The lexicon that was named is not there."""


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
            if not lexicon_path(BUILTIN).exists():
                say("building the built-in lexicon, once; a few seconds …")
            ensure_builtin()
        lexicon = load_lexicon(name)
    except OSError as error:
        raise InputError(f"lexicon {name}: {error.strerror}") from error
    except LexiconError as error:
        if error.code == "lexicon_unknown":
            raise NoLexiconError(f"{error} {_where_lexicons_are(name)}") from error
        if error.code == "lexicon_foreign":
            raise InputError(f"{error} Make one of a word list with “lexicon build”.") from error
        raise
    if tiles_name not in {None, lexicon.tile_set}:
        problem = f"its words are of {lexicon.tile_set} tiles, not {tiles_name}: choose one with --lexicon"
        raise InputError(f"lexicon {name}: {problem}")
    return lexicon


def _where_lexicons_are(name: str) -> str:
    """What to write instead of the name of a lexicon that is not there."""
    path = Path(name)
    if lexicon_path(name) == path:
        return "No such file is there."
    with suppress(OSError):  # such as a name that is too long
        if path.is_file():
            return f"For the file of that name write ./{name}."
    known = sorted({BUILTIN, *(path.stem for path in (data_folder() / "lexicons").glob("*.lexicon"))})
    return f"Known here: {', '.join(known)}. A file is written with its folder, such as ./words.lexicon."


def open_rules(name: str) -> RuleSet:
    """The rule set of that name, or in that file."""
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
    """Have the search compiled, and say so: who waits that long wants to know what for."""
    from engine import movegen  # noqa: PLC0415 - loads the search, which few commands need
    from engine.movegen.code import code_path  # noqa: PLC0415

    if not code_path().exists():
        say("compiling the search for this machine, once; about 20 seconds …")
        movegen.warm_up()


def say(text: str) -> None:
    """Tell the person at the terminal, apart from the answers."""
    sys.stderr.write(f"engine: {text}\n")
    sys.stderr.flush()


def whole_number(text: str) -> int:
    """A number of things, at least one, on the command line."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:9]) == int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)
