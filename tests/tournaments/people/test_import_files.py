"""Lists of people as spreadsheets and federations write them."""

import io
import tracemalloc
import zipfile
from datetime import date, datetime

import pytest
import time_machine
from openpyxl import Workbook

from tests.tournaments.people.lists import read_lines
from tournaments.errors import RuleViolation
from tournaments.people.imports.dates import year_of
from tournaments.people.imports.files import MOST_BYTES, MOST_LINES, FileLine, read_people
from tournaments.people.imports.rows import whole_number

FRENCH = "N° Licence;Nom;Prénom;Club;Né(e)\r\n1234;DUPONT;Élise;Lyon Scrabble;1990\r\n"


def excel(*rows, merge=()):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for area in merge:
        book.active.merge_cells(area)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "windows-1252"])
def test_csv_in_the_encodings_of_spreadsheets(encoding):
    values = {
        "licence": "1234",
        "last_name": "DUPONT",
        "first_name": "Élise",
        "club": "Lyon Scrabble",
        "birth_year": "1990",
    }
    assert read_lines(FRENCH.encode(encoding), "liste.csv") == [FileLine(2, values)]


def test_a_first_heading_may_begin_as_an_excel_file_does():
    assert read_people(b"PK;Name\n7;Ann\n", "people.csv").headings == ["PK", "Name"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_csv_with_any_delimiter(delimiter):
    text = f'Name{delimiter}Club\n"Ann{delimiter} B."{delimiter}Lyon\n'
    assert read_lines(text.encode(), "x.csv") == [
        FileLine(2, {"name": f"Ann{delimiter} B.".strip().replace("\t", ""), "club": "Lyon"})
    ]


def test_titles_above_empty_lines_between_stray_blanks_and_columns_of_no_concern():
    text = "Festival of Lyon,,\n,,\n  NAME ,Phone, licence\n\n  Ann\u00a0 Lee ,0102, 77 \n,,\nBob,,\n"
    assert read_lines(text.encode(), "x.csv") == [
        FileLine(5, {"name": "Ann Lee", "licence": "77"}),
        FileLine(7, {"name": "Bob"}),
    ]


def test_excel_with_its_quirks():
    data = excel(
        ["Members", None, None, None],
        ["Name", "Licence", "Date of birth", "Club"],
        ["Ann", 1234.0, datetime(1990, 5, 1), "Lyon"],  # noqa: DTZ001 - a cell has no time zone
        ["Bob", "00012", 32994, None],
        ["Cleo", None, date(2001, 1, 1), "Nice"],
        merge=["D3:D4"],
    )
    assert read_lines(data, "people.xlsx") == [
        FileLine(3, {"name": "Ann", "licence": "1234", "birth_year": "1990-05-01", "club": "Lyon"}),
        FileLine(4, {"name": "Bob", "licence": "00012", "birth_year": "32994", "club": "Lyon"}),
        FileLine(5, {"name": "Cleo", "birth_year": "2001-01-01", "club": "Nice"}),
    ]


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("1990", 1990),
        ("1990-05-01", 1990),
        ("01/05/1990", 1990),
        ("1.5.1990", 1990),
        ("32994", 1990),
        ("19900501", 1990),
        ("12/05/85", 1985),
        ("12/05/21", 2021),
        ("12/05/24", 1924),
        ("12.05.1985 00:00:00", 1985),
    ],
)
@time_machine.travel("2026-09-01")
def test_years_of_birth(text, year):
    assert year_of(text) == year


@pytest.mark.parametrize("text", ["", "90", "old", "1990-1991", "a/b/90"])
def test_no_years_of_birth(text):
    with pytest.raises(ValueError, match=f"^{text}$"):
        year_of(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [("1085", 1085), ("1 085", 1085), ("1500.0", 1500), ("1.085", 1085), ("1'085", 1085), ("1085,7", 1086)],
)
def test_numbers_as_lists_write_them(text, number):
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["", "good", "nan", "1 08", "12-5"])
def test_what_is_no_number(text):
    with pytest.raises(ValueError, match=r"could not convert|cannot convert"):
        whole_number(text)


def bomb():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", bytes(70_000_000))
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        (b"", "x.csv", "no_headings"),
        (b"Ann\nBob\n", "x.csv", "no_headings"),
        (b"Name,Club\n,\n", "x.csv", "file_empty"),
        (b"\x89PNG\r\n\x1a\n\0\0", "x.png", "not_a_list"),
        (b"PK\x03\x04broken", "x.xlsx", "bad_excel"),
        (b"Name\nAnn\n", "x.xls", "bad_excel"),
        (b"Name\n" + b"x\n" * (MOST_LINES + 1), "x.csv", "file_too_long"),
        (b"x" * (MOST_BYTES + 1), "x.csv", "file_too_big"),
    ],
)
def test_files_that_are_no_list(data, name, code):
    with pytest.raises(RuleViolation) as error:
        read_people(data, name)
    assert error.value.code == code
    assert str(error.value)


def test_unicode_text_of_excel():
    """Excel saves *Unicode Text* as UTF-16 with tabs."""
    table = read_people("Nom\tClub\r\nDupré Anne\tÉtoile\r\n".encode("utf-16"), "x.txt")
    assert table.rows == [(2, ["Dupré Anne", "Étoile"])]
    with pytest.raises(RuleViolation):
        read_people(b"\xff\xfeN\0o", "x.txt")


def test_an_archive_that_unpacks_to_too_much_is_not_opened():
    with pytest.raises(RuleViolation) as error:
        read_people(bomb(), "x.xlsx")
    assert error.value.code == "excel_too_big"


def test_an_archive_that_is_no_workbook():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("../../etc/passwd", b"x")
    with pytest.raises(RuleViolation) as error:
        read_people(out.getvalue(), "x.xlsx")
    assert error.value.code == "bad_excel"


def test_an_excel_file_of_broken_markup():
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(excel(["Name"], ["Ann"]))) as good, zipfile.ZipFile(out, "w") as broken:
        for name in good.namelist():
            broken.writestr(name, good.read(name).replace(b"</row>", b"<row>"))
    with pytest.raises(RuleViolation) as error:
        read_people(out.getvalue(), "x.xlsx")
    assert error.value.code == "bad_excel"


def test_a_stray_blank_far_away_does_not_make_a_sheet_of_millions_of_cells():
    book = Workbook()
    book.active.append(["Name"])
    book.active.append(["Ann"])
    book.active.cell(1_000_000, 500, " ")
    out = io.BytesIO()
    book.save(out)
    tracemalloc.start()
    try:
        assert read_lines(out.getvalue(), "x.xlsx") == [FileLine(2, {"name": "Ann"})]
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 1_000_000_000


def with_merged(*areas):
    """Return a list of two people whose sheet has these merged areas."""
    cells = "".join(f'<mergeCell ref="{area}"/>' for area in areas).encode()
    out = io.BytesIO()
    good = zipfile.ZipFile(io.BytesIO(excel(["Name", "Club"], ["Ann", "Lyon"], ["Bob"])))
    with good, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in good.namelist():
            data = good.read(name)
            if name.endswith("sheet1.xml"):
                data = data.replace(b"</sheetData>", b"</sheetData><mergeCells>" + cells + b"</mergeCells>")
            new.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize(
    "areas", [["C3:C1048576"], ["C3:XFD1048576"], ["C3:AX20000"] * 2000, ["C3:D1048576"] * 5_000]
)
def test_merged_areas_of_millions_of_cells_cost_little(areas):
    data = with_merged(*areas)
    tracemalloc.start()
    try:
        assert [line.values for line in read_lines(data, "x.xlsx")] == [
            {"name": "Ann", "club": "Lyon"},
            {"name": "Bob"},
        ]
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()
