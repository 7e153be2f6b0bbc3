"""The columns of a name are written in one place, `Player.rename`: a name and its parts are never at odds."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WAY = "tournaments/models/people.py"
# `name` and `key` are columns of other rows, too.
COLUMNS = {"given_name", "family_name", "names_checked", "alike"}
# Values, and rows read by them, may name the columns.
WRITING = {"Player", "update", "create", "get_or_create", "update_or_create", "setattr"}


def names_written(text):
    """Yield the lines that set a column of a name."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and node.attr in COLUMNS:
            yield node.lineno
        elif isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            written = {keyword.arg for keyword in node.keywords}
            if called in WRITING and written & COLUMNS:
                yield node.lineno


def test_no_other_module_writes_the_columns_of_a_name():
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for folder in ("duplicate", "tournaments", "deploy")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "migrations" not in path.parts and path != ROOT / WAY
        for line in names_written(path.read_text(encoding="utf-8"))
    ]
    assert not found, f"use Player.rename ({WAY}): {found}"


def test_the_check_finds_such_a_line():
    text = (
        'player.given_name, other = "", 1\nPlayer(alike="")\nrows.update(names_checked=True)\nPlayer(name="")'
    )
    assert sorted(names_written(text)) == [1, 2, 3]
