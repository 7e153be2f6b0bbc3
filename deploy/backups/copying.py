"""Rows of one kind of database copied into another: tables as the source's migrations left them, rows as a stream.

References are checked at the end of the transaction, so tables are copied in any order.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from django.apps import apps as todays_apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, IntegrityError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from deploy.backups.errors import BackupError
from deploy.backups.sources import (
    MIGRATIONS,
    ROWS_AT_ONCE,
    DatabaseSource,
    RowSource,
    TableRows,
    applied_migrations,
)
from deploy.backups.values import Digest, StoredColumn, column_for

Tables = dict[str, type[Model]]


def copy_database(source: RowSource, target: BaseDatabaseWrapper) -> None:
    """Make the tables of the source in an empty database, copy all rows, and compare both.

    Raises:
        BackupError: migrations or tables that this program does not know, a row that the target refuses, or a
            table that is another one afterwards.
    """
    models = _make_tables(target, applied_migrations(source))
    with transaction.atomic(using=target.alias):
        _empty(target, models)
        expected = {table.name: _copy(table, models, target) for table in source.tables()}
        try:
            target.check_constraints()
        except IntegrityError as error:
            raise BackupError(f"A reference leads nowhere: {error}") from error
        _reset_sequences(target, models)
    found = {table.name: _digest(table, models) for table in DatabaseSource(target).tables()}
    for name in sorted(expected.keys() | found.keys()):
        before, after = expected.get(name, Digest()), found.get(name, Digest())
        if before != after:
            raise BackupError(f"{name} differs after copying: {before.rows} rows before, {after.rows} now.")


def check_migrations(applied: set[tuple[str, str]]) -> None:
    """Check that this program has all migrations which a backup has been through.

    Raises:
        BackupError: it has not, or there are none.
    """
    if not applied:
        raise BackupError("The backup has no migrations: it is no database of Isotop.")
    known = MigrationLoader(None).disk_migrations
    replaced = {old for migration in known.values() for old in migration.replaces}
    if unknown := sorted(".".join(each) for each in applied - known.keys() - replaced):
        raise BackupError(f"The backup is of another version of Isotop, with {', '.join(unknown)}.")


def pending_migrations(target: BaseDatabaseWrapper) -> list[str]:
    """Return the migrations that the database has not been through yet."""
    executor = MigrationExecutor(target)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


def _make_tables(target: BaseDatabaseWrapper, applied: set[tuple[str, str]]) -> Tables:
    check_migrations(applied)
    executor = MigrationExecutor(target)
    graph = executor.loader.graph
    if graph.nodes.keys() <= applied:
        call_command("migrate", database=target.alias, verbosity=0)
        return _by_table(todays_apps)
    last = [
        each
        for each in sorted(applied & graph.nodes.keys())
        if not any(child in applied and child[0] == each[0] for child in graph.node_map[each].children)
    ]
    executor.migrate(last)
    return _by_table(executor.loader.project_state(last).apps)


def _by_table(apps: Any) -> Tables:
    models: list[type[Model]] = apps.get_models(include_auto_created=True)
    known = {model._meta.db_table: model for model in models if model._meta.managed and not model._meta.proxy}  # noqa: SLF001 - Django documents it, and it finds all rows and columns
    return {**known, MIGRATIONS: MigrationRecorder.Migration}


def _empty(target: BaseDatabaseWrapper, models: Tables) -> None:
    """Delete the rows that migrations have made."""
    with target.cursor() as cursor:
        for table in models:
            cursor.execute(f"DELETE FROM {target.ops.quote_name(table)}")  # noqa: S608 - our own tables


def _copy(table: TableRows, models: Tables, target: BaseDatabaseWrapper) -> Digest:
    columns, digest = _columns(table, models), Digest()
    quote = target.ops.quote_name
    names = ", ".join(map(quote, table.columns))
    places = ", ".join(["%s"] * len(columns))
    insert = f"INSERT INTO {quote(table.name)} ({names}) VALUES ({places})"  # noqa: S608 - our own tables
    rows_left = _read(table, columns)
    while rows := list(islice(rows_left, ROWS_AT_ONCE)):
        prepared = []
        for row in rows:
            digest.add(columns, row)
            prepared.append(
                [column.prepare(value, target) for column, value in zip(columns, row, strict=True)]
            )
        try:
            _insert(target, insert, prepared)
        except (DatabaseError, ValueError) as error:
            raise BackupError(_find_refused(target, insert, table, prepared) or str(error)) from error
    return digest


def _insert(target: BaseDatabaseWrapper, insert: str, rows: Sequence[Sequence[Any]]) -> None:
    with transaction.atomic(using=target.alias), target.cursor() as cursor:
        cursor.executemany(insert, rows)


def _find_refused(
    target: BaseDatabaseWrapper, insert: str, table: TableRows, rows: Sequence[Sequence[Any]]
) -> str | None:
    """Return which row was refused and why, after a batch was."""
    for row in rows:
        try:
            _insert(target, insert, [row])
        except (DatabaseError, ValueError) as error:
            reason = str(error).splitlines()[0]
            return f"{table.name}, row {row[0]}: {target.vendor} refuses it: {reason}"
    return None


def _digest(table: TableRows, models: Tables) -> Digest:
    columns, digest = _columns(table, models), Digest()
    for row in _read(table, columns):
        digest.add(columns, row)
    return digest


def _read(table: TableRows, columns: Sequence[StoredColumn]) -> Iterator[list[Any]]:
    for raw in table.rows:
        try:
            yield [column.read(value) for column, value in zip(columns, raw, strict=True)]
        except ValueError as error:
            raise BackupError(f"{table.name}, row {raw[0]}: {error}") from error


def _columns(table: TableRows, models: Tables) -> list[StoredColumn]:
    if table.name not in models:
        raise BackupError(f"The backup has a table that this program does not know: {table.name}.")
    fields = {str(field.column): field for field in models[table.name]._meta.local_concrete_fields}  # noqa: SLF001 - Django documents it, and it finds all rows and columns
    if fields.keys() != set(table.columns):
        differing = ", ".join(sorted(fields.keys() ^ set(table.columns)))
        raise BackupError(f"The backup's {table.name} has other columns: {differing}.")
    return [column_for(fields[name]) for name in table.columns]


def _reset_sequences(target: BaseDatabaseWrapper, models: Tables) -> None:
    """Let new rows begin after those that were copied."""
    with target.cursor() as cursor:
        for statement in target.ops.sequence_reset_sql(no_style(), list(models.values())):
            cursor.execute(statement)
