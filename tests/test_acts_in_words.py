"""Every act that the code puts on record has its sentence, in every language; without one no log is shown."""

import ast
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import override

from duplicate.log.actions import ACTIONS as OF_GAMES
from duplicate.prepared_games.clubs.organiser import ACTIONS as OF_SIMULTANEOUS
from tournaments.classic.acts.actions import ACTIONS as OF_DIVISIONS
from tournaments.events.actions import EVENT_ACTIONS
from tournaments.organisers.actions import ORGANISER_ACTIONS

ROOT = Path(__file__).parent.parent
ALL = {
    "game": OF_GAMES.values(),
    "simultaneous": OF_SIMULTANEOUS,
    "division": OF_DIVISIONS.values(),
    "event": EVENT_ACTIONS,
    "organiser": ORGANISER_ACTIONS,
}
# The functions that write an act, the second value that they get, and the sentences of their acts.
WRITERS = {
    "audit_log.write": OF_GAMES.keys(),
    "write_act": {action.code for action in EVENT_ACTIONS} | OF_DIVISIONS.keys(),
    "write_division_act": OF_DIVISIONS.keys(),
    "write_organiser_act": {action.code for action in ORGANISER_ACTIONS},
    "_write_act": {action.code for action in OF_SIMULTANEOUS},
}


def written_acts():
    """Yield each act that is written as a text where it is put on record, with its place and known acts."""
    for path in (path for app in ("duplicate", "tournaments") for path in sorted((ROOT / app).rglob("*.py"))):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and len(call.args) > 1 and ast.unparse(call.func) in WRITERS:
                given = call.args[1]
                branches = [given.body, given.orelse] if isinstance(given, ast.IfExp) else [given]
                for one in branches:
                    if isinstance(one, ast.Constant):
                        place = f"{path.relative_to(ROOT)}:{one.lineno}"
                        yield one.value, place, WRITERS[ast.unparse(call.func)]


def test_every_act_has_its_sentence():
    acts = list(written_acts())
    assert len(acts) > 60
    assert [(act, place) for act, place, known in acts if act not in known] == []


@pytest.mark.slow
def test_every_sentence_has_a_text_in_every_language():
    said = {}
    for language in settings.COMPLETE_LANGUAGES:
        with override(language):
            said[language] = {
                (log, action.code): str(action.text) for log, actions in ALL.items() for action in actions
            }
    assert all(all(texts.values()) for texts in said.values())
    assert [act for act, text in said["en"].items() if text in {said["fr"][act], said["es"][act]}] == []
