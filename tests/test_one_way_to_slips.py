"""The place of a slip has one form: only the queries of `duplicate.models.slip` filter on its columns."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WAY = "duplicate/models/slip.py"
PLACE = ("effective", "in_conflict", "late")
CHOOSING = {"filter", "exclude", "get", "Q", "get_or_create", "update_or_create", "When"}


def queries_by_place(text):
    """Yield the lines of calls that choose rows by a column of a slip's place."""
    if not any(f"{column}=" in text for column in PLACE):
        return
    for call in ast.walk(ast.parse(text)):
        if isinstance(call, ast.Call):
            name = getattr(call.func, "attr", getattr(call.func, "id", ""))
            if name in CHOOSING and any(
                (keyword.arg or "").split("__")[-1] in PLACE for keyword in call.keywords
            ):
                yield call.lineno


def test_no_other_module_asks_which_slips_count():
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for folder in ("duplicate", "tournaments", "deploy")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "migrations" not in path.parts and path != ROOT / WAY
        for line in queries_by_place(path.read_text(encoding="utf-8"))
    ]
    assert not found, f"use a method of SlipQuerySet ({WAY}): {found}"


def test_the_check_finds_such_a_query():
    text = "round_.slips.filter(slip__effective=True)\nSlip(late=True)\nQ(in_conflict=True)"
    assert list(queries_by_place(text)) == [1, 3]
