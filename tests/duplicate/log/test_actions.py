"""All acts of a game's log: whatever is written is known, and on a paper that can change."""

import ast
from pathlib import Path

import pytest

from duplicate.log import audit_log
from duplicate.log.actions import ACTIONS, GameFact
from duplicate.log.messages import act_text
from tournaments.acts import codes_changing
from tournaments.printing.registry import documents_of, subjects

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("fact", GameFact)
def test_every_fact_changes_a_paper(fact):
    assert any(
        codes_changing(ACTIONS, fact) <= document.acts
        for subject in subjects()
        for document in documents_of(subject.kind)
    )


def test_an_unknown_act_is_refused_where_it_is_written(game, arbitrator):
    with pytest.raises(AssertionError, match="rack_eaten is no act"):
        audit_log.write(game, "rack_eaten", by=arbitrator)


def test_no_act_is_left_that_nothing_writes():
    texts = {
        node.value
        for folder in ("duplicate", "tournaments")
        for path in (ROOT / folder).rglob("*.py")
        if path.name != "actions.py"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert ACTIONS.keys() <= texts


def test_an_act_of_a_newer_release_is_named_by_its_code():
    assert act_text("bag_weighed", {"grams": 3}) == "An act of a newer release: bag_weighed"
