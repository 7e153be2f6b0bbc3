"""Bookmarks of a division's long documents."""

import re

import pytest

from tests.factories.printed_division import make_played
from tests.tournaments.classic.printing.documents import bookmarks_of, make_document, pages_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["standings", "wall-chart", "players", "pairings-by-table", "pairings-by-name", "ratings"]
)
def test_pages_of_a_long_list_are_found_by_their_first_and_last_row(name):
    data = make_document(make_played(120), name)
    texts = [" ".join(text.split()) for text in pages_of(data)]
    marks = bookmarks_of(data)
    assert [page for _title, page in marks] == list(range(1, len(texts) + 1))
    assert len(texts) > 1
    for title, page in marks:
        first, last = title.split(" – ")
        assert re.search(r"Player \d{3}", first)
        found = re.findall(r"Player \d{3}", texts[page - 1])
        assert first in texts[page - 1]
        assert last in texts[page - 1]
        ends = [re.search(r"Player \d{3}", end)[0] for end in (first, last)]
        assert ends[0] == found[0]
        assert ends[1] in found[-2:]


def test_lists_of_one_page_have_no_bookmarks(five):
    for name in ("standings", "wall-chart", "players", "pairings-by-table", "cross-table"):
        assert bookmarks_of(make_document(five, name)) == [], name


def test_blocks_of_a_chart_are_told_from_each_other_by_what_is_across(director):
    chart = bookmarks_of(make_document(make_played(30, rounds=12, by=director), "wall-chart"))
    assert {title.split(" · ")[1] for title, _page in chart} == {"R1–R6", "R7–R12"}
    names = [f"Other {number:02}" for number in range(1, 41)]
    division = make_played(40, by=director, name="B", names=names)
    cross = bookmarks_of(make_document(division, "cross-table", order="number"))
    assert cross[0] == ("1 Other 01 – 20 Other 20 · 1 Other 01 – 20 Other 20", 1)
    assert [page for _title, page in cross] == list(range(1, len(cross) + 1))


@pytest.mark.repeats
@pytest.mark.parametrize("name", ["standings", "wall-chart", "players"])
def test_a_name_of_several_lines_is_whole_among_the_bookmarks(director, name):
    long = "Maximiliane-Charlotte von Hohenlohe-Berg"
    division = make_played(80, by=director, names=[f"{long} {number:02}" for number in range(1, 81)])
    marks = bookmarks_of(make_document(division, name))
    assert len(marks) > 1
    assert all(len(re.findall(rf"{long} \d\d\b", title)) == 2 for title, _page in marks)


def test_cards_and_records_are_found_by_who_they_are_of(five):
    names = ["Ann", "Ben", "Cleo", "Dan", "Eva"]
    assert bookmarks_of(make_document(five, "player-records")) == list(zip(names, range(1, 6), strict=True))
    assert bookmarks_of(make_document(five, "score-cards")) == [
        ("1 Ann – 2 Ben", 1),
        ("3 Cleo – 4 Dan", 2),
        ("5 Eva", 3),
    ]
