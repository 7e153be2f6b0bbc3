"""`python -m engine bench`: how fast this machine finds moves, in figures to compare with other engines.

The default positions are those of 200 duplicate games by the top, played anew from fixed seeds; 500 of them
are also measured with two blanks on the rack. The time includes everything a caller of `movegen` waits for, on
one thread. *Bare* searches begin with a bare board: the board cache of the search before is cleared. *Warm* ones
go on from the board of the search before, as the rounds of a game do.

A rate has two figures. The median of the runs is what this machine gave while it was measured. The other one counts
each position by the least time of its runs: programs beside this one hardly change it, so that it is the one to
compare with.
"""

import gc
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from engine import movegen
from engine.board import Board
from engine.duplicate_games.simulate import PlayedRound, play_rounds
from engine.lexicon import Lexicon, build_lexicon, load_lexicon, save
from engine.rules import (
    CLASSIC,
    load_rule_set,
)
from engine.tiles import BLANK, TileSet

GAMES = 200
WITH_TWO_BLANKS = 500
_OPENINGS = _NEW_PROCESSES = 5

# Print the seconds from the start of the program to its first top, and its private memory in megabytes beyond
# Python and its libraries (0 if the system does not tell). Memory shared through mapped files is not counted.
_NEW_PROCESS = """
import time
started = time.perf_counter()
import ctypes, hashlib, sys, importlib.metadata, numpy, numpy.random, llvmlite.binding
from pathlib import Path

def private():
    rows = Path("/proc/self/smaps_rollup")
    rows = rows.read_text().splitlines() if rows.exists() else []
    return sum(int(row.split()[1]) for row in rows if row.startswith("Private_")) / 1000

loaded, before = time.perf_counter(), private()
counted = time.perf_counter()
from engine import movegen
from engine.board import Board
from engine.lexicon import load_lexicon
from engine.tiles import load_tile_set

lexicon = load_lexicon(sys.argv[1])
movegen.top(Board.empty(), (1, 2, 3, 4, 5, 6, 7), lexicon, load_tile_set(lexicon.tile_set))
print(time.perf_counter() - counted + loaded - started, private() - before)
"""

BenchPosition = tuple[Board, tuple[int, ...]]
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class BenchFigure:
    """A line of the result: the thing measured, on how many items, and the value; of a rate also by least times."""

    name: str
    count: int
    value: str
    least: str = ""


def measure(
    lexicon: Lexicon, tiles: TileSet, positions: Sequence[BenchPosition] | None, runs: int
) -> Iterator[BenchFigure]:
    """Yield all figures, each as soon as it is known; the default positions are those of the games."""
    played = (round_ for number in range(GAMES) for round_ in _rounds(number, lexicon, tiles))
    chosen = list(positions or ((round_.board, round_.rack.tiles) for round_ in played))
    yield from _top_figures(chosen, lexicon, tiles, runs)
    if positions is None:
        find = _from_bare_board(movegen.top, lexicon, tiles)
        some = chosen[:: max(1, len(chosen) // WITH_TWO_BLANKS)][:WITH_TWO_BLANKS]
        blanks = [(board, _add_two_blanks(rack)) for board, rack in some]
        yield _rate("bare tops, two blanks put on the rack", blanks, find, runs)
    yield _rate("warm tops", chosen, lambda position: movegen.top(*position, lexicon, tiles), runs)
    yield _rate("bare, all moves", chosen, _from_bare_board(movegen.all_moves, lexicon, tiles), runs)
    # A game is long enough to be interrupted each time: the least times are those of its rounds.
    games = [
        [each for game in range(GAMES) for each in _round_times(game, lexicon, tiles)] for _ in range(runs)
    ]
    yield _rate_of("duplicate games", GAMES, games)
    yield from _lexicon_figures(lexicon, tiles)
    yield from _process_figures(lexicon)


def machine() -> str:
    """Return processor, system, Python version and load in one line."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    model = models[0] if models else platform.processor()
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}{load}"


def _rounds(number: int, lexicon: Lexicon, tiles: TileSet) -> Iterator[PlayedRound]:
    return play_rounds(seed=f"bench {number}", lexicon=lexicon, tiles=tiles, rules=load_rule_set(CLASSIC))


def _add_two_blanks(rack: tuple[int, ...]) -> tuple[int, ...]:
    letters = [tile for tile in rack if tile != BLANK]
    return (BLANK, BLANK, *letters[: max(0, len(rack) - 2)])


def _from_bare_board(
    search: Callable[..., object], lexicon: Lexicon, tiles: TileSet
) -> Callable[[BenchPosition], object]:
    def find(position: BenchPosition) -> object:
        movegen.forget_board()
        return search(*position, lexicon, tiles)

    return find


def _top_figures(
    positions: Sequence[BenchPosition], lexicon: Lexicon, tiles: TileSet, runs: int
) -> Iterator[BenchFigure]:
    find = _from_bare_board(movegen.top, lexicon, tiles)
    yield _rate("bare tops", positions, find, runs)
    for blanks in range(3):
        some = [position for position in positions if position[1].count(BLANK) == blanks]
        if some:
            yield _rate(f"bare tops, {blanks} blanks", some, find, runs)
    # The minimum over the runs is the position's own time; the other runs add noise of the machine.
    times = sorted(map(min, zip(*(_each(positions, find) for _ in range(max(3, runs))), strict=True)))
    for name, share in (("half of the positions", 0.5), ("99 of 100", 0.99), ("the slowest", 1.0)):
        seconds = times[min(len(times) - 1, int(share * len(times)))]
        yield BenchFigure(f"bare tops, {name}", len(times), f"{seconds * 1e6:,.0f} µs at most")


def _lexicon_figures(lexicon: Lexicon, tiles: TileSet) -> Iterator[BenchFigure]:
    words = list(lexicon.words())
    started = time.perf_counter()
    built = build_lexicon(words, tiles, lexicon.name)
    yield BenchFigure("building the lexicon", len(words), f"{time.perf_counter() - started:,.1f} s")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # Windows keeps mapped files
        paths = [Path(folder) / f"{number}.lexicon" for number in range(_OPENINGS)]
        for path in paths:
            save(built, path)
        opening = statistics.median(_seconds([path], load_lexicon) for path in paths)
    yield BenchFigure("opening the lexicon", len(words), f"{opening * 1e3:,.1f} ms")


def _process_figures(lexicon: Lexicon) -> Iterator[BenchFigure]:
    runs = [measure_new_process(lexicon) for _ in range(_NEW_PROCESSES)]
    seconds, megabytes = zip(*runs, strict=True)
    yield BenchFigure("first top of a new process", _NEW_PROCESSES, f"{statistics.median(seconds):,.2f} s")
    if megabytes[0]:
        yield BenchFigure(
            "private memory of a process", _NEW_PROCESSES, f"{statistics.median(megabytes):,.1f} MB"
        )


def measure_new_process(lexicon: Lexicon) -> tuple[float, float]:
    """Return the seconds until the first top of a new process, and its private megabytes beyond the libraries."""
    run = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", _NEW_PROCESS, str(lexicon.path)],
        check=True,
        capture_output=True,
        text=True,
    )
    first_top, memory = map(float, run.stdout.split())
    return first_top, memory


def _rate(name: str, items: Sequence[_Item], act: Callable[[_Item], object], runs: int) -> BenchFigure:
    return _rate_of(name, len(items), [_each(items, act) for _ in range(runs)])


def _rate_of(name: str, count: int, times: Sequence[Sequence[float]]) -> BenchFigure:
    """Return the rate of so many items by the seconds that each part of them took in each run."""
    seconds = statistics.median(map(sum, times)), sum(map(min, zip(*times, strict=True)))
    median, least = (f"{count / total:,.0f} a second" for total in seconds)
    return BenchFigure(name, count, median, least)


def _round_times(number: int, lexicon: Lexicon, tiles: TileSet) -> list[float]:
    """Return the seconds of each round of a game, and those until it is known to be over."""
    rounds = _rounds(number, lexicon, tiles)
    times: list[float] = []
    played: PlayedRound | None = None
    while not times or played:
        started = time.perf_counter()
        played = next(rounds, None)
        times.append(time.perf_counter() - started)
    return times


def _each(items: Sequence[_Item], act: Callable[[_Item], object]) -> list[float]:
    """Return the seconds that each item takes."""
    times = []
    gc.collect()
    for item in items:
        started = time.perf_counter()
        act(item)
        times.append(time.perf_counter() - started)
    return times


def _seconds(items: Sequence[_Item], act: Callable[[_Item], object]) -> float:
    gc.collect()
    started = time.perf_counter()
    for item in items:
        act(item)
    return time.perf_counter() - started
