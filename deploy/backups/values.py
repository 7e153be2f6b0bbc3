"""Values of a column as SQLite, PostgreSQL and PostgreSQL's dumps give them, brought into one form.

Dates, moments, UUIDs, bytes and booleans become Python's types; JSON stays a text, as `null` in JSON is not NULL.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field

JSON: Final = "JSONField"


def _as_it_is(raw: Any) -> Any:
    return raw


def _read_moment(raw: Any) -> dt.datetime:
    moment = dt.datetime.fromisoformat(raw) if isinstance(raw, str) else raw
    # SQLite keeps UTC without saying so.
    return moment.astimezone(dt.UTC) if moment.tzinfo else moment.replace(tzinfo=dt.UTC)


_READERS: Final[dict[str, Callable[[Any], Any]]] = {
    "AutoField": int,
    "BigAutoField": int,
    "BigIntegerField": int,
    "BinaryField": lambda raw: bytes.fromhex(raw.removeprefix("\\x")) if isinstance(raw, str) else bytes(raw),
    "BooleanField": lambda raw: raw in {True, "t"},
    "CharField": _as_it_is,
    "DateField": lambda raw: dt.date.fromisoformat(raw) if isinstance(raw, str) else raw,
    "DateTimeField": _read_moment,
    "FloatField": float,
    "GenericIPAddressField": _as_it_is,
    "IntegerField": int,
    JSON: _as_it_is,
    "PositiveBigIntegerField": int,
    "PositiveIntegerField": int,
    "PositiveSmallIntegerField": int,
    "SlugField": _as_it_is,
    "SmallIntegerField": int,
    "TextField": _as_it_is,
    "UUIDField": lambda raw: raw if isinstance(raw, UUID) else UUID(raw),
}


def kind_of(field: Any) -> str:
    """Return the name of the field's type; that of the row referred to, if it is a reference."""
    while field.remote_field:
        field = field.target_field
    return str(field.get_internal_type())


@dataclass(frozen=True, slots=True)
class StoredColumn:
    """A column of a table, and how its values are read and written."""

    field: "Field[Any, Any]"
    kind: str

    def read(self, raw: Any) -> Any:
        return None if raw is None else _READERS[self.kind](raw)

    def prepare(self, value: Any, connection: BaseDatabaseWrapper) -> Any:
        """Return the value as a parameter of a statement."""
        if value is None:
            return None
        if self.kind == JSON:
            return connection.ops.adapt_json_value(json.loads(value), None)
        return self.field.get_db_prep_save(value, connection=connection)


def column_for(field: "Field[Any, Any]") -> StoredColumn:
    """Return the column of a field.

    Raises:
        LookupError: a type of field that nobody has said how to read.
    """
    kind = kind_of(field)
    if kind not in _READERS:
        raise LookupError(f"{field}: backups know no {kind} yet")
    return StoredColumn(field, kind)


class Digest:
    """The number of rows of a table and a hash of them that depends on no order of rows."""

    def __init__(self) -> None:
        self.rows = 0
        self._sum = 0

    def add(self, columns: Sequence[StoredColumn], row: Sequence[Any]) -> None:
        told = {
            column.field.column: _tell(column.kind, value) for column, value in zip(columns, row, strict=True)
        }
        text = json.dumps(told, sort_keys=True)
        self.rows += 1
        self._sum += int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Digest) and (self.rows, self._sum) == (other.rows, other._sum)

    __hash__ = None  # type: ignore[assignment] # it changes


def _tell(kind: str, value: Any) -> Any:
    if kind == JSON and value is not None:
        # PostgreSQL keeps neither the order of keys nor how a number was written.
        return json.dumps(json.loads(value, parse_float=_read_number), sort_keys=True)
    if isinstance(value, bytes):
        return value.hex()
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _read_number(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() else number
