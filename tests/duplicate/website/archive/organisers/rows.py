"""Rows of the database: those of one organiser, and all of them."""

from django.db import connection

from duplicate.website.archive.exporter import plain
from duplicate.website.archive.organisers.tables import EXCLUDED, TABLES
from duplicate.website.archive.tables import TABLES as OF_EVENTS
from tournaments.archived_tables import objects_of


def ways():
    """Return each table that leads to an organiser, with the lookup, as the archive and the erasure know them."""
    events = [
        (table.model, "organiser" if table.way == "pk" else f"{table.way}__organiser") for table in OF_EVENTS
    ]
    return [
        *events,
        *((table.model, table.way) for table in TABLES),
        *((one.model, one.way) for one in EXCLUDED),
    ]


def rows_of_owner(organiser):
    return {
        model._meta.label: list(objects_of(model).filter(**{way: organiser.pk}).order_by("pk").values())
        for model, way in ways()
    }


def whole_database():
    """Return the text of every row of every table."""
    rows = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            rows[table] = [str([plain(value) for value in row]) for row in cursor.fetchall()]
    return rows
