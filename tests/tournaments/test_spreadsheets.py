"""Cells of files that go out."""

import io

import pytest
import tablib
from openpyxl import load_workbook

from tournaments.spreadsheets import as_text


@pytest.mark.parametrize(
    ("cell", "text"),
    [("A\x0bB", "AB"), ("\x00=1", "'=1"), ("=1", "'=1"), ("\t=1", "'=1"), ("Élise", "Élise"), ("", "")],
)
def test_a_cell_stays_text_that_every_spreadsheet_takes(cell, text):
    assert as_text(cell) == text
    table = tablib.Dataset([as_text(cell), 1], headers=[as_text(cell), "n"])
    sheet = load_workbook(io.BytesIO(table.export("xlsx"))).active
    assert (sheet["A1"].value or "") == text
