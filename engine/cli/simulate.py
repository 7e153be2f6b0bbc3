"""`python -m engine simulate`: many games at once, on all cores.

Each game has a seed of its own, made from the run's seed and its number, and results are taken in the order
of the numbers. So the same run gives the same games for any number of processes. Games are submitted in small
chunks, and written and counted as they come back, so memory does not grow with the length of the run.

A Ctrl-C sets a flag that is checked between games, so that no record is cut off. The processes are spawned
and ignore the signal; this process tells them to stop. They exit when this process is gone.
"""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TextIO

from engine.lexicon import Lexicon, load_lexicon
from engine.rules import (
    RuleSet,
)
from engine.tiles import load_tile_set

_CHUNK = 5  # games per task
_CHUNKS_AHEAD = 4  # per process, running or waiting for earlier ones
_MOST_JOBS = 61  # the limit of Windows
_SECONDS_OF_SLEEP = 0.1  # between two checks for a Ctrl-C
_CLEAR = "\x1b[K"  # the rest of a line of a terminal
STOPPED = 130


@dataclass(frozen=True, slots=True)
class SimulationRun:
    """The settings that all games of a run share; the lexicon by its name or file."""

    lexicon: str
    rules: RuleSet
    seed: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """A game as a line, and its counts for the summary, by their headings."""

    line: str
    counts: Mapping[str, int]


@dataclass(slots=True)
class CountTally:
    """Total, minimum and maximum of one count over the games so far."""

    total: int = 0
    least: int = sys.maxsize
    most: int = 0

    def add(self, count: int) -> None:
        self.total += count
        self.least = min(self.least, count)
        self.most = max(self.most, count)


def simulate(run: SimulationRun, games: int, jobs: int, out: Path | None) -> int:
    """Play the games, write their records, print a summary, and return the exit code."""
    with _handle_interrupt(signal.SIG_DFL):  # nothing has started yet
        from engine.movegen import warm_up  # noqa: PLC0415 - child processes do without the search

        warm_up()  # compile once, before the child processes start
    tallies: dict[str, CountTally] = defaultdict(CountTally)
    stop = threading.Event()
    played, start = 0, time.perf_counter()
    trouble, code = "", 0
    with _handle_interrupt(lambda _signal, _frame: stop.set()):
        try:
            with _open_output(out) as file, _progress(games) as step:
                for outcome in _play_games(run, games, jobs, stop):
                    played += 1
                    for heading, count in outcome.counts.items():
                        tallies[heading].add(count)
                    if file:
                        file.write(outcome.line)
                    step()
        except OSError as error:
            trouble, code = f"{error.filename or out}: {error.strerror}", 2
        except BrokenProcessPool:
            trouble, code = "a process that played games has died", 1
        if not trouble and played < games:
            trouble, code = "stopped", STOPPED
        if played:
            _print_summary(tallies, played, run.seed, time.perf_counter() - start)
        if trouble:
            sys.stderr.write(f"engine: {trouble}; {played} of {games} games were played\n")
    return code


def play_some(run: SimulationRun, numbers: range) -> list[Outcome]:
    """Play the games of those numbers."""
    lexicon = load_lexicon(run.lexicon)
    return [_play_one(run, number, lexicon) for number in numbers]


def _play_one(run: SimulationRun, number: int, lexicon: Lexicon) -> Outcome:
    from engine.duplicate_games.simulate import play_rounds, record_of  # noqa: PLC0415 - only the child processes need it

    seed, tiles = f"{run.seed}-{number}", load_tile_set(lexicon.tile_set)
    rounds = tuple(play_rounds(seed=seed, lexicon=lexicon, tiles=tiles, rules=run.rules))
    record = record_of(rounds, seed=seed, lexicon=lexicon, tiles=tiles, rules=run.rules)
    bonuses = run.rules.moves.bonuses
    counts = {
        "points": sum(played.score for played in rounds),
        "rounds": len(rounds),
        "moves with a bonus": sum(
            bonuses.get(len(played.placed.tiles), 0) > 0 for played in rounds if played.placed
        ),
        "rounds with a single top": sum(len(played.tops) == 1 for played in rounds),
    }
    return Outcome(record.to_line(), counts)


def _play_games(run: SimulationRun, games: int, jobs: int, stop: threading.Event) -> Iterator[Outcome]:
    """Yield the games in order, played by `jobs` processes, until all are played or `stop` is set."""
    jobs = min(jobs, games, _MOST_JOBS)
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_enter_process)
    under_way: deque[Future[list[Outcome]]] = deque()
    try:
        for first in range(1, games + 1, _CHUNK):
            if len(under_way) == jobs * _CHUNKS_AHEAD:
                yield from _result(under_way.popleft(), stop)
            if stop.is_set():
                return
            numbers = range(first, min(first + _CHUNK, games + 1))
            with _block_interrupts():  # a process may start here, and inherits the signal mask
                under_way.append(pool.submit(play_some, run, numbers))
        while under_way:
            yield from _result(under_way.popleft(), stop)
    finally:
        pool.shutdown(cancel_futures=True)


def _result(chunk: Future[list[Outcome]], stop: threading.Event) -> list[Outcome]:
    """Return the games of a chunk as soon as they are played, or none if `stop` is set."""
    while not stop.is_set():
        with contextlib.suppress(TimeoutError):
            return chunk.result(_SECONDS_OF_SLEEP)
    return []


def _enter_process() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextlib.contextmanager
def _handle_interrupt(action: signal.Handlers | Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Set the handler for Ctrl-C within the block, unless the parent process had the signal ignored."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, action)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def _block_interrupts() -> Iterator[None]:
    """Block Ctrl-C within the block; it is delivered afterwards. Windows cannot block it: a process that is
    just starting may print a traceback.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _open_output(out: Path | None) -> Iterator[TextIO | None]:
    if out is None:
        yield None
    else:
        with out.open("w", encoding="utf-8") as file:
            yield file


@contextlib.contextmanager
def _progress(games: int) -> Iterator[Callable[[], None]]:
    """Yield a function to call after each game; it counts them if standard error is a terminal."""
    played, start = 0, time.monotonic()

    def step() -> None:
        nonlocal played
        played += 1
        left = (time.monotonic() - start) * (games - played) / played
        sys.stderr.write(f"\rgames {played}/{games}, {left:.0f} s left{_CLEAR}")
        sys.stderr.flush()

    if not sys.stderr.isatty():
        yield lambda: None
        return
    try:
        yield step
    finally:
        sys.stderr.write(f"\r{_CLEAR}")


def _print_summary(tallies: Mapping[str, CountTally], games: int, seed: str, seconds: float) -> None:
    lines = [("a game", "mean", "least", "most")]
    lines += [
        (heading, f"{tally.total / games:.1f}", str(tally.least), str(tally.most))
        for heading, tally in tallies.items()
    ]
    first, *widths = (max(map(len, column)) for column in zip(*lines, strict=True))
    sys.stdout.write(f"{games} games in {seconds:.1f} s ({games / seconds:.1f} a second), seed {seed}\n")
    for heading, *cells in lines:
        figures = (f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        sys.stdout.write(f"{heading:<{first}}{''.join(figures)}\n")
