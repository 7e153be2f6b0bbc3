"""Standings from scores (RULES D9)."""

from duplicate.standings import PlayerScores, rank_players


def player(table, name, *scores):
    return PlayerScores(entry_id=table, table=table, name=name, scores=scores)


def test_d9_total_percent_and_negative():
    standings = rank_players([player(1, "Mona", 60, 20), player(2, "Noah", 66, 34)], [66, 34])
    assert [(row.rank, row.name, row.total, row.negative) for row in standings.rows] == [
        (1, "Noah", 100, 0),
        (2, "Mona", 80, -20),
    ]
    assert standings.top_total == 100
    assert standings.rows[1].percent == 80
    assert [row.tops for row in standings.rows] == [2, 0]


def test_equal_totals_share_their_rank_and_sort_by_name():
    standings = rank_players(
        [player(1, "Olga", 10), player(2, "mona", 10), player(3, "Noah", 12), player(4, "Pia", 1)], [12]
    )
    assert [(row.rank, row.name) for row in standings.rows] == [
        (1, "Noah"),
        (2, "mona"),
        (2, "Olga"),
        (4, "Pia"),
    ]


def test_before_the_first_round_everybody_is_first_without_per_cent():
    standings = rank_players([player(1, "Mona"), player(2, "Noah")], [])
    assert [(row.rank, row.total, row.percent) for row in standings.rows] == [(1, 0, None), (1, 0, None)]


def test_a_round_that_nobody_could_play_is_no_top_found():
    assert rank_players([player(1, "Mona", 0)], [0]).rows[0].tops == 0
