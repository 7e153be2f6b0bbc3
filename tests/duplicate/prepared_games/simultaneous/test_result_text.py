"""Results of clubs as lines of table, name and score."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duplicate.prepared_games.results.file_format import ResultRefused
from duplicate.prepared_games.results.text_lines import lines_of_result, read_result_lines, spread
from duplicate.prepared_games.results.validation import rank_club
from duplicate.printing.data.result_lines import write_result_lines
from engine.rules import (
    load_rule_set,
)

TOPS = (70, 80, 50)


def read(text, encoding="utf-8"):
    return read_result_lines(text.encode(encoding), game="d", name="Final", club="Namur", tops=TOPS)


@pytest.mark.parametrize(
    "text",
    [
        "12; Dupont Élise; 150; 1234567\n13; Martin Jean & Roy Anne; 99\n",
        "12\tDupont Élise\t150\t1234567\r\n\r\n13\tMartin Jean & Roy Anne\t99\t\r\n",
        '12, Dupont Élise, 150, 1234567\n13, "Martin Jean & Roy Anne", 99',
        "Table;Nom;Score;Licence\n12;Dupont Élise;150;1234567\n13;Martin Jean & Roy Anne;99;",
    ],
    ids=["semicolons", "tabs", "commas", "headings"],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "windows-1252"])
def test_ways_of_writing_them(text, encoding):
    result = read(text, encoding)
    assert [(entry.scores.table, entry.name, entry.total) for entry in result.entries] == [
        (12, "Dupont Élise", 150),
        (13, "Martin Jean & Roy Anne", 99),
    ]
    assert result.entries[0].people[0].licence == "1234567"
    assert (result.club, result.tops, result.game) == ("Namur", TOPS, "d")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "There is no line with table, name and score."),
        ("Table;Name;Score", "There is no line with table, name and score."),
        ("1;Ann;10\n2;Bob", "Line 2: write table, name, score and perhaps the licence."),
        ("1;Ann;10;7;8", "Line 1: write table, name, score and perhaps the licence."),
        ("1;Ann;10\nx;Bob;10", "Line 2: “x” is not a table number."),
        ("0;Ann;10", "Line 1: “0” is not a table number."),
        ("1;Ann;-10", "Line 1: “-10” is not a possible score: the tops total 200."),
        ("1;Ann;201", "Line 1: “201” is not a possible score: the tops total 200."),
        ("1;Ann;10\n\n1;Bob;10", "Line 3: table 1 is already in line 1."),
        ("1;A & B & C;10", "Line 1: at most two players can share a table."),
    ],
)
def test_what_is_wrong_is_told_by_its_line(text, problem):
    with pytest.raises(ResultRefused) as refused:
        read(text)
    assert refused.value.errors == [problem]


@pytest.mark.parametrize("name", ["=HYPERLINK(1)", "+Ann", "@Bob", "-Cid"])
def test_a_name_like_a_formula_stays_text_in_a_spreadsheet(name):
    written = write_result_lines(lines_of_result(read(f"12;{name};150;=1+1")))
    cells = next(csv.reader([written.splitlines()[-1]], delimiter=";"))
    assert cells == ["12", f"'{name}", "150", "'=1+1"]
    (entry,) = read(written).entries
    assert (entry.name, entry.people[0].licence) == (name, "=1+1")


def test_every_wrong_line_is_told():
    with pytest.raises(ResultRefused) as refused:
        read("1;Ann\nx;Bob;1\n3;;5\n4;Cid;4")
    assert [error.partition(":")[0] for error in refused.value.errors] == ["Line 1", "Line 2", "Line 3"]


@given(st.lists(st.integers(0, 120), min_size=1, max_size=25), st.data())
def test_points_are_spread_as_far_as_there_is_room(tops, data):
    total = data.draw(st.integers(0, sum(tops)))
    points = spread(total, tops)
    assert sum(points) == total
    assert all(0 <= own <= top for own, top in zip(points, tops, strict=True))


def test_the_standings_are_those_of_the_lines_whatever_the_rules():
    lines = "\n".join(f"{table};Player {chr(64 + table)};{200 - 3 * (table // 2)}" for table in range(1, 25))
    result = read(lines)
    standings = rank_club(result, load_rule_set("fisf"))
    assert {row.table: row.total for row in standings.rows} == {
        entry.scores.table: entry.total for entry in result.entries
    }
    ranks = {row.table: row.rank for row in standings.rows}
    assert ranks[2] == ranks[3], "equals stay equal"
