"""Writing an event into its archive, row by row: only references are kept in memory.

All of it is read from one snapshot, and no writer waits for it. No secret is exported: neither what opens
phones, clocks and boards, nor sealed racks, nor the seed of an unfinished game, which gives away the racks to
come.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any, Final
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, models

from duplicate.models import Game
from duplicate.website.archive.format import ABOUT, KIND, VERSION, path_of
from duplicate.website.archive.tables import SHARED, TABLE_OF, TABLES, Row, Table, columns_of, objects_of
from engine.errors import EngineError
from engine.lexicon import load_lexicon
from tournaments.classic.models import MatchRecord
from tournaments.core import clock
from tournaments.models import Event, Lexicon

# The suffix of a name that is known from an archive alone, and is no account.
FROM_ARCHIVE: Final = "@archive"
_CHUNK: Final = 2000


def write_archive(event: Event, file: IO[bytes]) -> dict[str, Any]:
    """Write the event's archive and return the content of its `about.json`."""
    with read_snapshot(), ZipFile(file, "w", ZIP_DEFLATED) as archive:
        return _Writer(event, archive).write()


def hash_tables(tables: Mapping[str, Mapping[str, Any]]) -> str:
    """Return one hash of all tables, from the hash and the number of rows of each."""
    told = "".join(f"{name} {about['rows']} {about['sha256']}\n" for name, about in sorted(tables.items()))
    return hashlib.sha256(told.encode()).hexdigest()


def plain(value: object) -> object:
    """Return a field's value as JSON stores it."""
    if isinstance(value, UUID):
        return str(value)
    return value.isoformat() if hasattr(value, "isoformat") else value


def program_version() -> str:
    project = settings.BASE_DIR / "pyproject.toml"
    try:
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
    except OSError:  # installed without the file
        return ""


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Read everything inside from one snapshot, without blocking writers.

    In an open transaction this does nothing: that transaction's own isolation applies.
    """
    if connection.in_atomic_block:
        yield
        return
    snapshot = connection.features.has_select_for_no_key_update  # PostgreSQL; SQLite reads a snapshot anyway
    with connection.cursor() as cursor:
        cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY" if snapshot else "BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


class _Writer:
    """The export of one event into one archive.

    `numbers` has the references by table and key. A row of a shared table gets its reference when a row first
    names it.
    """

    def __init__(self, event: Event, archive: ZipFile) -> None:
        self.event = event
        self.archive = archive
        self.numbers: dict[str, dict[int, int]] = {name: {} for name in (*SHARED, *(t.name for t in TABLES))}
        self.tables: dict[str, dict[str, Any]] = {}

    def write(self) -> dict[str, Any]:
        saved_at = clock.now()
        self._meet_lexicons()
        for table in TABLES:
            self._write_table(table.name, self._rows(table))
        # In this order, as players refer to clubs.
        for name in SHARED:
            self._write_table(name, self._shared_rows(name))
        about = {
            "kind": KIND,
            "version": VERSION,
            "program": program_version(),
            "saved_at": saved_at.isoformat(),
            "event": {
                "uid": str(self.event.uid),
                "name": self.event.name,
                "date": self.event.date.isoformat(),
            },
            "tables": self.tables,
            "sha256": hash_tables(self.tables),
        }
        self.archive.writestr(ABOUT, json.dumps(about, ensure_ascii=False, indent=1))
        return about

    def refer(self, table: str, key: int | None) -> int | None:
        if key is None:
            return None
        numbers = self.numbers[table]
        return numbers.setdefault(key, len(numbers) + 1) if table in SHARED else numbers.get(key, 0)

    def _write_table(self, name: str, rows: Iterator[Row]) -> None:
        digest, count = hashlib.sha256(), 0
        with self.archive.open(path_of(name), "w") as file:
            for row in rows:
                line = (
                    json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
                    + b"\n"
                )
                digest.update(line)
                file.write(line)
                count += 1
        self.tables[name] = {"rows": count, "sha256": digest.hexdigest()}

    def _rows(self, table: Table) -> Iterator[Row]:
        fields, numbers = table.fields, self.numbers[table.name]
        columns = ("pk", *(each.attname for each in fields))
        for key, *values in table.rows_of(self.event).values_list(*columns).iterator(chunk_size=_CHUNK):
            numbers[key] = len(numbers) + 1
            row = {
                each.name: self._export_value(each, value) for each, value in zip(fields, values, strict=True)
            }
            yield table.refer(_hide_seed(row) if table.model is Game else row, self.refer)

    def _export_value(self, field: "models.Field[Any, Any]", value: Any) -> object:
        if isinstance(field, models.ForeignKey):
            return self.refer(TABLE_OF[field.related_model], value)
        return plain(value)

    def _shared_rows(self, name: str) -> Iterator[Row]:
        model, fields = SHARED[name]
        known = objects_of(model).in_bulk(list(self.numbers[name]))
        columns, taken = columns_of(model, fields), set[str]()
        for key in self.numbers[name]:
            row = {each.name: self._export_value(each, getattr(known[key], each.attname)) for each in columns}
            if isinstance(known[key], User):
                row = {"username": _name_of(known[key], taken)}
            if isinstance(known[key], Lexicon):
                row["fingerprint"] = fingerprint_of(known[key].name)
            yield row

    def _meet_lexicons(self) -> None:
        """Give references to the lexicons that games and records name; divisions refer to theirs."""
        names = set(Game.objects.filter(event=self.event).values_list("lexicon", flat=True))
        records = MatchRecord.objects.filter(match__round__division__event=self.event)
        names |= set(records.values_list("lexicon", flat=True))
        for key in Lexicon.objects.filter(name__in=names).order_by("name").values_list("pk", flat=True):
            self.refer("lexicons", key)


def fingerprint_of(lexicon: str) -> str:
    """Return the fingerprint of a lexicon's words; empty if its file cannot be read."""
    try:
        return load_lexicon(lexicon).fingerprint
    except EngineError:
        return ""


def _hide_seed(row: Row) -> Row:
    return row if row["state"] == Game.State.FINISHED else row | {"seed": ""}


def _name_of(user: Any, taken: set[str]) -> str:
    """Return a user's name for the archive; a user from an archive has the original name there again."""
    name = str(user.get_username())
    if not user.is_active and name.endswith(FROM_ARCHIVE):
        name = name.removesuffix(FROM_ARCHIVE)
    name = str(user.get_username()) if name in taken else name
    taken.add(name)
    return name
