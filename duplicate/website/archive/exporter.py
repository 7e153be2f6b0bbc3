"""Writing an event into its archive, row by row: only references are kept in memory.

All of it is read from one snapshot, and no writer waits for it. No secret is exported: neither what opens
phones, clocks and boards, nor sealed racks, nor the seed of an unfinished game, which gives away the racks to
come.
"""

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, Any, Final
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

from django.contrib.auth.models import User
from django.db import connection, models

from duplicate.models import Game
from duplicate.website.archive.format import ABOUT, KIND, VERSION, path_of
from duplicate.website.archive.tables import SHARED, TABLES, TILES, SharedTable, names_of
from engine.errors import EngineError
from engine.lexicon import load_lexicon
from tournaments.archived_tables import ArchiveTable, Row, columns_of, objects_of
from tournaments.classic.models import AnnotatedGame, MatchRecord
from tournaments.installation.release import program_version
from tournaments.lexicons.tile_sets import tile_set_digest
from tournaments.models import Event, Lexicon
from tournaments.time import clock

# The suffix of a name that is known from an archive alone, and is no account.
FROM_ARCHIVE: Final = "@archive"
_CHUNK: Final = 2000
_NAME: Final = 150  # the most signs of a user's name


def write_archive(event: Event, file: IO[bytes]) -> dict[str, Any]:
    """Write the event's archive and return the content of its `about.json`."""
    with read_snapshot(), ZipFile(file, "w", ZIP_DEFLATED) as archive:
        saved_at = clock.now()
        writer = RowWriter(event, archive, TABLES, SHARED)
        records = MatchRecord.objects.filter(match__round__division__event=event)
        annotated = AnnotatedGame.objects.filter(division__event=event)
        writer.meet_lexicons(Game.objects.filter(event=event), records, annotated, event.words.all())
        writer.write_tables()
        return write_about(
            archive,
            kind=KIND,
            version=VERSION,
            saved_at=saved_at.isoformat(),
            event={"uid": str(event.uid), "name": event.name, "date": event.date.isoformat()},
            tables=writer.tables,
        )


def hash_tables(tables: Mapping[str, Mapping[str, Any]]) -> str:
    """Return one hash of all tables, from the hash and the number of rows of each."""
    told = "".join(f"{name} {about['rows']} {about['sha256']}\n" for name, about in sorted(tables.items()))
    return hashlib.sha256(told.encode()).hexdigest()


def plain(value: object) -> object:
    """Return a field's value as JSON stores it."""
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode()
    return value.isoformat() if hasattr(value, "isoformat") else value


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


class RowWriter:
    """The export of the rows of one owner, an event or an organiser, into one archive.

    `numbers` has the references by table and key. A row of a `shared` table gets its reference when a row first
    names it.
    """

    def __init__(
        self,
        owner: models.Model,
        archive: ZipFile,
        tables: Sequence[ArchiveTable],
        shared: Mapping[str, SharedTable],
    ) -> None:
        self.owner = owner
        self.archive = archive
        self.listed = tables
        self.shared = shared
        self.table_of = names_of(tables, shared)
        self.numbers: dict[str, dict[int, int]] = {name: {} for name in self.table_of.values()}
        self.tables: dict[str, dict[str, Any]] = {}

    def write_tables(self) -> None:
        for table in self.listed:
            self._write_table(table.name, self._rows(table))
        # In this order, as players refer to clubs.
        for name in self.shared:
            self._write_table(name, self._shared_rows(name))

    def refer(self, table: str, key: int | None) -> int | None:
        if key is None:
            return None
        numbers = self.numbers[table]
        return numbers.setdefault(key, len(numbers) + 1) if table in self.shared else numbers.get(key, 0)

    def meet_lexicons(self, *named: "models.QuerySet[Any, Any]") -> None:
        """Give references to the lexicons that rows name; divisions refer to theirs."""
        names = {name for rows in named for name in rows.values_list("lexicon", flat=True)}
        for key in Lexicon.objects.filter(name__in=names).order_by("name").values_list("pk", flat=True):
            self.refer("lexicons", key)

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

    def _rows(self, table: ArchiveTable) -> Iterator[Row]:
        fields, numbers = table.fields, self.numbers[table.name]
        columns = ("pk", *(each.attname for each in fields))
        for key, *values in table.rows_of(self.owner).values_list(*columns).iterator(chunk_size=_CHUNK):
            numbers[key] = len(numbers) + 1
            row = {
                each.name: self._export_value(each, value) for each, value in zip(fields, values, strict=True)
            }
            yield table.refer(_hide_seed(row) if table.model is Game else row, self.refer)

    def _export_value(self, field: "models.Field[Any, Any]", value: Any) -> object:
        if isinstance(field, models.ForeignKey):
            return self.refer(self.table_of[field.related_model], value)
        return plain(value)

    def _shared_rows(self, name: str) -> Iterator[Row]:
        model, fields = self.shared[name]
        known = objects_of(model).in_bulk(list(self.numbers[name]))
        columns, taken = columns_of(model, fields), set[str]()
        for key in self.numbers[name]:
            row = {each.name: self._export_value(each, getattr(known[key], each.attname)) for each in columns}
            if isinstance(known[key], User):
                row = {"username": _name_of(known[key], taken)}
            if isinstance(known[key], Lexicon):
                row["fingerprint"] = fingerprint_of(known[key].name)
                if digest := tile_set_digest(known[key].tile_set):
                    row[TILES] = digest
            yield row


def write_about(
    archive: ZipFile, *, kind: str, version: int, tables: Mapping[str, Mapping[str, Any]], **more: Any
) -> dict[str, Any]:
    """Write and return what an archive says of itself, as its last file; of `more`, `events` are hashed too."""
    about = {
        "kind": kind,
        "version": version,
        "program": program_version(),
        **more,
        "tables": tables,
        "sha256": hash_tables({**tables, **more.get("events", {})}),
    }
    archive.writestr(ABOUT, json.dumps(about, ensure_ascii=False, indent=1))
    return about


def fingerprint_of(lexicon: str) -> str:
    """Return the fingerprint of a lexicon's words; empty if its file cannot be read."""
    try:
        return load_lexicon(lexicon).fingerprint
    except EngineError:
        return ""


def _hide_seed(row: Row) -> Row:
    return row if row["state"] == Game.State.FINISHED else row | {"seed": ""}


def _name_of(user: Any, taken: set[str]) -> str:
    """Return a user's name for the archive, which no other user has there.

    A user from an archive has the original name there again.
    """
    name = told = str(user.get_username())
    if not user.is_active and name.endswith(FROM_ARCHIVE):
        told = name.removesuffix(FROM_ARCHIVE)
    number = 1
    while told in taken:
        behind = FROM_ARCHIVE if number == 1 else f"{FROM_ARCHIVE}{number}"
        told = name.removesuffix(FROM_ARCHIVE)[: _NAME - len(behind)] + behind
        number += 1
    taken.add(told)
    return told
