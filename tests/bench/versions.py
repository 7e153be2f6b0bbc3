"""Comparison of the engine with that of another checkout: `make bench NAME=versions OPTIONS=/path/to/checkout`.

Each version runs in a process of its own, and they take turns: a pass of the one, a pass of the other, so that both
meet the same machine. A position counts by its least time, and the median pass stands beside it. The other checkout
needs its set-up (`make setup`). Both must find the same. *S* is the time of ten million additions, to compare machines.
"""

import json
import statistics
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tests.bench import measuring

ROOT = Path(__file__).parents[2]
COLUMNS = "{:34}{:>10}{:>10}{:>7}{:>12}{:>10}{:>7}{:>9}{:>9}{:>10}{:>10}"

# Answer each name of a measurement with the seconds of each item, and what was found; all in the version of the folder
# that is the argument.
WORKER = """
import gc, json, sys, time
sys.path.insert(0, sys.argv[1])
from engine import movegen
from engine.duplicate_games.simulate import play_rounds
from engine.lexicon import load_lexicon
from engine.movegen.tables import workspace
from engine.rules import CLASSIC, load_rule_set
from engine.tiles import load_tile_set

clock, lexicon, rules = time.perf_counter, load_lexicon("english"), load_rule_set(CLASSIC)
tiles = load_tile_set("english")

def play(number):
    return list(play_rounds(seed=f"bench {number}", lexicon=lexicon, tiles=tiles, rules=rules))

def values(number):
    return [(each.board, each.rack, each.tops, each.placed) for each in play(number)]

def warm(position, search=movegen.top):
    return search(*position, lexicon, tiles)

def bare(position, search=movegen.top):
    movegen.forget_board()
    return search(*position, lexicon, tiles)

positions = [(each.board, each.rack.tiles) for number in range(int(sys.argv[2])) for each in play(number)]
some, games = positions[::5], range(40)
blanks = [
    [(board, (0,) * count + tuple(filter(None, rack))[: max(0, len(rack) - count)]) for board, rack in some]
    for count in (1, 2)
]
run = workspace().run
in_kernel = [0.0]

def timed(*arguments):
    started = clock()
    found = run(*arguments)
    in_kernel.append(clock() - started)
    return found

measurements = {
    "warm tops": (positions, warm),
    "warm tops, the kernel alone": (positions, warm),
    "bare tops": (positions, bare),
    "bare tops, one blank put on": (blanks[0], bare),
    "bare tops, two blanks put on": (blanks[1], bare),
    "all moves": (some, lambda position: bare(position, movegen.all_moves)),
    "all moves as a list": (positions[::40], lambda position: list(bare(position, movegen.all_moves))),
    "games": (games, play),
    "games, all values asked for": (games, values),
}
for line in sys.stdin:
    items, act = measurements[line.strip()]
    times, counts = [], []
    workspace().run = timed if "kernel" in line else run
    gc.collect()
    for item in items:
        started = clock()
        found = act(item)
        times.append(in_kernel[-1] if "kernel" in line else clock() - started)
        counts.append(len(found.moves) + found.score if isinstance(found, movegen.Top) else len(found))
    print(json.dumps([times, counts]), flush=True)
"""
MEASUREMENTS = [line.split('"')[1] for line in WORKER.splitlines() if line.startswith('    "')]


class Command(BaseCommand):
    help = "Compare the engine with that of another checkout, by turns."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("checkout", type=Path)
        parser.add_argument("--passes", type=int, default=20)
        parser.add_argument("--games", type=int, default=150, help="whose positions are searched")

    def handle(self, *, checkout: Path, passes: int, games: int, **_options: Any) -> None:
        workers = [self._start(folder, games) for folder in (checkout.resolve(), ROOT)]
        heads = (
            "µs an item",
            "median",
            "now",
            "ratio",
            "least times",
            "now",
            "ratio",
            "99 %",
            "now",
            "slowest",
            "now",
        )
        self.stdout.write(COLUMNS.format(*heads))
        for name in MEASUREMENTS:
            times: tuple[list[list[float]], ...] = ([], [])
            for number in range(passes):
                answers = {each: self._ask(workers[each], name) for each in ((0, 1), (1, 0))[number % 2]}
                if answers[0][1] != answers[1][1]:
                    raise CommandError(f"{name}: the versions found different moves")
                for each in (0, 1):
                    times[each].append(answers[each][0])
            self.stdout.write(_line(name, *map(_figures, times)))
        self.stdout.write(f"S = {measuring.milliseconds(_add_ten_millions) / 1000:.2f} s at the end")
        for worker in workers:
            worker.communicate()

    @staticmethod
    def _start(folder: Path, games: int) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", WORKER, str(folder), str(games)]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder)

    @staticmethod
    def _ask(worker: subprocess.Popen[str], name: str) -> list[Any]:
        assert worker.stdin
        assert worker.stdout
        worker.stdin.write(name + "\n")
        worker.stdin.flush()
        answer: list[Any] = json.loads(worker.stdout.readline())
        return answer


def _figures(passes: list[list[float]]) -> tuple[float, float, float, float]:
    """Return the mean of the median pass and of the least times, the 99th percentile and the slowest item, in µs."""
    least = sorted(map(min, zip(*passes, strict=True)))
    median = statistics.median(map(sum, passes))
    return tuple(
        1e6 * each
        for each in (median / len(least), statistics.mean(least), least[len(least) * 99 // 100], least[-1])
    )  # type: ignore[return-value]


def _line(name: str, other: tuple[float, ...], now: tuple[float, ...]) -> str:
    rates = [f"{figure:,.1f}" for pair in zip(other, now, strict=True) for figure in pair]
    ratios = [f"{other[place] / now[place]:.2f}" for place in (0, 1)]
    return COLUMNS.format(name, *rates[:2], ratios[0], *rates[2:4], ratios[1], *rates[4:])


def _add_ten_millions() -> None:
    total = 0
    for number in range(10_000_000):
        total += number
