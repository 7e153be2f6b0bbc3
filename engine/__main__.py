"""The engine on the command line: `python -m engine top | score | replay | simulate | lexicon build`.

`top` and `score` read positions as JSON lines and answer each with a JSON line, at once. What is wrong with
the input is said on standard error, with its line and the reason, and the exit code is 2; what came before
has been answered. `replay` exits with 1 where a record does not hold.
"""

# ruff: noqa: T201 - printing is what a command line does

import argparse
import io
import json
import os
import secrets
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from engine.board import Board
from engine.errors import EngineError, LexiconError, RackError
from engine.lexicon import Lexicon, build_lexicon, ensure_builtin, load_lexicon, read_word_list, save
from engine.notation import Move
from engine.records import GameRecord, replay
from engine.rules import CLASSIC, RuleSet, load_rule_set, rule_set_names
from engine.scoring import bad_words, check_rack, score_move
from engine.tiles import TileSet, load_tile_set, tile_set_names

BUILT_IN = "english"
NO_LEXICON = "none"
LONGEST_RACK = 15
MOST_ERRORS_SHOWN = 50

Answer = dict[str, Any]
_Kind = TypeVar("_Kind", str, list[Any], dict[str, Any])


class InputError(Exception):
    """What is wrong with the input, for the person who wrote it."""


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except (InputError, EngineError) as error:
        print("engine:", " ".join(str(error).splitlines()), file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read our output has left; the interpreter must not stumble over it at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return code


@dataclass(frozen=True, slots=True)
class Position:
    """What `top` and `score` are asked about; without a rack the move may play any tiles."""

    board: Board
    rack: tuple[int, ...] | None
    move: Move | None
    tiles: TileSet
    lexicon: Lexicon


def run_top(options: argparse.Namespace) -> int:
    from engine.movegen import top  # noqa: PLC0415 - loads Numba, which no other command needs

    def answer(position: Position) -> Answer:
        if position.rack is None:
            raise InputError("“rack” is missing")
        best = top(position.board, position.rack, position.lexicon, position.tiles)
        moves = [_written(position.tiles, scored.move, scored.score) for scored in best.moves]
        return {"score": best.score, "moves": moves}

    return answer_lines(options, answer)


def run_score(options: argparse.Namespace) -> int:
    return answer_lines(options, score_answer)


def score_answer(position: Position) -> Answer:
    """The words that the position's move forms, each with its score and whether it is good."""
    if position.move is None:
        raise InputError("“move” is missing")
    tiles = position.tiles
    scored = score_move(position.board, position.move, tiles)
    if position.rack is not None:
        check_rack(scored, position.rack, tiles)
    bad = bad_words(scored, position.lexicon)
    words = [
        {**_written(tiles, Move(formed.reference, formed.word), formed.score), "good": formed not in bad}
        for formed in scored.words
    ]
    return {**_written(tiles, scored.move, scored.score), "words": words, "good": not bad}


def run_replay(options: argparse.Namespace) -> int:
    """Print a line a round, as each is replayed."""
    record = GameRecord.from_json(_text(_read(options.file)))
    lexicon = None
    if options.lexicon != NO_LEXICON:
        lexicon = _lexicon(options.lexicon or record.lexicon or BUILT_IN, record.tiles)
    print(f"{'round':>5} {'said':>6} {'found':>6} {'total':>6}", flush=True)
    holds = True
    for played in replay(record, lexicon):
        found = "-" if played.found is None else played.found
        columns = f"{played.number:>5} {played.said:>6} {found:>6} {played.total:>6}"
        print(f"{columns}  {played.problem or ''}".rstrip(), flush=True)
        holds = holds and not played.problem
    return 0 if holds else 1


def run_lexicon_build(options: argparse.Namespace) -> int:
    tiles = load_tile_set(options.tiles or BUILT_IN)
    words = read_word_list(_read(options.words), tiles)
    for error in words.errors[:MOST_ERRORS_SHOWN]:
        print(f"{options.words}: line {error.line}: {error.message}", file=sys.stderr)
    if words.errors:
        raise InputError(f"{options.words}: {len(words.errors)} faulty lines, nothing was built")
    lexicon = build_lexicon(words.words, tiles, options.out.stem)
    try:
        save(lexicon, options.out)
    except OSError as error:
        raise InputError(f"{options.out}: {error.strerror}") from error
    print(f"{lexicon.word_count} words in {options.out}")
    return 0


def run_simulate(options: argparse.Namespace) -> int:
    from engine.simulate_command import Run, simulate  # noqa: PLC0415 - loads Rich, which no other command needs

    lexicon = options.lexicon or BUILT_IN
    _lexicon(lexicon, None)
    rules = options.rules
    known = rules in rule_set_names()
    run = Run(
        lexicon=lexicon,
        rules=load_rule_set(rules) if known else RuleSet.from_toml(_text(_read(Path(rules)))),
        seed=options.seed or secrets.token_hex(4),
    )
    return simulate(run, options.games, options.jobs, options.out)


def answer_lines(options: argparse.Namespace, answer: Callable[[Position], Answer]) -> int:
    """Answer each position on standard input by a line, before the next is read."""
    for number, line in enumerate(sys.stdin.buffer, start=1):
        if not line.strip():
            continue
        try:
            written = json.dumps(answer(read_position(line, options)), ensure_ascii=False)
        except (InputError, EngineError) as error:
            raise InputError(f"line {number}: {error}") from error
        print(written, flush=True)
    return 0


def read_position(line: bytes, options: argparse.Namespace) -> Position:
    """The position on a line; keys that mean nothing here are left alone."""
    try:
        data = json.loads(_text(line))
    except json.JSONDecodeError as error:
        raise InputError(f"no JSON: {error.msg} at column {error.colno}") from error
    except (ValueError, RecursionError) as error:  # a number or a nesting beyond all bounds
        raise InputError("no usable JSON") from error
    if not isinstance(data, dict):
        raise InputError("a position is a JSON object")
    tiles_name = _optional(data, "tiles", str) or options.tiles
    lexicon = _lexicon(_optional(data, "lexicon", str) or options.lexicon or BUILT_IN, tiles_name)
    tiles = load_tile_set(lexicon.tile_set)
    rows = _optional(data, "board", list)
    if rows is None:
        raise InputError("“board” is missing")
    if not all(isinstance(row, str) for row in rows):
        raise InputError("“board” must be a list of texts")
    rack = _optional(data, "rack", str)
    return Position(
        board=Board.from_rows(rows, tiles),
        rack=None if rack is None else _rack(rack, tiles),
        move=_move(_optional(data, "move", dict), tiles),
        tiles=tiles,
        lexicon=lexicon,
    )


def _rack(text: str, tiles: TileSet) -> tuple[int, ...]:
    rack = tiles.encode_rack(text)
    if len(rack) > LONGEST_RACK:
        raise RackError("rack_too_long", given=len(rack), most=LONGEST_RACK)
    return rack


def _move(data: dict[str, Any] | None, tiles: TileSet) -> Move | None:
    if data is None:
        return None
    reference, word = _optional(data, "ref", str), _optional(data, "word", str)
    if reference is None or word is None:
        raise InputError("“move” needs “ref” and “word”")
    return Move.parse(reference, word, tiles)


def _optional(data: dict[str, Any], key: str, kind: type[_Kind]) -> _Kind | None:
    """The value of a key, which must be of that kind if it is there."""
    value = data.get(key)
    if value is not None and not isinstance(value, kind):
        kinds = {str: "a text", list: "a list", dict: "an object"}
        raise InputError(f"“{key}” must be {kinds[kind]}")
    return value


def _written(tiles: TileSet, move: Move, score: int) -> Answer:
    reference, word = move.text(tiles)
    return {"ref": reference, "word": word, "score": score}


def _lexicon(name: str, tiles_name: str | None) -> Lexicon:
    """The lexicon of that name or file, which must be of the tile set asked for, if any."""
    if tiles_name is not None:
        load_tile_set(tiles_name)
    if not name.isprintable():  # no name of a file, and the operating system would say so in its own way
        raise LexiconError("lexicon_unknown", name=name)
    try:
        if name == BUILT_IN:
            ensure_builtin()
        lexicon = load_lexicon(name)
    except OSError as error:
        raise InputError(f"lexicon {name}: {error.strerror}") from error
    if tiles_name not in {None, lexicon.tile_set}:
        problem = f"its words are of {lexicon.tile_set} tiles, not {tiles_name}: choose one with --lexicon"
        raise InputError(f"lexicon {name}: {problem}")
    return lexicon


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"byte {error.start + 1} (line {line}) is not UTF-8 text") from error


def _count(text: str) -> int:
    """A number of things, at least one."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:9]) == int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="The engine of Isotop.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    tiles = argparse.ArgumentParser(add_help=False)
    tiles.add_argument("--tiles", choices=tile_set_names(), help="the tile set; by default the lexicon's")
    lexicon = argparse.ArgumentParser(add_help=False)
    lexicon.add_argument("--lexicon", metavar="NAME|FILE", help="by default the built-in English one")

    top = commands.add_parser(
        "top", parents=[lexicon, tiles], help="best moves of the positions (JSON lines) on standard input"
    )
    top.set_defaults(run=run_top)
    score = commands.add_parser(
        "score", parents=[lexicon, tiles], help="score the “move” of each position on standard input"
    )
    score.set_defaults(run=run_score)
    again = commands.add_parser(
        "replay", parents=[lexicon], help="score a game record again (--lexicon none: any word is good)"
    )
    again.add_argument("file", type=Path, metavar="FILE")
    again.set_defaults(run=run_replay)
    games = commands.add_parser("simulate", parents=[lexicon], help="play whole games by the top")
    games.add_argument("games", type=_count, metavar="N", help="how many")
    rules = f"one of {', '.join(rule_set_names())}, or a file; classic by default"
    games.add_argument("--rules", default=CLASSIC, metavar="NAME|FILE", help=rules)
    games.add_argument("--seed", metavar="TEXT", help="the same seed gives the same games")
    games.add_argument("--jobs", type=_count, default=os.cpu_count() or 1, metavar="N", help="processes")
    games.add_argument("--out", type=Path, metavar="FILE", help="write a record a line, to be replayed")
    games.set_defaults(run=run_simulate)
    lexicons = commands.add_parser("lexicon", help="make lexicons")
    acts = lexicons.add_subparsers(required=True, metavar="ACT")
    build = acts.add_parser("build", parents=[tiles], help="build a lexicon from a word list")
    build.add_argument("words", type=Path, metavar="WORDS")
    build.add_argument("out", type=Path, metavar="OUT")
    build.set_defaults(run=run_lexicon_build)
    return parser


if __name__ == "__main__":
    sys.exit(main())
