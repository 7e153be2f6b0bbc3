"""Running trial games (`engine.duplicate_games.search_worker`) in a process of the lowest priority.

So a search takes neither this process's time nor the processor that a round in progress needs. The first
request starts the process.
"""

import atexit
import os
import subprocess
import sys
import threading
from pathlib import Path

from engine.duplicate_games.search_worker import FoundGame, Trial, read_answer

_PROGRAM = str(Path(__file__).resolve().parent.parent)

_lock = threading.Lock()
_process: subprocess.Popen[str] | None = None


def try_games(trial: Trial, numbers: range) -> list[FoundGame]:
    """Return those of the games that meet the criteria; raise RuntimeError if they cannot be played."""
    request = trial.request(numbers)
    with _lock:
        # Ask twice: an idle process may have ended at this very moment.
        line = _ask(request) or _ask(request)
    if not line:
        raise RuntimeError("the process that tries games ends before it answers")
    return read_answer(line)


def _ask(request: str) -> str:
    """Return the answer, empty if the process is gone."""
    process = _running()
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(request)
        process.stdin.flush()
        line: str = process.stdout.readline()
    except OSError:
        line = ""
    if not line:
        _close()
    return line


def _running() -> subprocess.Popen[str]:
    global _process  # noqa: PLW0603 - one worker for all callers in this process
    if _process is None or _process.poll() is not None:
        _close()
        _process = subprocess.Popen(
            [sys.executable, "-m", "engine.duplicate_games.search_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env=os.environ | {"PYTHONPATH": _PROGRAM},
            creationflags=getattr(subprocess, "IDLE_PRIORITY_CLASS", 0),  # Windows only
        )
    return _process


@atexit.register
def _close() -> None:
    """End the process, which also ends by itself when its input ends."""
    global _process
    if _process is not None:
        process, _process = _process, None
        process.kill()
        process.communicate()
