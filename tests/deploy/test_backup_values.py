"""Values of both kinds of database and of dumps, read into one form."""

import datetime as dt
from uuid import UUID

import pytest
from django.apps import apps

from deploy.backups.sources import read_copied
from deploy.backups.values import Digest, StoredColumn, column_for

UTC = dt.UTC
SOME_ID = UUID("12345678-1234-5678-1234-567812345678")


def test_each_field_has_a_way_to_be_read():
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.local_concrete_fields:
            column_for(field)


@pytest.mark.parametrize(
    ("copied", "text"),
    [
        (r"\N", None),
        ("", ""),
        (r"\\N", r"\N"),
        (r"a\tb\nc\rd\be\ff\vg", "a\tb\nc\rd\be\ff\vg"),
        (r"\\\\x", r"\\x"),
        ("ł 🂡", "ł 🂡"),
    ],
)
def test_values_of_a_dump(copied, text):
    assert read_copied(copied) == text


@pytest.mark.parametrize(
    ("kind", "raw", "value"),
    [
        ("BooleanField", ["t", True, 1], True),
        ("BooleanField", ["f", False, 0], False),
        ("BigAutoField", ["7", 7], 7),
        ("FloatField", ["0.1", 0.1], 0.1),
        ("DateField", ["2026-01-02", dt.date(2026, 1, 2)], dt.date(2026, 1, 2)),
        (
            "DateTimeField",
            [
                "2026-01-02 04:30:00.5+01:30",
                "2026-01-02 03:00:00.5+00",
                "2026-01-01 22:00:00.500-05",
                dt.datetime(2026, 1, 2, 3, 0, 0, 500000),  # noqa: DTZ001 - as SQLite gives it
                dt.datetime(2026, 1, 2, 3, 0, 0, 500000, UTC),
            ],
            dt.datetime(2026, 1, 2, 3, 0, 0, 500000, UTC),
        ),
        ("BinaryField", [r"\x00ff5c", b"\x00\xff\\", memoryview(b"\x00\xff\\")], b"\x00\xff\\"),
        ("BinaryField", [r"\x", b""], b""),
        ("UUIDField", [SOME_ID.hex, str(SOME_ID), SOME_ID], SOME_ID),
        ("TextField", [None], None),
    ],
)
def test_values_are_the_same_wherever_they_come_from(kind, raw, value):
    assert [StoredColumn(None, kind).read(each) for each in raw] == [value] * len(raw)


class Named:
    def __init__(self, column):
        self.column = column


def digest(*rows, kind="JSONField"):
    made = Digest()
    for row in rows:
        made.add([StoredColumn(Named("x"), kind)], [row])
    return made


def test_the_hash_of_a_table_knows_values_not_their_order():
    assert digest('{"b": 1e2, "a": "é"}', "null") == digest("null", '{"a":"\\u00e9","b":100}')
    assert digest("null") != digest(None)
    assert digest("[1]", "[1]") != digest("[1]")
    assert digest("[1]", "[2]") != digest("[1]", "[3]")
    assert digest("1", kind="TextField") != digest(1, kind="BigAutoField")
