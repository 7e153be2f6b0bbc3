"""The process that tries games (`engine.trial`) for this one: so that a search takes neither this process's time
nor, being of the lowest priority, the processor that a live round needs. It is started when somebody asks.
"""

import atexit
import os
import subprocess
import sys
import threading
from pathlib import Path

from engine.trial import Found, Trial, read_answer

_PROGRAM = str(Path(__file__).resolve().parent.parent)

_lock = threading.Lock()
_process: subprocess.Popen[str] | None = None


def try_games(trial: Trial, numbers: range) -> list[Found]:
    """Those of the games that meet the criteria; a RuntimeError if they cannot be played."""
    request = trial.request(numbers)
    with _lock:
        # One that had nothing to do for a while may have left at this very moment.
        line = _ask(request) or _ask(request)
    if not line:
        raise RuntimeError("the process that tries games ends before it answers")
    return read_answer(line)


def _ask(request: str) -> str:
    """The answer, empty if the process is gone."""
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
    global _process  # noqa: PLW0603 - one a process, whoever asks
    if _process is None or _process.poll() is not None:
        _close()
        _process = subprocess.Popen(
            [sys.executable, "-m", "engine.trial"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env=os.environ | {"PYTHONPATH": _PROGRAM},
            creationflags=getattr(subprocess, "IDLE_PRIORITY_CLASS", 0),  # of Windows
        )
    return _process


@atexit.register
def _close() -> None:
    """End the process, which leaves when its input ends."""
    global _process
    if _process is not None:
        process, _process = _process, None
        process.kill()
        process.communicate()
