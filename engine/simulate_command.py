"""`python -m engine simulate`: many games at once, on all cores.

Each game belongs to a seed of its own, made from the run's seed and its number, and results are taken in the
order of the numbers: the same run gives the same games however many processes play them. The processes are
spawned, hear nothing of Ctrl-C (this one tells them to stop), and leave when this one is gone.
"""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from engine.lexicon import load_lexicon
from engine.rules import RuleSet
from engine.tiles import load_tile_set

_CHUNK = 5  # games that a process is given at a time
_MOST_JOBS = 61  # what Windows allows
STOPPED = 130


@dataclass(frozen=True, slots=True)
class Run:
    """What all games of a run have in common; the lexicon by its name or file."""

    lexicon: str
    rules: RuleSet
    seed: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """A game as a line, and what the summary counts of it."""

    line: str
    total: int
    rounds: int
    bonuses: int
    single_tops: int


def simulate(run: Run, games: int, jobs: int, out: Path | None) -> int:
    """Play the games, write their records and print a summary; the exit code."""
    outcomes: list[Outcome] = []
    start = time.perf_counter()
    trouble, code = "", 0
    try:
        with _opened(out) as file, _progress(games) as step:
            for outcome in _played(run, games, jobs):
                outcomes.append(outcome)
                if file:
                    file.write(outcome.line)
                step()
    except OSError as error:
        trouble, code = f"{error.filename or out}: {error.strerror}", 2
    except BrokenProcessPool:
        trouble, code = "a process that played games has died", 1
    except KeyboardInterrupt:
        trouble, code = "stopped", STOPPED
    if outcomes:
        _print_summary(outcomes, run.seed, time.perf_counter() - start)
    if trouble:
        sys.stderr.write(f"engine: {trouble}; {len(outcomes)} of {games} games were played\n")
    return code


def play_one(run: Run, number: int) -> Outcome:
    """Play the game of that number."""
    from engine.simulate import play_rounds, record_of  # noqa: PLC0415 - for the processes that play

    seed = f"{run.seed}-{number}"
    lexicon = load_lexicon(run.lexicon)
    tiles = load_tile_set(lexicon.tile_set)
    rounds = tuple(play_rounds(seed=seed, lexicon=lexicon, tiles=tiles, rules=run.rules))
    record = record_of(rounds, seed=seed, lexicon=lexicon, tiles=tiles, rules=run.rules)
    bonuses = run.rules.moves.bonuses
    return Outcome(
        line=record.to_line(),
        total=sum(played.score for played in rounds),
        rounds=len(rounds),
        bonuses=sum(bonuses.get(len(played.placed.tiles), 0) > 0 for played in rounds if played.placed),
        single_tops=sum(len(played.tops) == 1 for played in rounds),
    )


def _played(run: Run, games: int, jobs: int) -> Iterator[Outcome]:
    """The games in order, played by so many processes."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, games, _MOST_JOBS), mp_context=context, initializer=_enter_process)
    try:
        with _interrupts_held():  # the processes start here, and inherit it
            outcomes = pool.map(partial(play_one, run), range(1, games + 1), chunksize=_CHUNK)
        yield from outcomes
    finally:
        with _interrupts_ignored():  # one pressed again would leave the processes to themselves
            pool.shutdown(cancel_futures=True)


def _enter_process() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


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
def _interrupts_ignored() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


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


def _print_summary(outcomes: Sequence[Outcome], seed: str, seconds: float) -> None:
    games = len(outcomes)
    title = f"{games} games in {seconds:.1f} s ({games / seconds:.1f} a second), seed {seed}"
    table = Table(title=title, title_justify="left")
    for heading in ("a game", "mean", "least", "most"):
        table.add_column(heading, justify="left" if heading == "a game" else "right")
    for label, numbers in (
        ("points", [outcome.total for outcome in outcomes]),
        ("rounds", [outcome.rounds for outcome in outcomes]),
        ("moves with a bonus", [outcome.bonuses for outcome in outcomes]),
        ("rounds with a single top", [outcome.single_tops for outcome in outcomes]),
    ):
        table.add_row(label, f"{fmean(numbers):.1f}", str(min(numbers)), str(max(numbers)))
    Console(markup=False, highlight=False).print(table)
