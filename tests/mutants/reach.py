"""A plugin of pytest that writes down which mutants each test reaches, and how long each test takes.

`ISOTOP_MUTANTS` names a folder with the mutants; each process writes a file of lines into it, in which a mutant is
its place in that list.
"""

import builtins
import json
import os
import time
from pathlib import Path

import pytest

from tests.mutants.mutations import Mutant, probe
from tests.mutants.swapping import Functions


class Reach:
    """What the running test, and the fixtures of its file, have reached."""

    def __init__(self):
        self.test, self.file, self.file_seconds, self.failed = set(), set(), 0.0, False
        self.functions = self.folder = self.numbers = None


reach = Reach()


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    repeat_examples()


def repeat_examples():
    """Let Hypothesis try the same examples each time, keep none, and not look for the smallest that fails."""
    import hypothesis  # pytest wants to import it first

    phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
    hypothesis.settings.register_profile(
        "mutants", hypothesis.settings(), derandomize=True, database=None, phases=phases
    )
    hypothesis.settings.load_profile("mutants")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session):
    reach.folder = Path(os.environ["ISOTOP_MUTANTS"])
    mutants = read_mutants(reach.folder / "mutants.json")
    reach.numbers = {mutant.key: number for number, mutant in enumerate(mutants)}
    builtins.__reached__ = reach.test.add
    reach.functions = Functions(mutants)
    reach.functions.swap(mutants, probe)


def read_mutants(file):
    return [
        Mutant(**fields | {"functions": tuple(map(tuple, fields["functions"]))})
        for fields in json.loads(file.read_text())
    ]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    reach.functions.clear_caches()
    reach.test.clear()
    reach.file, reach.file_seconds, reach.failed = set(), 0.0, False
    start = time.process_time()
    result = yield
    line = {
        "test": item.nodeid,
        "failed": reach.failed,
        "seconds": round(time.process_time() - start - reach.file_seconds, 4),
        "file_seconds": round(reach.file_seconds, 4),
        "mutants": [reach.numbers[key] for key in reach.test],
        "file_mutants": [reach.numbers[key] for key in reach.file],
    }
    with (reach.folder / f"reach-{os.getpid()}.jsonl").open("a") as lines:
        lines.write(json.dumps(line) + "\n")
    return result


def pytest_runtest_logreport(report):
    reach.failed |= report.failed


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef, request):
    """Put what is made for several tests on the account of the file."""
    if fixturedef.scope == "function":
        return (yield)
    before = set(reach.test)
    reach.test.clear()
    start, spent = time.process_time(), reach.file_seconds
    try:
        return (yield)
    finally:
        reach.file |= reach.test
        reach.file_seconds = spent + time.process_time() - start
        reach.test.clear()
        reach.test |= before
