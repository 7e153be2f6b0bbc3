"""`make test-times`: the processor time of tests by phase, folder, file and test, as a table. `python -m tests.times`
prints S, the unit of all tables of times.

Phases are those of pytest: *fixtures* before a test, its *call*, and the *teardown*. Processor time counts every thread
of the worker and each process that ended meanwhile, so that it says the same on a busy machine.
"""

import json
import os
import time
from collections import defaultdict
from pathlib import Path

import pytest
from django.conf import settings

PHASES = {"setup": "fixtures", "call": "call", "teardown": "teardown"}
MARKERS = ("browser", "server", "slow")
MOST_LINES = 25


def processor_seconds():
    spent = os.times()
    return time.process_time() + spent.children_user + spent.children_system


TEN_MILLION_ADDITIONS = """
total = 0
for _ in range(10_000_000):
    total += 1
"""


def seconds_of_ten_million_additions():
    """Return S, the unit of all tables of times: how long this machine takes to add one ten million times."""
    begin = time.perf_counter()
    exec(TEN_MILLION_ADDITIONS, {})
    return time.perf_counter() - begin


class Stopwatch:
    """Note in each report of a worker what its phase took."""

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_setup(self, item):
        yield from self._time(item)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item):
        yield from self._time(item)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_teardown(self, item):
        yield from self._time(item)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item):
        outcome = yield
        report = outcome.get_result()
        report.processor_seconds = item.processor_seconds
        report.kind = next((name for name in MARKERS if item.get_closest_marker(name)), "others")

    def _time(self, item):
        begin = processor_seconds()
        yield
        item.processor_seconds = processor_seconds() - begin


class Tables:
    """Add up what the reports of all workers say, and print it after the run."""

    def __init__(self):
        self.spent = defaultdict(lambda: defaultdict(float))
        self.tests = defaultdict(set)

    def pytest_runtest_logreport(self, report):
        if not hasattr(report, "processor_seconds"):
            return
        path = report.nodeid.partition("::")[0]
        for group, name in (
            ("all", "all"),
            ("kind", report.kind),
            ("folder", "/".join(path.split("/")[1:3])),
            ("file", path),
            ("test", report.nodeid.partition("[")[0]),
        ):
            self.spent[group, name][report.when] += report.processor_seconds
            self.tests[group, name].add(report.nodeid)

    def pytest_sessionfinish(self):
        rows = [
            {"what": group, "name": name, "tests": len(self.tests[group, name]), **spent}
            for (group, name), spent in self.spent.items()
        ]
        (Path(settings.DATA_FOLDER) / "test-times.json").write_text(json.dumps(rows, indent=0))

    def pytest_terminal_summary(self, terminalreporter):
        unit = seconds_of_ten_million_additions()
        write = terminalreporter.write_line
        write(f"Processor time in S; S = {unit:.2f} s: ten million additions in Python on this machine.")
        for group in ("all", "kind", "folder", "file", "test"):
            rows = sorted(
                (
                    (sum(spent.values()), name, spent)
                    for (kind, name), spent in self.spent.items()
                    if kind == group
                ),
                key=lambda row: row[0],
                reverse=True,
            )
            write(
                f"{group:<90} {'tests':>6} {'S':>8} " + " ".join(f"{title:>9}" for title in PHASES.values())
            )
            for total, name, spent in rows[:MOST_LINES]:
                phases = " ".join(f"{spent[phase] / unit:9.1f}" for phase in PHASES)
                write(f"{name:<90} {len(self.tests[group, name]):>6} {total / unit:8.1f} {phases}")


def pytest_configure(config):
    config.pluginmanager.register(Tables() if not hasattr(config, "workerinput") else Stopwatch())
    if not hasattr(config, "workerinput") and not config.getoption("numprocesses", 0):
        config.pluginmanager.register(Stopwatch())


if __name__ == "__main__":
    print(f"S = {seconds_of_ten_million_additions():.2f} s")
