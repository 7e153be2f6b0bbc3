"""The command line: `python -m engine top | moves | score | replay | gcg | simulate | bench | lexicon …`.

`top` and `moves` read positions, as JSON or CGP lines. `score` reads JSON lines with a move. Each line is
answered at once with a JSON line. An error in the input goes to standard error with its line and the reason,
and the exit code is 2; the lines before it have been answered. `--keep-going` answers such a line with its error
and goes on. `replay` exits with 1 if a record does not hold.
"""

# ruff: noqa: T201 - printing is the job of a command line

import signal

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # A Ctrl-C during the imports ends the program without a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from engine.cli.console import (
    InputError,
    open_rules,
    prepare_standard_files,
    ready_search,
    say,
    tile_set_argument,
    whole_number,
)
from engine.cli.games import add_game_commands
from engine.cli.gcg import run_gcg
from engine.cli.lexicon import add_lexicon_commands
from engine.cli.positions import ParsedPosition, read_position
from engine.cli.replay import run_replay
from engine.errors import EngineError
from engine.notation import Move
from engine.rules import (
    RuleSet,
    rule_set_names,
)
from engine.scoring import bad_words, check_played, check_rack, formed_words, score_move
from engine.tiles import TileSet

Answer = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        prepare_standard_files()
        options = _parser().parse_args(arguments)
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        code: int = options.run(options)
        sys.stdout.flush()
    except (InputError, EngineError) as error:
        print("engine:", " ".join(str(error).splitlines()), file=sys.stderr)
        return 2
    except BrokenPipeError:
        _abandon_output()
        return 1
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"engine: {where}{error.strerror or error}", file=sys.stderr)
        _abandon_output()
        return 2
    except KeyboardInterrupt:
        return 130
    return code


def _abandon_output() -> None:
    """Redirect the rest of the output to the null device: flushing it at exit would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run_top(options: argparse.Namespace) -> int:
    from engine.movegen import top  # noqa: PLC0415 - imports the search, which few commands need

    def answer(position: ParsedPosition, rules: RuleSet) -> Answer:
        rack, lexicon, tiles, played = _rack_of(position), position.lexicon, position.tiles, rules.moves
        best = top(position.board, rack, lexicon, tiles, played.bonuses, most_played=played.most_played)
        moves = [_move_data(tiles, scored.move, scored.score) for scored in best.moves]
        return {"score": best.score, "moves": moves}

    return answer_lines(options, answer, searches=True)


def run_moves(options: argparse.Namespace) -> int:
    from engine.movegen import all_moves  # noqa: PLC0415 - imports the search, which few commands need

    def answer(position: ParsedPosition, rules: RuleSet) -> Answer:
        rack, lexicon, tiles, played = _rack_of(position), position.lexicon, position.tiles, rules.moves
        found = all_moves(
            position.board, rack, lexicon, tiles, played.bonuses, most_played=played.most_played
        )
        moves = [_move_data(tiles, scored.move, scored.score) for scored in found[: options.most]]
        return {"count": len(found), "moves": moves}

    return answer_lines(options, answer, searches=True)


def _rack_of(position: ParsedPosition) -> tuple[int, ...]:
    if position.rack is None:
        raise InputError("“rack” is missing")
    return position.rack


def run_score(options: argparse.Namespace) -> int:
    return answer_lines(options, score_answer)


def score_answer(position: ParsedPosition, rules: RuleSet) -> Answer:
    """Return the words that the position's move forms, each with its score and whether it is good."""
    if position.move is None:
        raise InputError("“move” is missing")
    tiles = position.tiles
    scored = score_move(position.board, position.move, tiles, rules.moves.bonuses)
    check_played(scored, tiles, rules.moves.most_played)
    if position.rack is not None:
        check_rack(scored, position.rack, tiles)
    bad = bad_words(position.board, scored.move, tiles, position.lexicon)
    words = [
        {**_move_data(tiles, Move(formed.reference, formed.word), formed.score), "good": formed not in bad}
        for formed in formed_words(position.board, scored.move, tiles)
    ]
    return {**_move_data(tiles, scored.move, scored.score), "words": words, "good": not bad}


def answer_lines(
    options: argparse.Namespace,
    answer: Callable[[ParsedPosition, RuleSet], Answer],
    *,
    searches: bool = False,
) -> int:
    """Answer each position on standard input with one line, before the next one is read."""
    if sys.stdin is None:
        raise InputError("standard input is closed")
    rules = open_rules(options.rules) if options.rules else None
    code = 0
    if searches:
        ready_search()
    for number, line in enumerate(sys.stdin.buffer, start=1):
        if not line.strip():
            continue
        try:
            position = read_position(line, lexicon=options.lexicon, tiles=options.tiles, rules=rules)
            told = answer(position, rules or RuleSet()) | ({"read": position.read} if position.read else {})
            written = json.dumps(told, ensure_ascii=False)
        except (InputError, EngineError) as error:
            if not options.keep_going:
                raise InputError(f"line {number}: {error}") from error
            say(f"line {number}: {error}")
            written, code = json.dumps({"line": number, "error": str(error)}, ensure_ascii=False), 2
        print(written, flush=True)
    return code


def _move_data(tiles: TileSet, move: Move, score: int) -> Answer:
    reference, word = move.text(tiles)
    return {"ref": reference, "word": word, "score": score}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="The engine of Isotop.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    tiles = argparse.ArgumentParser(add_help=False)
    tiles.add_argument(
        "--tiles", type=tile_set_argument, metavar="NAME|FILE", help="the tile set; by default the lexicon's"
    )
    lexicon = argparse.ArgumentParser(add_help=False)
    lexicon.add_argument("--lexicon", metavar="NAME|FILE", help="by default the built-in English one")
    rules = argparse.ArgumentParser(add_help=False)
    explained = f"one of {', '.join(rule_set_names())}, or a file; otherwise classic"
    rules.add_argument("--rules", metavar="NAME|FILE", help=explained)

    for name, run, explained in (
        ("top", run_top, "best moves of the positions (JSON or CGP lines) on standard input"),
        ("moves", run_moves, "all moves of the positions on standard input, the best first"),
        ("score", run_score, "score the “move” of each position on standard input"),
    ):
        asked = commands.add_parser(name, parents=[lexicon, tiles, rules], help=explained)
        asked.add_argument(
            "--keep-going", action="store_true", help="answer a bad line with its error, and go on"
        )
        asked.set_defaults(run=run)
        if name == "moves":
            most = "no more than so many of each position"
            asked.add_argument("--most", type=whole_number, metavar="N", help=most)
    again = commands.add_parser(
        "replay",
        parents=[tiles],
        help="play a game record again, JSON or GCG",
    )
    looked_up = (
        "by default that of the record of a duplicate game; words of classic games, JSON or GCG, are looked up "
        "only if one is named; “none”: any word is good"
    )
    again.add_argument("--lexicon", metavar="NAME|FILE", help=looked_up)
    again.add_argument("--keep-going", action="store_true", help="go on after a record that cannot be read")
    again.add_argument("--strict", action="store_true", help="GCG: a rack written wrong fails too")
    again.add_argument("files", type=Path, nargs="+", metavar="FILE")
    again.set_defaults(run=run_replay)
    written = commands.add_parser("gcg", help="write the record of a classic game (JSON) as GCG")
    written.add_argument("file", type=Path, metavar="FILE")
    written.set_defaults(run=run_gcg)
    add_game_commands(commands, lexicon=lexicon, rules=rules)
    lexicons = commands.add_parser("lexicon", help="make lexicons, look words up")
    acts = lexicons.add_subparsers(required=True, metavar="ACT")
    add_lexicon_commands(acts, lexicon=lexicon, tiles=tiles)
    return parser


if __name__ == "__main__":
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(main())
