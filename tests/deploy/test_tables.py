"""An empty database gets its tables from the models of today: the same ones that the migrations make."""

import contextlib
import itertools
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.management import call_command
from django.core.management.commands import migrate as django_migrate
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import StateApps
from django.db.models.signals import post_migrate

from deploy.backups.scratch import open_database
from deploy.environment import read_database
from tests.services import new_database
from tournaments.models import Organiser

KINDS = ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]
# As the settings have them.
WAITING = {"transaction_mode": "IMMEDIATE", "timeout": 20}

# What PostgreSQL knows of the tables, indexes, constraints and sequences of one schema.
COLUMNS = """
    SELECT table_name, column_name, data_type, character_maximum_length, numeric_precision, numeric_scale,
           is_nullable, column_default, is_identity, identity_generation, collation_name
    FROM information_schema.columns WHERE table_schema = current_schema()
"""
INDEXES = "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()"
CONSTRAINTS = """
    SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), condeferrable, condeferred
    FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
"""
SEQUENCES = """
    SELECT sequencename, data_type::text, start_value, increment_by, last_value
    FROM pg_sequences WHERE schemaname = current_schema()
"""


@pytest.fixture
def empty(tmp_path, django_db_blocker):
    """Open an empty database of a kind; each call opens another one."""
    with django_db_blocker.unblock(), contextlib.ExitStack() as stack:
        numbers = itertools.count()

        def open_empty(kind):
            if kind == "sqlite":
                path = tmp_path / f"{next(numbers)}.sqlite3"
                made = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": WAITING}
            else:
                made = read_database(stack.enter_context(new_database(migrated=False)))
            return stack.enter_context(open_database(made))

        yield open_empty


def ask(database, query):
    with database.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchall()


def parts(definition):
    """Return the columns and constraints of a CREATE TABLE, in an order that does not depend on when they came."""
    depth, found = 0, [""]
    for sign in definition[definition.index("(") + 1 : definition.rindex(")")]:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            found.append("")
        else:
            found[-1] += sign
    return sorted(map(str.strip, found))


def describe(database):
    """Return all that the database knows of its tables, without the order of their columns."""
    if database.vendor == "postgresql":
        return sorted(
            str(row) for query in (COLUMNS, INDEXES, CONSTRAINTS, SEQUENCES) for row in ask(database, query)
        )
    query = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
    return sorted(
        [kind, name, *(parts(sql) if kind == "table" else [sql])] for kind, name, sql in ask(database, query)
    )


def rows(database):
    """Return the rows that each installation begins with, without their keys."""
    permissions = (
        "SELECT app_label, model, codename, name FROM auth_permission"
        " JOIN django_content_type ON django_content_type.id = content_type_id"
    )
    return {
        "migrations": set(ask(database, "SELECT app, name FROM django_migrations")),
        "permissions": sorted(ask(database, permissions)),
        "organisers": ask(database, "SELECT id, name, holds_everybody FROM tournaments_organiser"),
        "content types": sorted(ask(database, "SELECT app_label, model FROM django_content_type")),
    }


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_tables_of_models_are_those_of_the_migrations(kind, empty):
    of_models, of_migrations = empty(kind), empty(kind)
    call_command("migrate", database=of_models.alias, verbosity=0)
    call_command(django_migrate.Command(), database=of_migrations.alias, verbosity=0)
    assert describe(of_models) == describe(of_migrations)
    assert rows(of_models) == rows(of_migrations)


@pytest.fixture
def rendered(monkeypatch):
    """Note each old state of the models that is rendered."""
    states = []
    prepare = StateApps.__init__

    def note(state, *arguments, **options):
        states.append(state)
        prepare(state, *arguments, **options)

    monkeypatch.setattr(StateApps, "__init__", note)
    return states


@pytest.mark.parametrize("kind", KINDS)
def test_a_first_and_a_second_start_render_no_old_state(kind, empty, rendered):
    database = empty(kind)
    call_command("migrate", database=database.alias, verbosity=0)
    assert (
        MigrationRecorder(database).applied_migrations().keys()
        == MigrationLoader(None).disk_migrations.keys()
    )
    assert Organiser.objects.using(database.alias).count() == 1
    before = describe(database), rows(database)
    call_command("migrate", database=database.alias, verbosity=0)
    assert (describe(database), rows(database)) == before
    assert rendered == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_start_that_ends_half_way_leaves_an_empty_database(kind, empty):
    database = empty(kind)

    def break_off(**_signal):
        raise KeyboardInterrupt

    post_migrate.connect(break_off)
    try:
        with pytest.raises(KeyboardInterrupt):
            call_command("migrate", database=database.alias, verbosity=0)
    finally:
        post_migrate.disconnect(break_off)
    assert database.introspection.table_names() == []
    call_command("migrate", database=database.alias, verbosity=0)
    assert len(rows(database)["organisers"]) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_two_first_starts_at_once(kind, empty):
    """Two machines, or two commands on a laptop, may find the same database empty."""
    database = empty(kind)
    begin = threading.Barrier(2, timeout=60)

    def start(_number):
        begin.wait()
        try:
            call_command("migrate", database=database.alias, verbosity=0)
        finally:
            connections[database.alias].close()  # this thread's own

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(start, range(2)))
    found = rows(database)
    assert len(found["organisers"]) == 1
    assert len(ask(database, "SELECT id FROM django_migrations")) == len(found["migrations"])


def test_what_is_compared_does_not_depend_on_the_order_of_columns():
    one, other = "CREATE TABLE x (a decimal(3, 1), b text)", "CREATE TABLE x (b text, a decimal(3, 1))"
    assert parts(one) == parts(other) == ["a decimal(3, 1)", "b text"]
