"""A new column of a division's tables is one line of a registry: it is on every page, paper and file."""

from io import BytesIO

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from tests.factories.divisions import make_director
from tests.factories.printed_division import make_played
from tests.html_tables import tables_of
from tests.tournaments.classic.printing.documents import make_document, table_of, text_of
from tournaments.classic.columns import players, ratings, standings
from tournaments.classic.divisions.screen import screen_values
from tournaments.reports.tables import DataColumn, TableColumn

pytestmark = pytest.mark.django_db

NEW = TableColumn(DataColumn("eyes", "Colour of eyes", is_text=True), lambda _row: "green")


@pytest.fixture
def division(db, english):
    division = make_played(6, by=make_director())
    division.event.public, division.event.released = True, "provisional"
    division.event.save()
    return division


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("standings", standings.COLUMNS),
        ("players", players.COLUMNS),
        ("ratings", ratings.COLUMNS),
    ],
)
def test_a_new_column_is_on_page_paper_and_files(division, client, monkeypatch, name, columns):
    monkeypatch.setitem(columns, NEW.look.name, NEW)
    client.force_login(division.event.posts.get().user)
    page = client.get(reverse(f"division-{name}", args=[division.event_id, division.pk])).content.decode()
    assert has_column(tables_of(page)[-1])
    headings, rows = table_of(division, name)
    assert has_column([headings, *rows])
    assert "Colour of eyes" in make_document(division, name, kind="csv").decode()
    sheet = load_workbook(BytesIO(make_document(division, name, kind="xlsx"))).active
    assert has_column([[cell.value for cell in row] for row in sheet.rows])
    # All rows have the same value, so that paper may say it once, above the table.
    text = text_of(division, name)
    assert "Colour of eyes" in text
    assert "green" in text


def test_a_new_column_is_on_the_public_page(division, client, monkeypatch):
    monkeypatch.setitem(standings.COLUMNS, NEW.look.name, NEW)
    page = client.get(reverse("public-division", args=[division.pk])).content.decode()
    assert any(has_column(table) for table in tables_of(page))


def test_a_new_column_is_on_the_big_screen(division, monkeypatch):
    monkeypatch.setitem(standings.COLUMNS, NEW.look.name, NEW)
    table = screen_values(division)["standings"]
    assert table["columns"][-1] == {"name": "eyes", "text": True, "strong": False}
    assert {row["cells"][-1] for row in table["rows"]} == {"green"}


def has_column(lines):
    at = lines[0].index("Colour of eyes") if "Colour of eyes" in lines[0] else None
    return at is not None and {line[at] for line in lines[1:]} == {"green"}
