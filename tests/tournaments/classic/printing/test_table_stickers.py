"""Stickers with the table numbers of a division."""

import pytest

from tests.factories.divisions import make_director, make_division, players
from tests.tournaments.classic.printing.documents import make_document, pages_of
from tournaments.classic.divisions import entrants
from tournaments.classic.rounds import manual_pairing

pytestmark = pytest.mark.django_db


def stickers(division, **chosen):
    """Return the numbers on each page."""
    pages = pages_of(make_document(division, "table-numbers", **chosen))
    return [[int(word) for word in page.split() if word.isdigit()] for page in pages]


@pytest.fixture
def by(db):
    return make_director()


@pytest.fixture
def division(by):
    return make_division(by, players(7), first_table=21)


def test_as_many_as_the_players_need_from_the_first_table_on(division):
    assert stickers(division) == [[21, 22, 23]]


def test_fixed_tables_and_those_of_paired_rounds_are_among_them(division, by):
    entrants.set_fixed_table(entrant=division.entries.get(number=1), table=5, by=by)
    pairs = [(1, 2), (3, 4), (5, 6), (7, None)]
    manual_pairing.pair_by_hand(division=division, number=1, pairs=pairs, by=by)
    manual_pairing.move_table(division=division, number=1, table=22, to=40, by=by)
    assert stickers(division) == [[5, 21, 22, 23, 40]]


def test_a_number_of_them_is_chosen(division):
    assert stickers(division, tables="20") == [
        list(range(21, 29)),
        list(range(29, 37)),
        list(range(37, 41)),
    ]


@pytest.mark.parametrize(("sheet", "first", "sizes"), [("L7160", "1", [10]), ("L7160", "20", [2, 8])])
def test_on_labels_from_the_first_free_one(division, sheet, first, sizes):
    numbers = stickers(division, tables="10", sheet=sheet, first=first)
    assert [len(page) for page in numbers] == sizes
    assert [number for page in numbers for number in page] == list(range(21, 31))
