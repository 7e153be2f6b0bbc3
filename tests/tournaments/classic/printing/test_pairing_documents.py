"""Pairings of a division on paper, by table and by name."""

import re

import pytest

from tests.factories.printed_division import enter, make_played, make_round
from tests.tournaments.classic.printing.documents import (
    empty_division,
    make_document,
    pages_of,
    table_of,
    text_of,
)
from tournaments.models import Player
from tournaments.names.name_parts import NameParts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def test_pairings_by_table_say_who_goes_first_and_the_bye_last(five):
    text = text_of(five, "pairings-by-table", round="2")
    assert "Round 2 by table Spring open · Open" in text
    assert "Table Goes first Result Second" in text
    assert "1 Cleo (3) 380–420 Ann (1) 2 Eva (5) –F Dan (4) Ben (2) bye" in text


def test_the_last_round_paired_is_the_usual_one_and_has_no_column_of_results_yet(five):
    text = text_of(five, "pairings-by-table")
    assert "Round 3 by table" in text
    assert "has not begun" in text
    assert "Table Goes first Second 1 Ann (1) Eva (5) 2 Ben (2) Cleo (3)" in text


def test_pairings_by_name_find_everybody_by_their_own_name(five):
    text = text_of(five, "pairings-by-name", round="2")
    assert "Ann 1 second Cleo Ben bye Cleo 1 first Ann Dan 2 second Eva Eva 2 first Dan" in text, text


def test_pairings_by_name_sort_and_print_by_the_same_name(director):
    division = empty_division()
    make_round(division, 1, [enter(division, ["Anne Zola", "Zoé Abel"])], director)
    for player in Player.objects.all():
        player.rename(player.name, NameParts(*player.name.split()))
        player.save()
    assert [row[0] for row in table_of(division, "pairings-by-name")[1]] == ["Abel, Zoé", "Zola, Anne"]
    assert [row[1] for row in table_of(division, "pairings-by-table")[1]] == ["Anne Zola"]


def test_who_is_in_no_match_is_told_below_the_pairings(five):
    five.rounds.get(number=3).matches.filter(table=2).delete()
    assert "In no match: Ben (2), Cleo (3)" in text_of(five, "pairings-by-table")


def test_pairings_as_tables(five):
    assert table_of(five, "pairings-by-table", round="2") == (
        ["Table", "Goes first", "Result", "Second"],
        [[1, "Cleo", "380–420", "Ann"], [2, "Eva", "–F", "Dan"], [None, "Ben", "", "bye"]],
    )
    assert table_of(five, "pairings-by-name", round="1")[1][1] == ["Ben", 1, "second", "Ann"]


@pytest.mark.repeats
@pytest.mark.parametrize("count", [3, 60, 401])
def test_everybody_is_in_the_pairings_once_by_table_and_by_name(count):
    division = make_played(count, rounds=2)
    expected = [f"Player {number:03}" for number in range(1, count + 1)]
    who = r"Player \d{3}(?= \d+ (?:first|second) | bye)"
    by_name = re.findall(who, text_of(division, "pairings-by-name"))
    assert by_name == expected
    by_table = re.findall(r"Player \d{3}", text_of(division, "pairings-by-table"))
    assert sorted(by_table) == expected
    numbered = pages_of(make_document(division, "pairings-by-name"))
    assert all(f"Page {n} of {len(numbered)}" in text for n, text in enumerate(numbered, 1))
    assert all("Against" in text for text in numbered)
