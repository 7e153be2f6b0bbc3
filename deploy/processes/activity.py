"""Tell a process that starts slowly from one that is stuck."""

import time
from collections.abc import Callable

# A share of the processor that even a starved start gets, and an idle server never uses.
BUSY_SECONDS = 1.0


class Activity:
    """How long a process and its children have neither worked nor logged.

    `log_size` returns the length of the log so far, in bytes.
    """

    def __init__(self, pid: int, log_size: Callable[[], int]) -> None:
        self._pid = pid
        self._log_size = log_size
        self._seen = self._look()
        self._since = time.monotonic()

    def measure_idle_seconds(self) -> float:
        """Return the seconds since the log last grew, or a second of processor time was used up."""
        used, logged = self._look()
        if used - self._seen[0] >= BUSY_SECONDS or logged != self._seen[1]:
            self._seen = used, logged
            self._since = time.monotonic()
        return time.monotonic() - self._since

    def _look(self) -> tuple[float, int]:
        return _processor_seconds(self._pid), self._log_size()


def _processor_seconds(pid: int) -> float:
    """Return what the process and its children have used, in seconds; 0 once it has ended."""
    import psutil  # noqa: PLC0415 - part of the production extra

    try:
        process = psutil.Process(pid)
        family = [process, *process.children(recursive=True)]
    except psutil.Error:
        return 0.0
    used = 0.0
    for member in family:
        try:
            times = member.cpu_times()
        except psutil.Error:
            continue
        used += times.user + times.system + times.children_user + times.children_system
    return used
