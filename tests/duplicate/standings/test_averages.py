"""Averages in place of scores: of who arbitrated a round, and of a second zero that could not be told in time."""

from dataclasses import replace

import pytest

from duplicate.standings.rules.averages import (
    PaperZero,
    RuledZero,
    fault_of,
    find_averages,
    half_up,
    second_zeros,
)
from duplicate.standings.rules.ranking import Average, PlayerScores, rank_players
from engine.rules import (
    load_rule_set,
)

FISF = load_rule_set("fisf")


def player(table, *scores, **more):
    return PlayerScores(entry_id=table, table=table, name=f"P{table:02}", scores=scores, **more)


def zero(number, fault="bad_reference", entry_id=1, arbitrator=7):
    return PaperZero(entry_id, number, fault, arbitrator)


@pytest.mark.parametrize(
    ("total", "count", "expected"), [(7, 2, 4), (10, 4, 3), (9, 4, 2), (0, 3, 0), (30, 3, 10)]
)
def test_half_up(total, count, expected):
    assert half_up(total, count) == expected


# --- Which zeros ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "averaged"),
    [
        ([0], []),
        ([0, 1], [1]),
        ([0, 2], []),  # told in between
        ([0, 1, 2], [1]),  # the third was written after the first had been told
        ([0, 1, 2, 3], [1]),
        ([0, 1, 3, 4], [1, 4]),
    ],
)
def test_of_zeros_in_a_row_the_second_is_averaged(numbers, averaged):
    assert [found.number for found in second_zeros(map(zero, numbers))] == averaged


def test_another_fault_or_another_player_is_another_row():
    assert second_zeros([zero(0), zero(1, "incomplete_word")]) == ()
    assert second_zeros([zero(0), zero(1, entry_id=2)]) == ()
    assert second_zeros([zero(0, ""), zero(1, "")]) == ()


@pytest.mark.parametrize(
    ("rulings", "fault"),
    [
        ([("bad_reference",)], "bad_reference"),
        ([("incomplete_word",)], "incomplete_word"),
        ([("not_in_lexicon",)], ""),
        ([("not_in_rack",)], ""),
        ([("no_slip",)], ""),
        ([("zero_given", "Writes  on both sides", True)], "zero_given: writes on both sides"),
        ([("zero_given", " ", True)], ""),
        # The last decision tells the fault.
        ([("overruled", "torn", True), ("overruled", "wet", True)], "overruled: wet"),
        (
            [("zero_given", "wet", True), ("zero_taken_back", "", True), ("zero_given", "torn", True)],
            "zero_given: torn",
        ),
        # A warning for conduct, or a solo, leaves the fault, and so does taking it back.
        ([("bad_reference",), ("bad_reference", "talked", True, True)], "bad_reference"),
        ([("overruled", "wet", True), ("overruled", "talked", True, True)], "overruled: wet"),
        (
            [("overruled", "wet", True), ("overruled", "", True, True), ("overruled", "", True)],
            "overruled: wet",
        ),
        ([("overruled", "wet", True), ("overruled", "alone", True, False, True)], "overruled: wet"),
        ([("not_in_lexicon",), ("not_in_lexicon", "talked", True, True)], ""),
    ],
)
def test_what_makes_two_faults_the_same(rulings, fault):
    assert fault_of([RuledZero(*told) for told in rulings]) == fault


# --- The average --------------------------------------------------------------------------------------------


def test_the_average_is_that_of_the_other_players_whose_slips_were_keyed_there():
    players = [player(1, 0, 0), player(2, 50, 20), player(3, 50, 25), player(4, 50, 80)]
    found = find_averages(players, arbitrated={}, zeros=[zero(1)], keyed={(7, 1): {1, 2, 3}})
    assert found == {1: {1: Average(23, "second_zero")}}


def test_who_has_an_average_themselves_or_was_not_there_is_not_in_it():
    players = [player(1, 0, 0), player(2, 0, 0), player(3, 9, 30), player(4, 0, 0, absent=(0, 1))]
    zeros = [zero(1), zero(1, entry_id=2)]
    found = find_averages(players, arbitrated={}, zeros=zeros, keyed={(7, 1): {1, 2, 3, 4}})
    assert found == {1: {1: Average(30, "second_zero")}, 2: {1: Average(30, "second_zero")}}


def test_without_anybody_else_there_is_no_average():
    assert find_averages([player(1, 0, 0)], arbitrated={1: {0}}, zeros=[], keyed={}) == {}
    players = [player(1, 0, 0), player(2, 5, 5)]
    assert find_averages(players, arbitrated={}, zeros=[zero(1)], keyed={(7, 1): {1}}) == {}


def test_who_arbitrated_a_round_gets_the_average_of_all_players():
    players = [player(1, 0, 40), player(2, 50, 20), player(3, 25, 25)]
    averages = find_averages(players, arbitrated={1: {0}})
    assert averages == {1: {0: Average(38, "arbitrated")}}
    rows = {row.entry_id: row for row in rank_players(players, [60, 60], FISF, averages).rows}
    assert (rows[1].total, rows[1].rank, dict(rows[1].averages)) == (78, 1, averages[1])


def test_what_an_arbitrator_handed_in_does_not_count():
    """Neither as a score nor as a top, a solo or a warning: they saw the top before anybody else."""
    arbitrator = player(1, 60, 10, warned=(0,), penalised=(1,), worths=(60, 15))
    players = [arbitrator, *(player(table, 20, 10) for table in range(2, 18))]
    standings = rank_players(players, [60, 60], FISF, find_averages(players, arbitrated={1: {0}}))
    row = next(row for row in standings.rows if row.entry_id == 1)
    assert (row.total, row.tops, row.warnings, row.penalties) == (20 + 10 + row.solo_points, 0, 0, 1)
    assert [solo and solo.entry_id for solo in standings.solos] == [None, 1]


@pytest.mark.parametrize("decided", ["solos_given", "solos_withheld"])
def test_no_solo_given_or_withheld_by_hand_counts_where_the_player_arbitrated(decided):
    """The best score of the others is the solo, as if nothing had been decided about the arbitrator."""
    arbitrator = player(1, 60, **{decided: (0,)})
    players = [arbitrator, player(2, 40), *(player(table, 20) for table in range(3, 19))]
    standings = rank_players(players, [60], FISF, find_averages(players, arbitrated={1: {0}}))
    row = next(row for row in standings.rows if row.entry_id == 1)
    assert (row.solos, row.total) == (0, row.averages[0].points)
    plain = [replace(arbitrator, **{decided: ()}), *players[1:]]
    assert standings.solos == rank_players(plain, [60], FISF, {1: dict(row.averages)}).solos


def test_an_arbitrator_is_none_of_the_players_that_solos_count_from():
    players = [player(1, 0), player(2, 60), *(player(table, 20) for table in range(3, 17))]
    (solo,) = rank_players(players, [60], FISF, find_averages(players, arbitrated={1: {0}})).solos
    assert (solo.entry_id, solo.points) == (2, 0)
    (solo,) = rank_players(players, [60], FISF).solos
    assert (solo.entry_id, solo.points) == (2, 10)


def test_an_average_counts_where_rounds_tell_equal_totals_apart():
    players = [player(1, 30, 0), player(2, 0, 30), player(3, 30, 21)]
    averages = {1: {1: Average(21, "second_zero")}}
    rows = rank_players(players, [60, 60], FISF, averages).rows
    assert [(row.rank, row.entry_id, row.total) for row in rows] == [(1, 1, 51), (1, 3, 51), (3, 2, 30)]


def test_who_dropped_out_is_none_of_the_players_that_solos_count_from():
    players = [
        player(1, 60, 60),
        *(player(table, 20, 20) for table in range(2, 16)),
        player(16, 20, 0, absent=(1,)),
    ]
    first, second = rank_players(players, [60, 60], FISF).solos
    assert (first.points, second.points) == (10, 0)
