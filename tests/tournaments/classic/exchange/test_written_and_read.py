"""Divisions at random, written in every format that is read as well: what is read back is what was written."""

import io
from datetime import date
from pathlib import Path
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factories.file_divisions import FEW_SCORES, divisions, leavers_of, rounds_of, standings
from tournaments.classic.exchange.federations import federation_file
from tournaments.classic.exchange.files import read_texts, read_upload
from tournaments.classic.exchange.tables import results_table
from tournaments.classic.exchange.tsh.writer import write_tsh
from tournaments.classic.exchange.values import FileEvent
from tournaments.reports.csv_format import FOR_PROGRAMS, WITH_SEMICOLONS
from tournaments.reports.spreadsheets import table_bytes


def read_back(name, data):
    event, problems = read_texts(read_upload([(name, data)]))
    assert problems.faults == []
    return event.divisions


def table_of(event, kind, csv_format=None):
    return read_back(f"results.{kind}", table_bytes(results_table(event), kind, csv_format))


def folder_of(event):
    data = io.BytesIO()
    with ZipFile(data, "w") as archive:
        for name, content in write_tsh(event).items():
            archive.writestr(f"cup/{name}", content)
    return data.getvalue()


WHOLE = {
    "all results, CSV": lambda event: table_of(event, "csv", FOR_PROGRAMS),
    "all results, CSV with semicolons": lambda event: table_of(event, "csv", WITH_SEMICOLONS),
    "all results, Excel": lambda event: table_of(event, "xlsx"),
    "tsh": lambda event: read_back("cup.zip", folder_of(event)),
}


@pytest.mark.repeats
@pytest.mark.parametrize("format_", WHOLE)
@given(first=divisions(), second=divisions("Zweite Liga, B"))
def test_all_that_counts_comes_back(format_, first, second):
    for told, back in zip((first, second), WHOLE[format_](FileEvent((first, second), "Cup")), strict=True):
        assert back.name == told.name
        assert standings(back) == standings(told)
        assert rounds_of(back) == rounds_of(told)
        assert leavers_of(back) == leavers_of(told)


@pytest.mark.repeats
@pytest.mark.parametrize("format_", WHOLE)
@pytest.mark.parametrize("name", ["a.t", "b.t"])
def test_a_published_division_comes_back(format_, name):
    """They have missed rounds, and people who left."""
    [told] = read_back(name, (Path(__file__).parent / "data" / name).read_bytes())
    [back] = WHOLE[format_](FileEvent((told,), "Cup"))
    assert (standings(back), rounds_of(back), leavers_of(back)) == (
        *(standings(told), rounds_of(told), leavers_of(told)),
    )


@given(told=divisions())
def test_players_come_back_from_tsh(told):
    [back] = read_back("cup.zip", folder_of(FileEvent((told,), "Cup")))
    for one, other in zip(told.players, back.players, strict=True):
        assert (other.number, other.people, other.rating, other.group) == (
            *(one.number, one.people, one.rating, one.group),
        )


def totals(division, *columns):
    """Return columns of the standings by number; names are in plain letters and shorter in files of federations."""
    lines = standings(division)
    return [tuple(lines[one.name][column] for column in columns) for one in division.players]


WINS, ROUNDS, PLAYED, SPREAD, POINTS, RATING = 1, 2, 3, 6, 7, 9


@pytest.mark.slow
@given(told=divisions(open_matches=False, spreads=st.sampled_from([50, 75, 100, 300]), scores=FEW_SCORES))
def test_all_that_counts_comes_back_from_the_file_for_naspa(told):
    """A forfeited match is a bye and a missed round, and nothing has a spread of 0, which tsh does not count."""
    event = FileEvent((told,), "Cup", date(2026, 1, 2))
    columns = WINS, ROUNDS, PLAYED, SPREAD, POINTS, RATING
    assert totals(*read_back("r.txt", federation_file("naspa", event)), *columns) == totals(told, *columns)


@pytest.mark.slow
@given(told=divisions(open_matches=False, scores=FEW_SCORES))
def test_all_that_counts_comes_back_from_the_file_for_wespa(told):
    """A forfeited match is a bye and a missed round; there are no ratings in it."""
    event = FileEvent((told,), "Cup", date(2026, 1, 2))
    columns = WINS, ROUNDS, PLAYED, SPREAD, POINTS
    assert totals(*read_back("r.tou", federation_file("wespa", event)), *columns) == totals(told, *columns)
