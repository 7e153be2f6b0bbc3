"""How long answers took, by address; and the bounds of docs/load.md, which a run has to keep."""

import re
import statistics
import time
from collections import defaultdict
from contextlib import contextmanager

# Beyond these a run ends with status 1. docs/load.md has them in words.
MOST_SECONDS = {
    "acts of the desk, 99 %": 1.0,
    "slip to receipt, 99 %": 1.0,
    "clock started to last phone": 1.5,
    "all slips judged, for each 3,000 phones": 1.0,
    "announcement to last phone": 1.5,
    "announcement to everybody's own sheet": 3.0,
}
# Memory of our processes at the end, as a part of that after the first round.
MOST_GROWTH = 1.1
SLOWEST = 10


class Answers:
    """Seconds of every answer, by sender, method and kind of address."""

    def __init__(self):
        self._seconds = defaultdict(list)

    @contextmanager
    def timed(self, sender, method, path):
        began = time.monotonic()
        try:
            yield
        finally:
            self._seconds[sender, method, kind_of(path)].append(time.monotonic() - began)

    def watch(self, desk):
        """Time all requests of the desk from now on."""
        ask = desk.request

        def request(method, path, **others):
            with self.timed("desk", method, path):
                return ask(method, path, **others)

        desk.request = request

    def of_desk(self, method):
        """Return the seconds of the desk's acts (POST), or of what it looks at (GET)."""
        return [each for key, found in self._seconds.items() if key[:2] == ("desk", method) for each in found]

    def slowest(self):
        """Return the addresses whose answers took longest, as (address, seconds of each answer)."""
        told = sorted(self._seconds.items(), key=lambda item: (-percentile(item[1]), item[0]))
        return [(" ".join(key), found) for key, found in told[:SLOWEST]]


def kind_of(path):
    """Return an address without its query, codes and numbers."""
    return re.sub(r"/(?:[A-Z0-9]{4,8}|\d+)(?=/)", "/…", path.partition("?")[0])


def percentile(values):
    """Return the 99th percentile; 0 if there are none."""
    if len(values) < 2:
        return max(values, default=0.0)
    return statistics.quantiles(values, n=100, method="inclusive")[98]


def broken_bounds(measured, growth):
    """Return a sentence for each bound that was broken; `measured` has seconds by the names of the bounds."""
    found = [
        f"{name}: {measured[name]:.2f} s, and {most:.2f} s is the bound"
        for name, most in MOST_SECONDS.items()
        if measured[name] > most
    ]
    if growth > MOST_GROWTH:
        found.append(
            f"memory grew to {growth:.2f} times that after the first round; {MOST_GROWTH} is the bound"
        )
    return found
