"""Measurement of lexicons up to 8 million words: building, opening, memory, and tops.

The built-in lists in English and French, and made-up words (`tests/factories/made_up_words.py`) in the numbers
that `--made-up` names. Building is `engine lexicon build`, from a text file to a lexicon, in a process of its
own; so is the first top. Building is in seconds of processor, the other times are those of the wall: use an idle
machine. Memory of building is the peak of the process, that of a process what is its own beyond the libraries.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from engine import movegen
from engine.cli.bench import measure_new_process
from engine.duplicate_games.simulate import play_rounds
from engine.lexicon import load_lexicon
from engine.rules import (
    CLASSIC,
    load_rule_set,
)
from engine.tiles import load_tile_set
from tests.factories.made_up_words import made_up_words

MADE_UP = (3_300_000, 8_000_000)
GAMES, TIMES, POSITIONS = 20, 5, 300
COLUMNS = (
    ("words", "13,"),
    ("list MB", "8.0f"),
    ("build s", "8.1f"),
    ("peak MB", "9,.0f"),
    ("file MB", "9.1f"),
    ("open ms", "9.1f"),
    ("first top s", "13.2f"),
    ("own MB", "8,.0f"),
    ("tops/s", "9,.0f"),
    ("99 of 100 µs", "14,.0f"),
)


class Command(BaseCommand):
    help = "Measure lexicons of 0.25 to 8 million words."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--made-up", type=int, nargs="*", default=MADE_UP, metavar="COUNT")

    def handle(self, *, made_up: Iterable[int], **_options: Any) -> None:
        self.stdout.write("".join(name.rjust(int(form.split(".")[0].strip(","))) for name, form in COLUMNS))
        for name in ("english", "french"):
            self._measure(_words_of(name), name)
        for count in made_up:
            self._measure(made_up_words(count), "english")

    def _measure(self, words: Iterable[str], tile_set: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            source, path = Path(folder) / "words.txt", Path(folder) / "words.lexicon"
            with source.open("w", encoding="utf-8") as file:
                file.writelines(f"{word}\n" for word in words)
            build, peak = _build(source, path, tile_set)
            started = time.perf_counter()
            lexicon = load_lexicon(path)
            opening = 1000 * (time.perf_counter() - started)
            first, own = measure_new_process(lexicon)
            times = _top_times(path, tile_set)
            values = (
                lexicon.word_count,
                source.stat().st_size / 1e6,
                build,
                peak,
                path.stat().st_size / 1e6,
                opening,
                first,
                own,
                len(times) / sum(times),
                1e6 * statistics.quantiles(times, n=100)[98],
            )
        self.stdout.write(
            "".join(f"{value:{form}}" for value, (_, form) in zip(values, COLUMNS, strict=True))
        )


def _words_of(name: str) -> Iterator[str]:
    lexicon = load_lexicon(name)
    return map(load_tile_set(lexicon.tile_set).decode, lexicon.words())


def _build(source: Path, path: Path, tile_set: str) -> tuple[float, float]:
    """Build a lexicon in a new process; return its seconds of processor and the megabytes that it had at most."""
    command = [
        sys.executable,
        "-m",
        "engine",
        "lexicon",
        "build",
        str(source),
        str(path),
        "--tiles",
        tile_set,
    ]
    process = subprocess.Popen([*command, "--any-letters"], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000


def _top_times(path: Path, tile_set: str) -> list[float]:
    """Return the shortest time of each top, from a bare board."""
    lexicon, tiles, rules = load_lexicon(path), load_tile_set(tile_set), load_rule_set(CLASSIC)
    rounds = (
        played
        for number in range(GAMES)
        for played in play_rounds(seed=f"bench {number}", lexicon=lexicon, tiles=tiles, rules=rules)
    )
    positions = [(played.board, played.rack.tiles) for played in islice(rounds, POSITIONS)]
    return [min(_time_top(*position, lexicon, tiles) for _ in range(TIMES)) for position in positions]


def _time_top(*position: Any) -> float:
    movegen.forget_board()
    started = time.perf_counter()
    movegen.top(*position)
    return time.perf_counter() - started
