"""One module leads from the program to the engine's search: no other one could forget to ask who may know."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
WAY = "tournaments/positions/search.py"
# Functions that tell what can be played with tiles that are given to them, by module; None for all of a module.
SEARCHING = {
    "engine.movegen": None,
    "engine.duplicate_games.typed_games": None,
    "engine.duplicate_games.simulate": {"find_top"},
    "engine.duplicate_games.game_statistics": {"add_spread"},
    "engine.referee.advice": None,
    "engine.lexicon.lookup": {"anagrams", "word_info"},
}
# Modules that may not be imported as a whole (`from engine import movegen`): anything of them could be called.
WHOLE = {*SEARCHING, "engine.duplicate_games.search_worker"}
MAY = {
    "duplicate/judging/interpretations.py": "finds where a word lies that somebody wrote: no search for one",
    "duplicate/website/management/commands/setup.py": "compiles the search",
    "duplicate/website/onboarding/demo.py": "plays its own game, from the command line",
}


def imported(path):
    """Return the names that a module imports from the engine at run time, as (module, name)."""
    text = path.read_text(encoding="utf-8")
    if "engine" not in text:
        return
    tree = ast.parse(text)
    typing_only = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and isinstance(block.test, ast.Name) and block.test.id == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if node in typing_only:
            continue
        if isinstance(node, ast.Import):
            yield from ((each.name, "") for each in node.names if each.name.startswith("engine"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engine"):
            yield from ((node.module, each.name) for each in node.names)


def searches(module, name):
    if not name:
        return module in SEARCHING
    if f"{module}.{name}" in WHOLE:
        return True
    return any(
        (module == known or module.startswith(f"{known}.")) and (names is None or name in names)
        for known, names in SEARCHING.items()
    )


def modules():
    folders = ("duplicate", "tournaments", "deploy")
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def test_no_other_module_imports_a_search():
    found = {
        f"{path.relative_to(ROOT).as_posix()}: {module} {name}"
        for path in modules()
        if path.relative_to(ROOT).as_posix() not in {WAY, *MAY}
        for module, name in imported(path)
        if searches(module, name)
    }
    assert not found


@pytest.mark.parametrize("path", [WAY, *MAY])
def test_each_of_those_that_may_does(path):
    assert any(searches(module, name) for module, name in imported(ROOT / path)), "take it from the list"


def test_nobody_reaches_the_engines_search_by_its_name_in_a_string():
    """Games of seeds alone are played so, in a process of their own; servers load the package before they answer."""
    named = {name for path in modules() for name in re.findall(r'"(engine\.[\w.]+)', path.read_text("utf-8"))}
    assert named == {"engine.duplicate_games.search_worker", "engine.movegen"}


@pytest.mark.parametrize("name", sorted(SEARCHING))
def test_the_functions_are_those_of_the_engine(name):
    module = __import__(name, fromlist=["x"])
    assert all(callable(getattr(module, function)) for function in SEARCHING[name] or ())
