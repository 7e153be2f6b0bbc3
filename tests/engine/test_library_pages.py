"""The pages for programs that use the engine as a library: each task does what it says, and the reference is whole."""

import doctest
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine import Position, PositionExchange, PositionMove, Words, errors

DOCS = Path(__file__).parents[2] / "docs"
HEADING = re.compile(r"^## (\d+\. .+)$", re.MULTILINE)
TASKS = dict(zip(*[iter(HEADING.split((DOCS / "library.md").read_text())[1:])] * 2, strict=True))


def examples(task):
    return doctest.DocTestParser().get_doctest(TASKS[task], {}, task, "library.md", 0)


@pytest.mark.parametrize("task", TASKS)
def test_a_task_does_what_it_says(task):
    results = doctest.DocTestRunner().run(examples(task))
    assert results.failed == 0
    assert results.attempted > 2


def test_there_are_ten_tasks():
    assert [int(task.partition(".")[0]) for task in TASKS] == list(range(1, 11))


@pytest.mark.slow
def test_the_tasks_have_the_types_of_the_library(tmp_path):
    """As a program of somebody else sees them, by the strictest rules of mypy."""
    files = []
    for number, task in enumerate(TASKS):
        files.append(tmp_path / f"task_{number}.py")
        # An expression alone is what a prompt shows.
        files[-1].write_text("".join(example.source for example in examples(task).examples))
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--follow-imports=silent"]
    command += ["--cache-dir", tmp_path / "cache", *files]
    checked = subprocess.run(command, cwd=DOCS.parent, check=False, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
    assert (DOCS.parent / "engine" / "py.typed").exists()


def rows(title):
    """Return the first cells of the tables below a heading."""
    part = re.split(r"^## ", (DOCS / "reference.md").read_text(), flags=re.MULTILINE)
    (text,) = (each for each in part if each.startswith(f"{title}\n"))
    return re.findall(r"^\| `(.+?)` \| .+ \|$", text, re.MULTILINE)


def public(kind):
    """Return what a class offers, calls with their parameters and defaults."""
    for name in {*dir(kind), *getattr(kind, "__annotations__", {})}:
        if name.startswith("_"):
            continue
        value = inspect.getattr_static(kind, name, None)
        if not callable(getattr(kind, name, None)):
            yield name
            continue
        signature = inspect.signature(getattr(kind, name))
        shown = [
            each.replace(annotation=inspect.Parameter.empty)
            for each in signature.parameters.values()
            if each.name != "self" or isinstance(value, classmethod)
        ]
        yield f"{name}{inspect.Signature(shown)}"


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Position", [*public(Position), "words", "rules", "convention"]),
        ("Turns", [*public(PositionMove), *public(PositionExchange)]),
        ("Words", [*public(Words)]),
        ("Errors", [name for name in errors.__all__ if name.endswith("Error")]),
    ],
)
def test_the_reference_is_whole(title, expected):
    assert sorted(rows(title)) == sorted(expected)
