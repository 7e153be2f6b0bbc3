"""`python -m engine simulate`: many games at once, on all cores.

Each game belongs to a seed of its own, made from the run's seed and its number, and results are taken in the
order of the numbers: the same run gives the same games however many processes play them. Games go out a few at a
time, and are written and counted as they come back: a long run takes no more memory than a short one.

A Ctrl-C is noted, and looked at between games, so that nothing is torn. The processes are spawned, hear nothing of it
(this one tells them to stop), and leave when this one is gone.
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

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from engine.lexicon import Lexicon, load_lexicon
from engine.rules import RuleSet
from engine.tiles import load_tile_set

_CHUNK = 5  # games that a process is given at a time
_CHUNKS_AHEAD = 4  # for each process, being played or waiting for those before
_MOST_JOBS = 61  # what Windows allows
_SECONDS_OF_SLEEP = 0.1  # until a Ctrl-C is looked for again
STOPPED = 130


@dataclass(frozen=True, slots=True)
class Run:
    """What all games of a run have in common; the lexicon by its name or file."""

    lexicon: str
    rules: RuleSet
    seed: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """A game as a line, and what the summary says of it, by its heading there."""

    line: str
    counts: Mapping[str, int]


@dataclass(slots=True)
class Tally:
    """What one of the counts came to in the games so far."""

    total: int = 0
    least: int = sys.maxsize
    most: int = 0

    def add(self, count: int) -> None:
        self.total += count
        self.least = min(self.least, count)
        self.most = max(self.most, count)


def simulate(run: Run, games: int, jobs: int, out: Path | None) -> int:
    """Play the games, write their records and print a summary; the exit code."""
    with _on_interrupt(signal.SIG_DFL):  # nothing has been started yet
        from engine.movegen import warm_up  # noqa: PLC0415 - the processes import this module without the search

        warm_up()  # where it has to be compiled, once for all processes
    tallies: dict[str, Tally] = defaultdict(Tally)
    stop = threading.Event()
    played, start = 0, time.perf_counter()
    trouble, code = "", 0
    with _on_interrupt(lambda _signal, _frame: stop.set()):
        try:
            with _opened(out) as file, _progress(games) as step:
                for outcome in _played(run, games, jobs, stop):
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


def play_some(run: Run, numbers: range) -> list[Outcome]:
    """Play the games of those numbers."""
    lexicon = load_lexicon(run.lexicon)
    return [_play_one(run, number, lexicon) for number in numbers]


def _play_one(run: Run, number: int, lexicon: Lexicon) -> Outcome:
    from engine.simulate import play_rounds, record_of  # noqa: PLC0415 - for the processes that play

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


def _played(run: Run, games: int, jobs: int, stop: threading.Event) -> Iterator[Outcome]:
    """The games in order, played by so many processes, until all are played or it is time to stop."""
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
            with _interrupts_held():  # a process may start here, and inherits it
                under_way.append(pool.submit(play_some, run, numbers))
        while under_way:
            yield from _result(under_way.popleft(), stop)
    finally:
        pool.shutdown(cancel_futures=True)


def _result(chunk: Future[list[Outcome]], stop: threading.Event) -> list[Outcome]:
    """The games of a chunk as soon as they are played, or none if it is time to stop."""
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
def _on_interrupt(action: signal.Handlers | Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """What a Ctrl-C does, however often it is pressed, unless whoever started the program had it ignored."""
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
def _interrupts_held() -> Iterator[None]:
    """A Ctrl-C comes when this is over. Windows cannot hold it: a process that is just starting may complain."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _opened(out: Path | None) -> Iterator[TextIO | None]:
    if out is None:
        yield None
    else:
        with out.open("w", encoding="utf-8") as file:
            yield file


@contextlib.contextmanager
def _progress(games: int) -> Iterator[Callable[[], None]]:
    """What to call after each game; shown where somebody looks."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("games", total=games)
        yield lambda: progress.advance(task)


def _print_summary(tallies: Mapping[str, Tally], games: int, seed: str, seconds: float) -> None:
    title = f"{games} games in {seconds:.1f} s ({games / seconds:.1f} a second), seed {seed}"
    table = Table(title=title, title_justify="left")
    for heading in ("a game", "mean", "least", "most"):
        table.add_column(heading, justify="left" if heading == "a game" else "right")
    for heading, tally in tallies.items():
        table.add_row(heading, f"{tally.total / games:.1f}", str(tally.least), str(tally.most))
    Console(markup=False, highlight=False).print(table)
