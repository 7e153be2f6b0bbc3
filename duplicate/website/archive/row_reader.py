"""Reading the rows of an archive: each is checked, refers to rows by their keys here, and is stored in chunks."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import DatabaseError, models
from django.utils.translation import gettext_lazy as _

from duplicate.website.archive import validation
from duplicate.website.archive.container import Archive, refuse
from duplicate.website.archive.importing import ChunkWriter
from duplicate.website.archive.people import UsersHere
from duplicate.website.archive.values import value_of
from tournaments.archived_tables import ArchiveTable, Row, objects_of
from tournaments.errors import RuleViolation

_BATCH: Final = 500


class RowReader:
    """The import of the rows of one archive.

    `keys` are the keys of the rows read so far, by table, in the order of their references. `table_of` has the
    names of the tables by model.
    """

    def __init__(
        self, archive: Archive, writer: ChunkWriter, table_of: Mapping[type[models.Model], str]
    ) -> None:
        self.archive = archive
        self.writer = writer
        self.table_of = table_of
        self.keys: dict[str, list[int | None]] = {name: [] for name in table_of.values()}
        self.users = UsersHere(archive, writer)
        self.waiting: list[tuple[int, models.Model]] = []

    def read_tables(self, tables: Sequence[ArchiveTable]) -> None:
        for table in tables:
            for number, row in self.archive.rows(table.name):
                made = self.build_row(table, number, row)
                self.waiting.append((number, made))
                if len(self.waiting) == _BATCH:
                    self._store(table)
            self._store(table)

    def set_own_values(self, table: ArchiveTable, made: Any) -> None:
        """Set the values that are not taken from the archive, before the row is checked."""

    def note_stored(self, table: ArchiveTable, made: Sequence[Any]) -> None:
        """Note rows within the chunk that stored them."""

    def build_row(self, table: ArchiveTable, number: int, row: Row) -> models.Model:
        """Return the row of a line, which is not stored yet.

        Raises:
            RuleViolation: it cannot be a row of the table; its file and line are named.
        """
        fields = table.fields
        if self.archive.version < self.archive.layout.versions[0]:
            row = table.older({**table.added, **row})
            row = {name: told for name, told in row.items() if name not in table.left_out}
        if set(row) != {field.name for field in fields}:
            refuse(table.name, number, _("unexpected columns."))
        refer = self._referring(table, number)
        try:
            row = table.refer(row, refer)
            values = {field.attname: self._value(field, row[field.name], refer) for field in fields}
            made = table.model(**{**table.left_out, **values})
            self.set_own_values(table, made)
            validation.check_row(made)
        except ValidationError as error:
            refuse(table.name, number, " ".join(error.messages))
        except validation.STRANGE as error:
            if isinstance(error, RuleViolation) and error.code == "archive_row":
                raise
            refuse(table.name, number, validation.in_words(error))
        return made

    def _value(
        self, field: "models.Field[Any, Any]", told: Any, refer: Callable[[str, Any], int | None]
    ) -> Any:
        if not isinstance(field, models.ForeignKey):
            return value_of(field, told)
        if told is None:
            return value_of(field, None)
        # The key of a rule set is None if a different one here has its name.
        return refer(self.table_of[field.related_model], told) or value_of(field, None)

    def _referring(self, table: ArchiveTable, line: int) -> Callable[[str, Any], int | None]:
        def refer(name: str, number: Any) -> int | None:
            if number is None:
                return None
            if name == table.name and type(number) is int and number > len(self.keys[name]):
                self._store(table)
            keys: Sequence[int | None] = self.users if name == "users" else self.keys[name]
            if type(number) is not int or not 0 <= number <= len(keys):
                refuse(table.name, line, _("it refers to a missing row."))
            return keys[number - 1] if number else 0

        return refer

    def _store(self, table: ArchiveTable) -> None:
        """Store the waiting rows in their order; if the database refuses some, name the first of them."""
        if not self.waiting:
            return
        waiting, self.waiting = self.waiting, []
        manager = objects_of(table.model)
        try:
            with self.writer.chunk():
                made = manager.bulk_create([row for _number, row in waiting])
                self.note_stored(table, made)
        except (DatabaseError, OverflowError):
            for number, row in waiting:
                try:
                    with self.writer.chunk():
                        manager.bulk_create([row])
                except (DatabaseError, OverflowError) as error:
                    refuse(table.name, number, str(error).splitlines()[0])
            raise
        self.keys[table.name] += [row.pk for row in made]
