"""Migrations since the release before: code of that release must be able to run against the new database.

docs/releasing.md says how a change takes two releases.
"""

from importlib import import_module

import pytest
from django.db.migrations import operations
from django.db.models import CharField

from deploy.compatibility import NEEDS
from tests.deploy.releases import MIGRATION, migrations_of_release, version_of_release
from tests.server import ROOT
from tournaments.classic.models import Division
from tournaments.described_settings.setting_columns import settings_in

ONE_ORGANISER = (
    "Code of 0.1.0 writes rows of the first organiser, and among these the rule is the one that it knows."
)
# Changes of what the release before has, each with the reason why its code does not mind.
REASONS = {
    "RemoveConstraint letterhead.letterhead_once": ONE_ORGANISER,
    "AddConstraint letterhead.letterhead_once": ONE_ORGANISER,
    "RemoveConstraint player.player_licence_once": ONE_ORGANISER,
    "AddConstraint player.player_licence_once": ONE_ORGANISER,
    "RemoveConstraint player.player_name_once_without_licence": ONE_ORGANISER,
    "AddConstraint player.player_name_once_without_licence": ONE_ORGANISER,
    "AlterField club.key": ONE_ORGANISER,
    "AddConstraint club.club_once_an_organiser": ONE_ORGANISER,
    "AlterField season.name": ONE_ORGANISER,
    "AddConstraint season.season_name_once": ONE_ORGANISER,
    "AlterField clubrules.name": ONE_ORGANISER,
    # Code of 0.1.0 takes the two new roles for arbitrators: docs/operating.md says not to give them while it runs.
    "AlterField arbitrator.role": "No column changes, and the roles that code of 0.1.0 knows are the same.",
    "AddConstraint clubrules.club_rules_name_once": ONE_ORGANISER,
    "RemoveConstraint ruling.ruling_judged_once": "The new one holds for the rulings that code of 0.1.0 writes.",
    "AddConstraint ruling.ruling_judged_once": "Code of 0.1.0 writes no ruling of the program again.",
}
REASONS["AddConstraint divisionentry.division_fixed_table_once"] = "Code of 0.1.0 writes no fixed table."
NO_CLUB = "Code of 0.1.0 writes envelopes without a club, of which the rule is the one that it knows."
REASONS |= {
    f"{act} receivedenvelope.envelope_received_once": NO_CLUB for act in ("RemoveConstraint", "AddConstraint")
}
REASONS["AlterField club.name"] = (
    "The column only grows: names of 0.1.0 fit, and it shows longer ones as they are."
)
SAME_COLUMN = "The column stays as it is: forms leave the field out, and its label has another name."
REASONS |= {f"AlterField {model}.organiser": SAME_COLUMN for model in ("event", "clubtable", "preparedgame")}
REASONS["AlterField divisionprize.kind"] = "Only the choices grow: code of 0.1.0 writes kinds that stay."
REASONS["AlterField division.balance_first"] = (
    "The column stays: only what a new division has there changes, and code of 0.1.0 writes its own."
)
REASONS |= {
    f"AlterField {field}": "No column changes: only Django's way of deleting rows does."
    for field in ("ruling.slip", "slip.entry")
}
REASONS |= {
    f"AlterField division.{name}": "No column changes: only where its label is written does."
    for name in settings_in(Division)
}
CHOICES_GROW = "Only the choices grow: code of 0.1.0 writes those that stay."
REASONS |= {f"AlterField {field}": CHOICES_GROW for field in ("onscreens.mode", "training.source")}
REASONS |= {
    f"AddConstraint training.training_game_later_once{name}": "Code of 0.1.0 has no games played later."
    for name in ("", "_a_name")
}
REASONS["AlterField printjob.event"] = (
    "Code of 0.1.0 lists the jobs of an event alone; one of none that its worker takes fails, and can be resumed."
)
STATES_GROW = "The column only grows, and the states that code of 0.1.0 writes stay."
REASONS |= {f"AlterField printjob.{field}": STATES_GROW for field in ("state", "moved_at")}
REASONS["AlterField preparation.state"] = STATES_GROW
REASONS |= {
    f"AlterField peoplelist.{field}": "The column only gets a default: code of 0.1.0 writes all of them."
    for field in ("moved_at", "refused", "step")
}
REASONS["AlterField eventimport.moved_at"] = "No column changes: only what a new row begins with does."
HARMLESS = (
    operations.CreateModel,
    operations.AddIndex,
    operations.AlterModelOptions,
    operations.AlterModelManagers,
)


def new_migrations():
    """Return the migrations that the release before does not have, each with its name."""
    released = migrations_of_release()
    found = []
    for path in sorted(ROOT.glob("*/**/migrations/0*.py")):
        match = MIGRATION.fullmatch(path.relative_to(ROOT).as_posix())
        if match and match.group("folder", "name") not in released:
            module = import_module(f"{match['folder'].replace('/', '.')}.{match['name']}")
            found.append((match["name"], module.Migration))
    return found


def model_of(operation):
    """Return the name of the model that the operation is about; empty for SQL, which may be about any."""
    return getattr(operation, "model_name", None) or getattr(operation, "name", "").lower()


def only_adds(operation, new_models):
    """Tell whether code that does not know what the operation adds can read and write as before."""
    if isinstance(operation, operations.AddField):
        field = operation.field
        if field.many_to_many or field.null or field.has_db_default():
            return True
    return isinstance(operation, HARMLESS) or model_of(operation) in new_models


def changes(migrations):
    """Return what the migrations change or remove of the release before."""
    steps = [operation for _name, migration in migrations for operation in migration.operations]
    new_models = {step.name.lower() for step in steps if isinstance(step, operations.CreateModel)}
    for name, migration in migrations:
        if NEEDS.search(name):
            continue  # said so by its name, which the last test looks at
        for operation in migration.operations:
            if isinstance(operation, operations.RunPython) or only_adds(operation, new_models):
                continue
            part = getattr(operation, "constraint", operation)
            yield f"{type(operation).__name__} {model_of(operation)}.{getattr(part, 'name', name)}"


def test_migrations_since_the_release_only_add():
    assert set(changes(new_migrations())) == REASONS.keys()


def test_what_is_removed_is_not_used_by_the_release_before():
    """Both of them run while servers are restarted one after the other."""
    release = tuple(map(int, version_of_release().split(".")))
    needed = {
        name: tuple(map(int, found.groups()))
        for name, _m in new_migrations()
        if (found := NEEDS.search(name))
    }
    assert {name for name, oldest in needed.items() if oldest > release} == set()


@pytest.mark.parametrize(
    ("operation", "adds"),
    [
        (operations.AddField("player", "hall", CharField(null=True)), True),
        (operations.AddField("player", "hall", CharField(db_default="")), True),
        (operations.AddField("player", "hall", CharField(default="")), False),
        (operations.AddField("hall", "name", CharField(default="")), True),
        (operations.RemoveField("player", "club"), False),
        (operations.RenameField("player", "club", "home"), False),
        (operations.DeleteModel("player"), False),
        (operations.RunSQL("DROP TABLE player"), False),
    ],
)
def test_what_only_adds(operation, adds):
    assert only_adds(operation, {"hall"}) == adds
