"""Excel files from anybody: what a cell says, and that no file takes more than its limits of time and memory."""

import io
import os
import subprocess
import sys
from datetime import date, datetime, time

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.utils.datetime import MAC_EPOCH

from tests.factories.hostile_excel import MAIN, hostile_files, sheet_of, workbook
from tests.lanes import quick
from tournaments.errors import RuleViolation
from tournaments.people.imports import excel
from tournaments.people.imports.excel import read_first_sheet
from tournaments.people.imports.files import MOST_COLUMNS, ROWS, read_people

MOST_MB = 200
MOST_SECONDS = 10
# A process of its own, so that its highest memory is that of one file.
READ = """
import resource, sys, time
from tournaments.errors import RuleViolation
from tournaments.people.imports import excel, files
data = sys.stdin.buffer.read()
before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
try:
    said = len(files.read_people.__wrapped__(data, "x.xlsx").rows)
except RuleViolation as error:
    said = error.code
seconds = time.process_time() - began
print(said, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024, seconds)
"""


def read_alone(data):
    """Return the code of the refusal or the number of rows, MB and seconds of processor that it took."""
    done = subprocess.run(
        [sys.executable, "-c", READ],
        input=data,
        stdout=subprocess.PIPE,
        check=True,
        timeout=120,
        env=dict(os.environ),
    )
    said, megabytes, seconds = done.stdout.decode().split()
    return said, int(megabytes), float(seconds)


def read(data):
    return read_first_sheet(data, ROWS, MOST_COLUMNS)


def saved(book):
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("name", quick(hostile_files(), next(iter(hostile_files()))))
def test_a_hostile_file_is_refused_within_200_mb_and_10_s(name):
    make, code = hostile_files()[name]
    said, megabytes, seconds = read_alone(make())
    assert said == code
    assert megabytes < MOST_MB
    assert seconds < MOST_SECONDS


@pytest.mark.slow
def test_the_fullest_list_is_read_within_200_mb_and_10_s():
    names = "".join(f'<c t="inlineStr"><is><t>column {number}</t></is></c>' for number in range(25))
    rows = [
        f'<row><c t="inlineStr"><is><t>Surname{row} First</t></is></c>'
        + "".join(f"<c><v>{row * 100 + number}</v></c>" for number in range(25))
        + "</row>"
        for row in range(19_999)
    ]
    said, megabytes, seconds = read_alone(workbook(sheet_of(f"<row>{names}</row>" + "".join(rows))))
    assert said == "20000"
    assert megabytes < MOST_MB
    assert seconds < MOST_SECONDS


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Ann", "Ann"),
        ("<&> é 😀", "<&> é 😀"),
        (12, "12"),
        (12.0, "12"),
        (12.5, "12.5"),
        (-3, "-3"),
        (True, "True"),
        (datetime(1990, 5, 1, 12, 30), "1990-05-01"),  # noqa: DTZ001 - a cell has no time zone
        (date(2001, 1, 1), "2001-01-01"),
        (time(12, 30), "12:30:00"),
        (CellRichText("Ann ", TextBlock(InlineFont(b=True), "Lee")), "Ann Lee"),
        ("#N/A", "#N/A"),
    ],
)
@pytest.mark.parametrize("epoch", [None, MAC_EPOCH])
def test_what_a_cell_says(value, text, epoch):
    book = Workbook()
    book.epoch = epoch or book.epoch
    book.active["B2"] = value
    assert read(saved(book)) == [[], ["", text]]


def test_a_date_in_a_format_of_ones_own():
    book = Workbook()
    book.active["A1"] = datetime(1990, 5, 1)  # noqa: DTZ001 - a cell has no time zone
    book.active["A1"].number_format = 'dd" of "mmmm'
    assert read(saved(book)) == [["1990-05-01"]]


def test_a_style_is_decided_once_and_open_brackets_are_no_date(monkeypatch):
    """openpyxl's pattern takes time by the square of such brackets, and 42 kB have half a million cells."""
    asked = []
    monkeypatch.setattr(excel, "is_date_format", lambda shown: asked.append(shown) or "d" in shown)
    formats = {1: "dd", 2: "[" * 255, 3: "[$-F800]d"}
    styles = "".join(f'<numFmt numFmtId="{200 + n}" formatCode="{code}"/>' for n, code in formats.items())
    cells = "".join(f'<xf numFmtId="{200 + n}"/>' for n in formats)
    row = "".join(f'<c s="{place}"><v>1</v></c>' for place in range(len(formats)))
    told = read(
        workbook(
            f"<worksheet {MAIN}><sheetData>{f'<row>{row}</row>' * 2}</sheetData></worksheet>",
            styles=f"<styleSheet {MAIN}><numFmts>{styles}</numFmts><cellXfs>{cells}</cellXfs></styleSheet>",
        )
    )
    assert told == [["1900-01-01", "1", "1900-01-01"]] * 2
    assert asked == ["dd", "[$-F800]d"]


def test_the_first_sheet_is_read_and_no_chart():
    book = Workbook()
    book.active["A1"] = "first"
    book.create_sheet("b")["A1"] = "second"
    book.create_chartsheet("c", 0)
    assert read(saved(book)) == [["first"]]


@pytest.mark.parametrize(
    ("cells", "row"),
    [
        ('<c t="str"><f>A1</f><v>x</v></c><c/><c><v>3</v></c>', ["x", "", "3"]),
        ("<c><v>1e999</v></c>", ["1e999"]),
        ("<c><v>" + "9" * 5000 + "</v></c>", ["9" * 5000]),
        ('<c s="99999"><v>5</v></c>', ["5"]),
        ('<c t="s"><v>0</v></c><c r="AY2"><v>1</v></c>', ["Bob"]),
        ('<c t="d"><v>1990-05-01T00:00:00</v></c>', ["1990-05-01"]),
    ],
)
def test_cells_as_other_programs_write_them(cells, row):
    assert read(workbook(sheet_of(f"<row>{cells}</row>"))) == [["Name", "Club"], row]


def test_how_a_text_is_spoken_is_left_out():
    texts = f"<sst {MAIN}><si><r><t>Bo</t></r><r><t>b</t></r><rPh><t>spoken</t></rPh></si></sst>"
    assert read(workbook(texts=texts))[1] == ["Bob"]


@pytest.mark.parametrize(
    "rows", ['<row r="x"/>', '<row r="2"><c r="2"/></row>', '<row><c t="s"><v>7</v></c></row>']
)
def test_a_damaged_sheet_is_refused(rows):
    with pytest.raises(RuleViolation) as error:
        read_people(workbook(sheet_of(rows)), "x.xlsx")
    assert error.value.code == "bad_excel"
