"""Mutations of the program, the sample, and the code of live functions: on values, without a database."""

import builtins
import importlib
import sys

import pytest

from tests.mutants.__main__ import choose_tests, compare
from tests.mutants.mutations import Mutant, choose_mutants, mutate, probe, read_places
from tests.mutants.swapping import Functions

# The command is outside the gate, and so are its tests.
pytestmark = pytest.mark.slow


def mutants_of(source, path="sample.py"):
    return [place.mutant for place in read_places(source, path)[1]]


@pytest.mark.parametrize(
    ("statement", "changes"),
    [
        ("x = a < b", ["comparison: a < b -> a <= b"]),
        ("x = a and not b", ["and/or: a and (not b) -> a or not b", "not: not b -> b"]),
        ("x += y", ["arithmetic: x += y -> x -= y"]),
        ("x = [a] + b", []),
        ("x = True", ["constant: True -> False"]),
        ("x = 7", ["constant: 7 -> 8"]),
        ("return max(a)", ["return: return max(a) -> return None", "function: max -> min"]),
        ("return False", ["constant: False -> True"]),
        ("x = rows.filter(at__lte=a)", [
            "method: rows.filter(at__lte=a) -> rows.exclude(at__lte=a)",
            "lookup: rows.filter(at__lte=a) -> rows.filter(at__lt=a)",
        ]),
        ("x = [a for a in b if a.is_late]", ["condition: a.is_late -> not a.is_late"]),
        ("if a == b: save()", ["comparison: a == b -> a != b", "statement: save() -> pass"]),
        ("slip.score = a", ["statement: slip.score = a -> pass"]),
        ("raise Refused(_('at most {most}', 3))", ["statement: raise Refused(_('at most {most}', 3)) -> pass"]),
    ],
)  # fmt: skip
def test_a_statement_has_these_mutations(statement, changes):
    mutants = mutants_of(f"def act():\n    {statement}\n")
    assert [str(mutant) for mutant in mutants] == [f"sample.py:2 {change}" for change in changes]


@pytest.mark.parametrize(
    "source",
    [
        "X = 7 + 8",
        "def act(count: Literal[1] = 2): pass",
        "def act():\n    count: Literal[1]",
        "def act():\n    '''Return 7.'''",
        "def act():\n    assert a < 7",
        "def act():\n    logger.info('%d slips', 7 + x)",
        "def act():\n    x = f'{7 + y}'",
        "def act():\n    x = _('7', 7)",
        "def act():\n    match x:\n        case 7: pass",
        "def act():\n    if TYPE_CHECKING:\n        x = 7",
        "def act():\n    x = zip(a, b, strict=True)",
    ],
)
def test_what_no_test_of_behaviour_sees_is_left_alone(source):
    assert mutants_of(source) == []


def test_keys_stay_when_lines_move():
    source = "def act():\n    x = 1\n    y = 1\n"
    keys = [mutant.key for mutant in mutants_of(source)]
    assert len(set(keys)) == 2
    assert [mutant.key for mutant in mutants_of("import ast\n\n" + source)] == keys


def mutants_in(*packages, count):
    return [
        Mutant(f"{package} {line}", package, f"{package}.py", line, "", "", "", ())
        for package in packages
        for line in range(count)
    ]


def test_a_sample_has_as_many_of_each_package_and_those_known():
    mutants = mutants_in("slips", "rounds", count=50)
    sample = choose_mutants(mutants, 10, seed=1)
    assert [mutant.package for mutant in sample].count("slips") == 5
    assert sample == choose_mutants(mutants, 10, seed=1) != choose_mutants(mutants, 10, seed=2)
    known = {f"slips {line}" for line in range(3)} | {"a key of before"}
    assert known & {mutant.key for mutant in choose_mutants(mutants, 10, 1, known)} == known - {
        "a key of before"
    }


SOURCE = """
import functools

def twice(function):
    @functools.wraps(function)
    def call(*values):
        return 2 * function(*values)
    return call

class Slip:
    @property
    @functools.lru_cache
    def points(self):
        return self.count(3)

    @twice
    def count(self, number):
        return sum(1 for place in range(9) if place < number)
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "sample_of_slips.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("sample_of_slips")
    del sys.modules["sample_of_slips"]


@pytest.mark.parametrize(
    ("change", "points"),
    [
        ("2 * function(*values) -> 2 + function(*values)", 5),
        ("constant: 3 -> 4", 8),
        ("place < number -> place <= number", 8),
        ("constant: 1 -> 2", 12),
    ],
)
def test_live_functions_get_the_changed_code(module, change, points):
    slip = module.Slip()
    assert slip.points == 6
    mutants = mutants_of(SOURCE, "sample_of_slips.py")
    [mutant] = [mutant for mutant in mutants if change in str(mutant)]
    functions = Functions([mutant])
    functions.swap([mutant], mutate)
    functions.clear_caches()
    assert slip.points == points


def test_probes_tell_what_is_reached(module, monkeypatch):
    reached = set()
    monkeypatch.setattr(builtins, "__reached__", reached.add, raising=False)
    mutants = mutants_of(SOURCE, "sample_of_slips.py")
    functions = Functions(mutants)
    functions.swap(mutants, probe)
    functions.clear_caches()
    assert module.Slip().count(0) == 0
    names = {mutant.key.split()[1] for mutant in mutants if mutant.key in reached}
    assert names == {"twice.<locals>.call", "Slip.count"}
    assert not any("1 -> 2" in key for key in reached)


def test_tests_are_chosen_near_the_mutant_and_then_far_and_wide():
    near = [f"tests/duplicate/slips/test_filing.py::test_{number}" for number in range(9)]
    far = [f"tests/e2e/test_{name}.py::test_{number}" for name in "ab" for number in range(9)]
    costs = dict.fromkeys([*near, *far], 1.0) | {test.partition("::")[0]: 1.0 for test in [*near, *far]}
    chosen = choose_tests("duplicate/slips/filing.py", {*near, *far}, costs, seconds=10)
    assert chosen[:4] == near[:4]
    assert chosen[4:] == [far[0], far[1], far[9]]
    assert set(choose_tests("duplicate/slips/filing.py", {*near, *far}, costs, float("inf"))) == {*near, *far}


def test_a_mutant_that_is_no_longer_caught_is_named(capsys):
    def row(key, outcome):
        return {"key": key, "mutant": f"slips.py:7 {key}", "outcome": outcome, "by": "test_late"}

    old = {"a": row("a", "caught"), "b": row("b", "survived"), "gone": row("gone", "caught")}
    assert compare(old, [row("a", "endless"), row("b", "caught"), row("new", "survived")]) == []
    assert [
        lost["key"] for _before, lost in compare(old, [row("a", "not reached"), row("b", "survived")])
    ] == ["a"]
    assert "slips.py:7 a (before by test_late)" in capsys.readouterr().out
