"""The commands that play games by the top: `simulate` plays many, `bench` measures the engine on them."""

# ruff: noqa: T201, PLC0415 - a command line prints; only these commands import the search

import argparse
import os
import secrets
from pathlib import Path
from typing import Any

from engine.cli.console import (
    InputError,
    check_out,
    open_lexicon,
    open_rules,
    read_file,
    ready_search,
    whole_number,
)
from engine.cli.positions import read_position
from engine.errors import EngineError
from engine.lexicon import BUILTIN, Lexicon, lexicon_path
from engine.rules import (
    CLASSIC,
)
from engine.tiles import load_tile_set

_BUSY = 0.7  # mean number of runnable programs in the last minute


def add_game_commands(
    commands: Any, *, lexicon: argparse.ArgumentParser, rules: argparse.ArgumentParser
) -> None:
    """Add the commands `simulate` and `bench`; `lexicon` and `rules` are parsers of shared options."""
    games = commands.add_parser("simulate", parents=[lexicon, rules], help="play whole games by the top")
    games.add_argument("games", type=whole_number, metavar="N", help="how many")
    games.add_argument("--seed", metavar="TEXT", help="the same seed gives the same games")
    jobs = os.cpu_count() or 1
    games.add_argument("--jobs", type=whole_number, default=jobs, metavar="N", help="processes")
    games.add_argument("--out", type=Path, metavar="FILE", help="write a record a line, to be replayed")
    games.set_defaults(run=run_simulate)

    bench = commands.add_parser("bench", parents=[lexicon], help="measure how fast this machine finds moves")
    positions = "positions, JSON or CGP lines; by default those of 200 games by the top"
    bench.add_argument("positions", type=Path, nargs="?", metavar="POSITIONS", help=positions)
    bench.add_argument("--runs", type=whole_number, default=5, metavar="N", help="of each measurement")
    bench.set_defaults(run=run_bench)


def run_simulate(options: argparse.Namespace) -> int:
    from engine.cli.simulate import SimulationRun, simulate

    lexicon = options.lexicon or BUILTIN
    if options.out is not None:
        check_out(options.out, lexicon_path(lexicon), Path(options.rules or CLASSIC))
    open_lexicon(lexicon)
    rules = open_rules(options.rules or CLASSIC)
    run = SimulationRun(lexicon=lexicon, rules=rules, seed=options.seed or secrets.token_hex(4))
    ready_search()  # before the processes start: each of them would compile it
    return simulate(run, options.games, options.jobs, options.out)


def run_bench(options: argparse.Namespace) -> int:
    from engine.cli.bench import machine, measure

    lexicon = open_lexicon(options.lexicon or BUILTIN)
    positions = _positions(options.positions, lexicon, options.lexicon) if options.positions else None
    ready_search()
    print(machine())
    if hasattr(os, "getloadavg") and os.getloadavg()[0] > _BUSY:
        print(
            "Other programs are at work on this machine: the medians will be too low, and the least times less so."
        )
    print(f"{lexicon.word_count:,} words, {options.runs} runs")
    print(f"{'':<38}{'':>9}{'median of the runs':>22}{'least times':>22}", flush=True)
    for figure in measure(lexicon, load_tile_set(lexicon.tile_set), positions, options.runs):
        line = f"{figure.name:<38}{figure.count:>9,}{figure.value:>22}{figure.least:>22}"
        print(line.rstrip(), flush=True)
    return 0


def _positions(path: Path, lexicon: Lexicon, name: str | None) -> list[tuple[Any, tuple[int, ...]]]:
    positions = []
    for number, line in enumerate(read_file(path).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            position = read_position(line, lexicon=name, tiles=lexicon.tile_set)
        except (InputError, EngineError) as error:
            raise InputError(f"{path}: line {number}: {error}") from error
        if position.rack is None:
            raise InputError(f"{path}: line {number}: the rack is missing")
        positions.append((position.board, position.rack))
    if not positions:
        raise InputError(f"{path} has no positions")
    return positions
