"""The commands that make lexicons and look words up: `python -m engine lexicon …`.

The output suits people and pipes: plain words, one a line, or one line for each fact about a word. `check`
exits with 1 if a word is not in the lexicon.
"""

# ruff: noqa: T201 - printing is the job of a command line

import argparse
import sys
from pathlib import Path
from typing import Any

from engine.atomic_files import write_whole
from engine.cli.console import InputError, check_out, open_lexicon, read_file, say
from engine.errors import MoveError
from engine.lexicon import BUILTIN, Lexicon, build_lexicon, lexicon_path, save
from engine.lexicon.definitions import definition_of, erase_definitions, pack_definitions, save_definitions
from engine.lexicon.kwg import SUFFIX, read_kwg, write_kwg
from engine.lexicon.letter_fit import LetterMisfit, count_letters, find_misfit
from engine.lexicon.lookup import FoundWords, anagrams, find_matching, word_info
from engine.lexicon.patterns import Pattern
from engine.lexicon.word_list import ENCODINGS, LONGEST, WordList, read_word_list
from engine.tiles import Cells, TileSet, load_tile_set

MOST_ERRORS_SHOWN = 50
MOST_EXTENSIONS_SHOWN = 30
MOST_LONG_SHOWN = 3


def add_lexicon_commands(
    acts: Any, *, lexicon: argparse.ArgumentParser, tiles: argparse.ArgumentParser
) -> None:
    """Add the subcommands of `lexicon`; the parsers `lexicon` and `tiles` have shared options."""
    build = acts.add_parser("build", parents=[tiles], help="build a lexicon from a word list or a KWG file")
    build.add_argument("words", type=Path, metavar="WORDS", help=f"a list, a word a line, or *{SUFFIX}")
    build.add_argument("out", type=Path, metavar="OUT")
    build.add_argument("--encoding", choices=ENCODINGS, help="of the list; by default UTF-8")
    build.add_argument(
        "--definitions", action="store_true", help="lines say more than the word, which comes first"
    )
    build.add_argument(
        "--any-letters", action="store_true", help="build it even if the letters do not fit the tiles"
    )
    build.set_defaults(run=run_build)

    kwg = acts.add_parser("kwg", parents=[lexicon], help="write a lexicon as a KWG file for other programs")
    kwg.add_argument("out", type=Path, metavar="OUT")
    kwg.add_argument(
        "--no-gaddag", action="store_true", help="for looking words up only: smaller, sooner done"
    )
    kwg.set_defaults(run=run_kwg)

    info = acts.add_parser("info", parents=[lexicon], help="what is to be said of a word, or of the lexicon")
    info.add_argument("word", nargs="?", metavar="WORD")
    info.set_defaults(run=run_info)

    check = acts.add_parser("check", parents=[lexicon], help="say of each word whether it is good")
    check.add_argument("words", nargs="+", metavar="WORD")
    check.set_defaults(run=run_check)

    most = argparse.ArgumentParser(add_help=False)
    most.add_argument("--most", type=_count, metavar="N", help="name so many words at most")
    anagram = acts.add_parser(
        "anagrams", parents=[lexicon, most], help="the words of some tiles, “?” a blank"
    )
    anagram.add_argument("rack", metavar="TILES")
    anagram.add_argument("--part", action="store_true", help="not all tiles need be used")
    anagram.set_defaults(run=run_anagrams)
    match = acts.add_parser(
        "match",
        parents=[lexicon, most],
        help="the words of a pattern: ? * @ (vowel) # (consonant) [AEI] [A-C] [^S]",
    )
    match.add_argument("pattern", metavar="PATTERN")
    match.set_defaults(run=run_match)


def run_build(options: argparse.Namespace) -> int:
    tiles = load_tile_set(options.tiles or BUILTIN)
    check_out(options.out, options.words)
    data, name = read_file(options.words), options.out.stem
    if options.words.suffix.lower() == SUFFIX:
        read = read_kwg(data, tiles, name)
        _check_letters(options, read.misfit, tiles)
        if read.too_long:
            examples = " ".join(map(tiles.decode, read.examples[:MOST_LONG_SHOWN]))
            say(f"left out, longer than {LONGEST} tiles: {read.too_long} words, such as {examples}")
        lexicon, definitions = read.lexicon, {}
    else:
        listed = _read_list(options, data, tiles)
        words, definitions = listed.words, listed.definitions
        _check_letters(options, find_misfit(count_letters(words), tiles, words, len(words)), tiles)
        lexicon = build_lexicon(words, tiles, name)
    try:
        save(lexicon, options.out)
        if definitions:
            save_definitions(str(options.out.resolve()), pack_definitions(definitions))
        else:
            erase_definitions(str(options.out.resolve()))
    except OSError as error:
        raise InputError(f"{options.out}: {error.strerror}") from error
    print(f"{lexicon.word_count} words of {tiles.name} tiles in {options.out}")
    return 0


def _check_letters(options: argparse.Namespace, misfit: LetterMisfit | None, tiles: TileSet) -> None:
    """Refuse words whose letters do not fit the tiles, unless the options take them."""
    if misfit and not options.any_letters:
        raise InputError(f"{options.words}: {misfit.error(tiles)} The options are --tiles and --any-letters.")


def _read_list(options: argparse.Namespace, data: bytes, tiles: TileSet) -> WordList:
    words = read_word_list(data, tiles, options.encoding, definitions=options.definitions)
    for error in words.errors[:MOST_ERRORS_SHOWN]:
        print(f"{options.words}: line {error.line}: {error.message}", file=sys.stderr)
    if words.errors:
        hints = (
            "; name the encoding of the list with --encoding" * words.misread,
            "; if lines say more than the word, add --definitions" * words.says_more,
            f"; {tiles.name} tiles have no {' '.join(words.strangers)}" * bool(words.strangers),
            f"; choose --tiles {' or '.join(words.fitting)}" * bool(words.fitting),
        )
        problem = f"{words.error_count} faulty lines, nothing was built{''.join(hints)}"
        raise InputError(f"{options.words}: {problem}")
    return words


def run_kwg(options: argparse.Namespace) -> int:
    check_out(options.out, lexicon_path(options.lexicon or BUILTIN))
    lexicon, tiles = _lexicon(options)
    content = write_kwg(lexicon, tiles, gaddag=not options.no_gaddag)
    try:
        write_whole(options.out, content)
    except OSError as error:
        raise InputError(f"{options.out}: {error.strerror}") from error
    print(f"{lexicon.word_count} words in {options.out}")
    return 0


def run_info(options: argparse.Namespace) -> int:
    lexicon, tiles = _lexicon(options)
    if options.word is None:
        print(f"{lexicon.name}: {lexicon.word_count} words of {lexicon.tile_set} tiles")
        print(lexicon.path)
        return 0
    info = word_info(lexicon, _word(options.word, tiles), tiles, most=MOST_EXTENSIONS_SHOWN)
    print(f"{tiles.decode(info.word)}: {'good' if info.good else 'no word'}, {info.value} points")
    if definition := definition_of(str(lexicon.path), info.word):
        print("definition:", definition)
    print("hooks in front:", *(tiles.decode([tile]) for tile in info.hooks.front))
    print("hooks behind:", *(tiles.decode([tile]) for tile in info.hooks.back))
    _print_found("anagrams", info.anagrams, tiles)
    _print_found("extensions", info.extensions, tiles)
    return 0


def _print_found(what: str, found: FoundWords, tiles: TileSet) -> None:
    more = ["…"] if found.count > len(found.words) else []
    print(f"{what}, {found.count}:", *(tiles.decode(word) for word in found.words), *more)


def run_check(options: argparse.Namespace) -> int:
    lexicon, tiles = _lexicon(options)
    words = [_word(word, tiles) for word in options.words]
    good = [lexicon.contains(word) for word in words]
    for word, is_good in zip(words, good, strict=True):
        print(f"{tiles.decode(word)}: {'good' if is_good else 'no word'}")
    return 0 if all(good) else 1


def _word(text: str, tiles: TileSet) -> Cells:
    if not text.strip():
        raise MoveError("empty_word")
    return _say_reading(tiles.encode_plain(text.strip()), tiles)


def _say_reading(cells: Cells, tiles: TileSet) -> Cells:
    """Say which tiles were read, where letters of several signs could be several tiles as well."""
    if apart := tiles.written_apart(cells):
        say(f"read as {tiles.list_tiles(cells)}; letters apart are written in brackets: {apart}")
    return cells


def run_anagrams(options: argparse.Namespace) -> int:
    lexicon, tiles = _lexicon(options)
    rack = _say_reading(tiles.encode_rack(options.rack.strip()), tiles)
    if not rack:
        raise InputError("there are no tiles")
    return _print_words(anagrams(lexicon, rack, whole=not options.part, most=options.most), tiles)


def run_match(options: argparse.Namespace) -> int:
    lexicon, tiles = _lexicon(options)
    pattern = Pattern.parse(options.pattern, tiles)
    _say_reading(pattern.letters, tiles)
    return _print_words(find_matching(lexicon, pattern, most=options.most), tiles)


def _print_words(found: FoundWords, tiles: TileSet) -> int:
    for word in found.words:
        print(tiles.decode(word))
    return 0


def _lexicon(options: argparse.Namespace) -> tuple[Lexicon, TileSet]:
    lexicon = open_lexicon(options.lexicon or BUILTIN)
    return lexicon, load_tile_set(lexicon.tile_set)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"“{text}” is no number of words")
    return int(text)
