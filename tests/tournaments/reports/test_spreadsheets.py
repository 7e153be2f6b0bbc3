"""Cells of files that go out: texts as they are and never formulas, numbers as numbers."""

import csv
import io
import json
import zipfile

import pytest
from django.utils import translation
from openpyxl import load_workbook

from tests.tournaments.people.lists import read_lines
from tournaments.reports import csv_format
from tournaments.reports.spreadsheets import as_text, table_bytes
from tournaments.reports.tables import DataTable, fixed_figure, halves, signed_figure

FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("http://example.org")', "=", "--", "+33 6 12")


@pytest.mark.parametrize("written", ["comma", "semicolon"])
@pytest.mark.parametrize("opened", [",", ";"])
def test_no_formula_starts_where_a_program_separates_columns_by_the_other_sign(written, opened):
    names = ["Dupont;=1+2", "Dupont,=1+2", "A;-1,@B", 'A";"=1']
    table = DataTable.of_texts("", ["n", "Name;=1"], [(1, name) for name in names])
    text = table_bytes(table, "csv", csv_format.FORMATS[written]).decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text), delimiter=opened) for cell in row]
    assert not [cell for cell in cells if cell.startswith(tuple("=+-@"))]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("A\x0bB", "AB"),
        ("\x00=1", "'=1"),
        ("=1", "'=1"),
        ("\t=1", "'=1"),
        ("'=1", "''=1"),
        ("Élise", "Élise"),
        ("", ""),
    ],
)
def test_a_cell_of_csv_stays_text(cell, text):
    assert as_text(cell) == text
    written = table_bytes(DataTable.of_texts("", [cell, "n"], [(cell, 1)]), "csv").decode("utf-8-sig")
    assert [row[0] for row in csv.reader(io.StringIO(written))] == [text, text]


@pytest.mark.parametrize(
    "text", [*FORMULAS, "'=1+1", "'", "Élise", "0012", "1e5", "TRUE", "#N/A", "2026-05-01"]
)
def test_a_text_is_in_excel_to_the_letter(text):
    """Headings too. The mark of what looks like a formula is a style of the cell, and is seen nowhere."""
    data = table_bytes(DataTable.of_texts("x", [text, "n"], [(text, 1)]), "xlsx")
    sheet = load_workbook(io.BytesIO(data)).active
    for cell in (sheet["A1"], sheet["A2"]):
        assert (cell.value, cell.data_type) == (text, "s")
        assert bool(cell.quotePrefix) == text.startswith(("=", "+", "-", "@"))
    assert (sheet["B2"].value, sheet["B2"].data_type) == (1, "n")
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        assert b"<f>" not in parts.read("xl/worksheets/sheet1.xml")


CSV_LINES = {
    ("en", ""): 'name,rate\r\n"Durand, Anne",12.50\r\n',
    ("fr", ""): "name;rate\r\nDurand, Anne;12,50\r\n",
    ("es", ""): "name;rate\r\nDurand, Anne;12,50\r\n",
    ("fr", "comma"): 'name,rate\r\n"Durand, Anne",12.50\r\n',
    ("en", "semicolon"): "name;rate\r\nDurand, Anne;12,50\r\n",
    ("en", "nonsense"): 'name,rate\r\n"Durand, Anne",12.50\r\n',
}


@pytest.mark.parametrize(("language", "chosen"), CSV_LINES)
def test_csv_is_as_excel_of_that_language_reads_it_or_as_chosen(rf, language, chosen):
    table = DataTable.of_texts("", ["name", "rate"], [("Durand, Anne", fixed_figure(12.5))])
    written = []
    request = rf.get("/")
    request.COOKIES[csv_format.COOKIE] = chosen
    with translation.override(language):
        csv_format.CsvFormatMiddleware(lambda _request: written.append(table_bytes(table, "csv")))(request)
        assert written[0].decode("utf-8-sig") == CSV_LINES[language, chosen]
        assert b"12.50" in table_bytes(table, "csv", csv_format.FOR_PROGRAMS)
        assert csv_format.active_format().separator == (";" if language != "en" else ",")


@pytest.mark.parametrize("form", csv_format.FORMATS.values(), ids=csv_format.FORMATS)
def test_csv_of_either_format_comes_back(form):
    rows = [[f"Durand, Anne {number}", f"L{number}", "A|B, C, D; E"] for number in range(5)]
    table = DataTable.of_texts("", ["Name", "Licence", "Club"], rows)
    lines = read_lines(table_bytes(table, "csv", form), "people.csv")
    assert [list(line.values.values()) for line in lines] == rows


def test_decimal_commas_are_no_columns():
    file = b"Name;Licence;Rating\nAnne;L1;12,5\nBea;L2;13,5\nCleo;L3;1,250,5"
    assert [line.values["name"] for line in read_lines(file, "people.csv")] == ["Anne", "Bea", "Cleo"]


@pytest.mark.parametrize("name", [*FORMULAS[:4], "'-1", "''=1", "A,-1", "A,'-1", 'A;"=1', "A;''\"=1"])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_name_that_looks_like_a_formula_comes_back(name, kind):
    table = DataTable.of_texts("people", ["Name", "Licence"], [(name, "L1")])
    (line,) = read_lines(table_bytes(table, kind), f"people.{kind}")
    assert line.values["name"] == name


def test_what_no_spreadsheet_can_hold_is_left_out():
    table = DataTable.of_texts("a/b:c*[" + "long " * 20, ["\x07n"], [("A\x0bB\x00",)])
    sheet = load_workbook(io.BytesIO(table_bytes(table, "xlsx"))).active
    assert (sheet["A1"].value, sheet["A2"].value) == ("n", "AB")
    assert sheet.title == "a-b-c--long long long long long"


def test_numbers_are_numbers_with_the_decimals_that_are_shown():
    cells = [
        3,
        fixed_figure(94.0),
        fixed_figure(94.051),
        fixed_figure(66.66, 1),
        halves(11),
        halves(4),
        signed_figure(12),
        signed_figure(-3),
        None,
    ]
    table = DataTable.of_texts("x", "abcdefghi", [cells])
    (row,) = list(csv.reader(io.StringIO(table_bytes(table, "csv").decode("utf-8-sig"))))[1:]
    assert row == ["3", "94.00", "94.05", "66.7", "5.5", "2", "12", "-3", ""]
    assert json.loads(table_bytes(table, "json"))["rows"] == [[3, 94, 94.05, 66.7, 5.5, 2, 12, -3, None]]
    cells = load_workbook(io.BytesIO(table_bytes(table, "xlsx"))).active[2]
    assert [cell.value for cell in cells] == [3, 94, 94.05, 66.7, 5.5, 2, 12, -3, None]
    assert [cell.number_format for cell in cells[1:8]] == [
        *("0.00", "0.00", "0.0"),
        *("# ?/2", "0", "+0;-0;0", "+0;-0;0"),
    ]
