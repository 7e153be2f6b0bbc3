"""All acts on divisions: whatever is written is known, and on a document that can change."""

import ast
from pathlib import Path

import pytest

from tests.factories.divisions import make_director, make_division
from tournaments.acts import codes_changing
from tournaments.classic.acts.actions import ACTIONS, DivisionFact
from tournaments.classic.acts.audit_log import write_division_act
from tournaments.events.actions import act_text
from tournaments.models import EventAct
from tournaments.names import name_visibility
from tournaments.printing.registry import documents_of

CLASSIC = Path(__file__).parents[4] / "tournaments" / "classic"


@pytest.mark.parametrize("fact", DivisionFact)
def test_every_fact_changes_a_document(fact):
    assert codes_changing(ACTIONS, fact)
    assert any(codes_changing(ACTIONS, fact) <= document.acts for document in documents_of("division"))


def test_no_act_changes_a_document_without_its_fact():
    """An act names the documents that it makes outdated; a document names no act."""
    facts = codes_changing(ACTIONS, *DivisionFact)
    assert {code for document in documents_of("division") for code in document.acts & ACTIONS.keys()} == facts


@pytest.mark.django_db
def test_an_unknown_act_is_refused_where_it_is_written():
    director = make_director()
    division = make_division(director)
    with pytest.raises(AssertionError, match="rack_eaten is no act"):
        write_division_act(division, "rack_eaten", by=director)
    with pytest.raises(AssertionError, match="event_changed is no act"):
        write_division_act(division, "event_changed", by=director)


# Acts of earlier releases, whose rows are read for as long as there are some.
NO_LONGER_WRITTEN = {"position_asked"}


def test_no_act_is_left_that_nothing_writes():
    texts = {
        node.value
        for path in CLASSIC.rglob("*.py")
        if path.name != "actions.py"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert ACTIONS.keys() - texts == NO_LONGER_WRITTEN


@pytest.mark.parametrize("code", ACTIONS)
def test_names_are_hidden_in_every_sentence(code):
    names = {"name": "Mona", "names": "Mona, Alice", "first": "Mona", "second": "Alice"}
    others = (
        "division",
        "seconds",
        "count",
        "number",
        "method",
        "table",
        "to",
        "figures",
        "before",
        "reason",
        "file",
        "players",
        "rounds",
        "results",
    )
    params = dict.fromkeys((*others, "user"), "7") | {"stages": [[4, "swiss"]]}
    act = EventAct(act=code, params=names | params)
    said = act_text(act)
    with name_visibility.hidden(when=True):
        hidden = act_text(act)
    assert not any(name in hidden for name in ("Mona", "Alice"))
    assert ("…" in hidden) == any(name in said for name in ("Mona", "Alice"))


def test_an_import_is_told_with_its_numbers_in_words():
    counts = {"players": 2, "rounds": 1, "results": 1}
    said = ACTIONS["division_imported"].sentence({"division": "A", "file": "cup.zip"} | counts)
    assert said == "A: imported from cup.zip, with 2 players, 1 round and 1 result"
