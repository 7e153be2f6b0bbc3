"""Rows of a database, or of a dump that `pg_dump` wrote, read as a stream and table by table."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from django.db.backends.base.base import BaseDatabaseWrapper

MIGRATIONS: Final = "django_migrations"
ROWS_AT_ONCE: Final = 1000


@dataclass(frozen=True, slots=True)
class TableRows:
    """A table with the names of its columns; `rows` can be read once."""

    name: str
    columns: list[str]
    rows: Iterator[tuple[Any, ...]]


class RowSource(Protocol):
    """Something that rows come from."""

    def tables(self) -> Iterator[TableRows]:
        """Yield each table; its rows are read before the next one is asked for, or skipped."""
        ...


def applied_migrations(source: RowSource) -> set[tuple[str, str]]:
    """Return the migrations that the rows have been through, as application and name."""
    for table in source.tables():
        if table.name == MIGRATIONS:
            app, name = table.columns.index("app"), table.columns.index("name")
            return {(row[app], row[name]) for row in table.rows}
    return set()


@dataclass(frozen=True, slots=True)
class DatabaseSource:
    """The tables of an open database."""

    connection: BaseDatabaseWrapper

    def tables(self) -> Iterator[TableRows]:
        with self.connection.cursor() as cursor:
            tables = {
                name: self._columns(cursor, name)
                for name in sorted(self.connection.introspection.table_names(cursor))
            }
        for name, columns in tables.items():
            yield TableRows(name, columns, self._rows(name, columns))

    def _columns(self, cursor: Any, table: str) -> list[str]:
        cursor.execute(f"SELECT * FROM {self.connection.ops.quote_name(table)} LIMIT 0")  # noqa: S608 - a name of the database itself, quoted
        return [column[0] for column in cursor.description]

    def _rows(self, table: str, columns: list[str]) -> Iterator[tuple[Any, ...]]:
        quote = self.connection.ops.quote_name
        with self.connection.chunked_cursor() as cursor:
            names = ", ".join(map(quote, columns))
            cursor.execute(f"SELECT {names} FROM {quote(table)}")  # noqa: S608 - names of the database itself
            while rows := cursor.fetchmany(ROWS_AT_ONCE):
                yield from rows


@dataclass(frozen=True, slots=True)
class DumpSource:
    """The tables of a plain dump of PostgreSQL; a value is a text there, or missing."""

    path: Path

    def tables(self) -> Iterator[TableRows]:
        with self.path.open(encoding="utf-8", newline="\n") as lines:
            for line in lines:
                if found := _COPY.match(line):
                    columns = [name.strip('"') for name in found["columns"].split(", ")]
                    rows = _rows(lines)
                    yield TableRows(found["table"], columns, rows)
                    for _left in rows:
                        pass


_COPY: Final = re.compile(r'COPY public\."?(?P<table>\w+)"? \((?P<columns>.*)\) FROM stdin;$')
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_SIGNS: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def _rows(lines: Iterator[str]) -> Iterator[tuple[str | None, ...]]:
    for line in lines:
        if line == "\\.\n":
            return
        yield tuple(map(read_copied, line.removesuffix("\n").split("\t")))
    raise EOFError("the dump ends within a table")


def read_copied(text: str) -> str | None:
    """Return a value of the text format of COPY."""
    if text == r"\N":
        return None
    return _ESCAPED.sub(lambda found: _SIGNS.get(found[1], found[1]), text) if "\\" in text else text
