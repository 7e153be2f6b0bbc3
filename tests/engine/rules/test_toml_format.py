"""TOML from outside is scanned before it is parsed: `tomllib` takes quadratic time and memory on dotted keys."""

import tracemalloc
from pathlib import Path

import pytest

from engine.errors import RuleSetError
from engine.referee.settings import ClassicSettings
from engine.rules import (
    RuleSet,
)
from engine.rules.game_settings import read_toml
from engine.rules.toml import MOST_TEXT
from tests.bounds import at_most

DEEP = "a." * 15_000 + "a = 1"
TOO_DEEP = "a key has more than 3 parts"


@pytest.mark.parametrize(
    "text",
    [
        DEEP,
        "[" + "a." * 15_000 + "a]",
        "[[" + "a." * 15_000 + "a]]",
        "x = { " + "a." * 15_000 + "a = 1 }",
        "x = 1\ny = [[{ a.b.c.d = 1 }]]",
        "a . \"b\" .c\t.'d' = 1",
        '"".""."".""=1',
        'x = """ " ""\\""" """\na.b.c.d = 1',
        "x = ''' ' '' '''''\na.b.c.d = 1",
        "x = \"#\" # '''\na.b.c.d = 1 # '''",
        "x = '\\'\na.b.c.d = '1'",
        "x = 1\r\na.b.c.d = 1",
    ],
)
@pytest.mark.parametrize("read", [read_toml, RuleSet.from_toml, ClassicSettings.from_toml])
def test_a_key_of_more_than_three_parts_is_refused_before_parsing(read, text):
    tracemalloc.start()
    with at_most(3):
        try:
            with pytest.raises(RuleSetError, match=TOO_DEEP):
                read(text)
            assert tracemalloc.get_traced_memory()[1] < 5_000_000
        finally:
            tracemalloc.stop()


@pytest.mark.parametrize("read", [read_toml, RuleSet.from_toml, ClassicSettings.from_toml])
def test_a_text_of_more_than_32_kb_is_refused_before_parsing(read):
    with pytest.raises(RuleSetError, match="it is longer than 32768 characters"):
        read("#" * (MOST_TEXT + 1))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a.b.c = 1", {"a": {"b": {"c": 1}}}),
        ("x = [1.5, 2.5, 3.5, 4.5]", {"x": [1.5, 2.5, 3.5, 4.5]}),
        ("x = 1979-05-27T07:32:00.999999", None),
        ("x = 'a.b.c.d'  # a.b.c.d = 1", {"x": "a.b.c.d"}),
        ('x = "\\"a.b.c.d = 1"', {"x": '"a.b.c.d = 1'}),
        ("x = '''\na.b.c.d = 1\n'''", {"x": "a.b.c.d = 1\n"}),
        ('x = """\n\\"""a.b.c.d = 1"""', {"x": '"""a.b.c.d = 1'}),
        ("#" * MOST_TEXT, {}),
    ],
)
def test_what_is_no_key_may_have_dots(text, read):
    assert read is None or read_toml(text) == read
    read_toml(text)


@pytest.mark.repeats
@pytest.mark.parametrize(
    "text",
    [
        '"""' * 10_000,
        "'''a" * 8_000,
        '\\"""\n' * 6_500,
        "a = " + "[" * 30_000,
        "a." * 2 + '"\\' * 16_000,
        '"' * 32_000,
    ],
)
def test_broken_texts_are_refused_at_once(text):
    with at_most(3), pytest.raises(RuleSetError):
        read_toml(text)


def test_nothing_else_parses_toml_from_outside():
    root = Path(__file__).parents[3]
    sources = [
        path
        for folder in ("engine", "tournaments", "duplicate", "deploy")
        for path in (root / folder).rglob("*.py")
    ]
    parsing = {
        str(path.relative_to(root)) for path in sources if "tomllib" in path.read_text(encoding="utf-8")
    }
    assert parsing == {
        "engine/rules/toml.py",
        "engine/tiles.py",  # the program's own tile sets
        "engine/data/lexicons/make_lexicons.py",  # the recipe's own list of words left out
        "duplicate/cases/worked_cases.py",  # the program's own worked cases
        "tournaments/printing/pdf/label_sheets.py",  # the program's own label sheets
        "tournaments/standings/category_sets.py",  # the program's own age categories
        "tournaments/installation/release.py",  # the program's own pyproject.toml
    }
