"""The records of a season, from plain values."""

from dataclasses import replace
from datetime import date

import pytest

from tournaments.standings.records import PlayerGame, records_of


def played(player, number, total=50, *, top=100, **more):
    day = date(2026, 1, number)
    return PlayerGame(player, f"P{player}", (day, number, 1), "Evening", "Game", total, top, **more)


def lines(games, code):
    (record,) = [record for record in records_of(games) if record.code == code]
    return [(line.rank, line.player, line.text) for line in record.lines]


@pytest.mark.parametrize(
    ("code", "games", "expected"),
    [
        ("percent", [played(1, 1, 90, top=200), played(2, 2, 80)], [(1, 2, "80.00"), (2, 1, "45.00")]),
        ("total", [played(1, 1, 90, top=200), played(2, 2, 80)], [(1, 1, "90"), (2, 2, "80")]),
        ("total", [played(1, 2, 90), played(2, 1, 90), played(3, 3, 80)], [(1, 2, "90"), (1, 1, "90"), (3, 3, "80")]),
        ("total", [played(1, day, 90 - day) for day in range(1, 6)], [(1, 1, "89"), (2, 1, "88"), (3, 1, "87")]),
        ("top_run", [played(1, 1, top_run=4), played(2, 1, top_run=1)], [(1, 1, "4")]),
        ("solos", [played(1, 1, solos=2), played(1, 2, solos=1), played(2, 1)], [(1, 1, "2"), (2, 1, "1")]),
        ("climb", [played(1, 1, climb=1), played(2, 1, climb=6)], [(1, 2, "6")]),
        ("season_solos", [played(1, 1, solos=2), played(2, 1), played(1, 2, solos=2)], [(1, 1, "4")]),
        ("season_tops", [played(1, 1, tops=5), played(2, 1), played(1, 2, tops=6)], [(1, 1, "11")]),
    ],
    ids=[
        "the share, not the points",
        "points",
        "equals share a rank, the earlier first",
        "three lines",
        "one top is no run",
        "solos of a game",
        "one rank is no comeback",
        "solos of the season",
        "tops of the season",
    ],
)  # fmt: skip
def test_each_record_has_its_best(code, games, expected):
    assert lines(games, code) == expected


def test_a_kind_that_nobody_reached_is_left_out():
    assert [record.code for record in records_of([played(1, 1)])] == ["percent", "total"]
    assert records_of([]) == ()
    assert records_of([replace(played(1, 1), total=0)]) == ()
