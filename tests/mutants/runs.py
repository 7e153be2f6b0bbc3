"""A plugin of pytest that runs mutants: each in a fork of this process, against tests that reach it.

1. pytest collects; a few tests make the database and what else lasts for the session.
2. Each mutant has a child process: it copies the database, changes the code, and runs tests up to the first failure.
3. The test that failed runs in a child without the change. If it fails there as well, it tells nothing: the mutant
   runs again without it.
"""

import contextlib
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import deque
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.mutants.mutations import Mutant, mutate
from tests.mutants.reach import repeat_examples
from tests.mutants.swapping import Functions
from tests.worlds.images import FOLDER

# Exit codes of a child: a test failed; the tool did.
FAILED, BROKEN = 10, 11
OUTCOMES = {0: "survived", BROKEN: "broken", -signal.SIGXCPU: "endless", -signal.SIGKILL: "endless"}


@dataclass
class Run:
    """A mutant and its tests; without a mutant the trial of a test, after which the run `waiting` goes on."""

    mutant: Mutant | None
    tests: list[str]
    waiting: "Run | None" = None
    outcome: str = ""
    # The test that failed.
    by: str = ""
    # Processor time of its children.
    seconds: float = 0.0
    folder: Path | None = None
    end: float = 0.0


class Runs:
    """Run mutants, given with the names of their tests, `workers` at a time. `costs` are seconds of tests.

    A child that needs `seconds` more of the processor than three times what its tests took has an endless loop.
    """

    def __init__(self, chosen, costs, *, workers, seconds):
        self.finished = []
        self._queue = deque(Run(mutant, tests) for mutant, tests in chosen)
        self._costs, self._workers, self._seconds = costs, workers, seconds
        self._running = {}
        self._sound, self.unsound = set(), set()
        self._has_failed = False

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self):
        repeat_examples()

    def pytest_runtest_logreport(self, report):
        self._has_failed |= report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        self._session = session
        self._items = {item.nodeid: item for item in session.items}
        self._functions = Functions([run.mutant for run in self._queue])
        self._database = self._warm()
        try:
            while self._queue or self._running:
                while self._queue and len(self._running) < self._workers:
                    self._start(self._queue.popleft())
                self._wait()
        finally:
            for pid in self._running:
                _kill(pid)
        return True

    def _run_test(self, test, following):
        self._session.config.hook.pytest_runtest_protocol(item=test, nextitem=following)

    def _warm(self):
        """Make what lasts for the session, by a test of each such fixture; return the file of the database."""
        from django.db import connection, connections

        made = set()
        for item in self._session.items:
            fixtures = item._fixtureinfo.name2fixturedefs.items()
            lasting = {name for name, definitions in fixtures if definitions[-1].scope == "session"}
            if item.get_closest_marker("django_db") or "db" in item.fixturenames:
                lasting.add("database")
            if not lasting <= made:
                made |= lasting
                self._run_test(item, self._session)
        connections.close_all()
        return connection.settings_dict["NAME"] if "database" in made else None

    def _start(self, run):
        run.tests = [test for test in run.tests if test in self._items and test not in self.unsound]
        run.folder = Path(tempfile.mkdtemp(prefix="isotop-mutant-"))
        bound = int(self._seconds + 3 * sum(map(self._costs.get, run.tests)))
        # A lock that nobody opens takes no processor time.
        run.end = time.monotonic() + 10 * bound
        pid = os.fork()
        if pid == 0:
            status = BROKEN
            # Stories are played by the mutant, and by no other one.
            os.environ[FOLDER] = str(run.folder / "worlds")
            try:
                status = self._run_child(run, bound)
            except BaseException:  # noqa: BLE001
                (run.folder / "error").write_text(traceback.format_exc())
            finally:
                os._exit(status)
        self._running[pid] = run

    def _run_child(self, run, bound):
        from django.db import connection

        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (bound, bound))
        self._session.config.pluginmanager.unregister(name="terminalreporter")
        self._session.config._tmp_path_factory._basetemp = run.folder
        if self._database:
            connection.settings_dict["NAME"] = shutil.copy(self._database, run.folder)
        if run.mutant:
            self._functions.swap([run.mutant], mutate)
        self._functions.clear_caches()
        items = [self._items[test] for test in run.tests]
        self._has_failed = False
        for item, following in zip(items, [*items[1:], self._session], strict=True):
            self._run_test(item, following)
            if self._has_failed:
                (run.folder / "by").write_text(item.nodeid)
                return FAILED
        return 0

    def _wait(self):
        """Take what a child leaves. Tests that made what lasts for the session may have left other processes."""
        for pid, run in list(self._running.items()):
            done, status, usage = os.wait4(pid, os.WNOHANG)
            if done:
                self._end(pid, status, usage)
            elif run.end < time.monotonic():
                _kill(pid)
        time.sleep(0.02)

    def _end(self, pid, status, usage):
        # Processes that its tests have started.
        _kill(pid)
        run = self._running.pop(pid)
        (run.waiting or run).seconds += usage.ru_utime + usage.ru_stime
        notes = {
            name: (run.folder / name).read_text() for name in ("by", "error") if (run.folder / name).exists()
        }
        shutil.rmtree(run.folder, ignore_errors=True)
        if "error" in notes:
            print(f"{run.mutant}\n{notes['error']}", file=sys.__stdout__, flush=True)
        self._judge(run, os.waitstatus_to_exitcode(status), notes.get("by", ""))

    def _judge(self, run, code, by):
        if run.mutant is None:
            (self.unsound if code else self._sound).add(run.by)
            run = run.waiting
            if code:
                self._queue.appendleft(run)
                return
            run.outcome = "caught"
        elif code == FAILED:
            run.by = by
            if by not in self._sound:
                file = by.partition("::")[0]
                before = [test for test in run.tests[: run.tests.index(by)] if test.startswith(f"{file}::")]
                self._queue.appendleft(Run(None, [*before, by], waiting=run, by=by))
                return
            run.outcome = "caught"
        else:
            run.outcome = OUTCOMES.get(code, "crashed")
        self.finished.append(run)
        print(f"{len(self.finished)} {run.outcome}: {run.mutant}", file=sys.__stdout__, flush=True)


def _kill(group):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
