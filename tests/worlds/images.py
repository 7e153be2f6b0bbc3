"""Images of worlds: all rows that a story leaves, and the values that it returns."""

import os
import pickle
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction

from engine.atomic_files import write_whole

# Rows of each world have numbers of their own: a test may enter several.
APART = 100_000
# The variable that names the folder of the images of this run, which all its workers share.
FOLDER = "ISOTOP_TEST_WORLDS"


@dataclass(frozen=True)
class Image:
    """What a story left: the rows of each table, and its values, pickled, so that each test has its own."""

    rows: dict[str, tuple[list[str], list[tuple]]]
    values: bytes


@cache
def image_of(story: Callable, *extent, **settings) -> Image:
    """Return the image of a story, which is played once in a run. The database is as before."""
    told = f"{story.__module__}.{story.__qualname__} {extent} {sorted(settings.items())}"
    number = zlib.crc32(told.encode())
    folder = Path(os.environ[FOLDER])
    folder.mkdir(exist_ok=True)
    kept = folder / f"{number}-{connection.vendor}"
    if not kept.exists():
        image = _play(partial(story, *extent, **settings), APART * (1 + number % 10_000))
        write_whole(kept, pickle.dumps(image))
    return pickle.loads(kept.read_bytes())


def _play(story: Callable, first: int) -> Image:
    before = {table: set(_rows_of(table)[1]) for table in _tables()}
    with transaction.atomic():
        _count_from(first)
        values = pickle.dumps(story())
        rows = {table: _rows_of(table) for table in before}
        transaction.set_rollback(True)
    new = {
        table: (columns, [row for row in there if row not in before[table]])
        for table, (columns, there) in rows.items()
    }
    return Image({table: found for table, found in new.items() if found[1]}, values)


def enter(image: Image):
    """Put the rows of a world into the database; return its values."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table, (columns, rows) in image.rows.items():
            names = ", ".join(map(connection.ops.quote_name, columns))
            places = ", ".join(["%s"] * len(columns))
            # A story may have changed what was there before.
            cursor.executemany(
                f"DELETE FROM {connection.ops.quote_name(table)} WHERE {names.partition(', ')[0]} = %s",
                [row[:1] for row in rows],
            )
            cursor.executemany(
                f"INSERT INTO {connection.ops.quote_name(table)} ({names}) VALUES ({places})", rows
            )
        for statement in connection.ops.sequence_reset_sql(no_style(), _models_of(tuple(image.rows))):
            cursor.execute(statement)
    return pickle.loads(image.values)


@cache
def _tables() -> list[str]:
    return [
        model._meta.db_table for model in apps.get_models(include_auto_created=True) if model._meta.managed
    ]


@cache
def _models_of(tables):
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.db_table in tables]


def _count_from(number):
    """Let the next row of each table have this number or a higher one."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence")
            cursor.executemany(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)",
                [(table, number) for table in _tables()],
            )
        else:
            cursor.execute("SELECT setval(oid, %s) FROM pg_class WHERE relkind = 'S'", [number])


def _rows_of(table):
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
        return [column[0] for column in cursor.description], cursor.fetchall()
