"""The figures of a recap, from plain values."""

import pytest

from duplicate.recaps.rules import (
    RecapRound,
    WrittenMove,
    best_find,
    missed_rounds,
    sanctioned_rounds,
    shares_by_length,
    shares_by_letter,
    steps_of,
)
from duplicate.standings.rules.ranking import PlayerScores, rank_players

TOPS = [50, 60, 70]


def played(number, score, top, *, word="WORD", letters="TOP", field=20.0, **more):
    return RecapRound(
        number=number,
        rack="ABCDEFG",
        move=WrittenMove(word, "H4", score),
        top=WrittenMove("".join(letters), "H4", top, tuple(letters)),
        field=field,
        has_top=more.pop("has_top", score == top > 0),
        **more,
    )


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [
        ({1: (50, 60, 70), 2: (0, 0, 0)}, [1, 1, 1]),
        ({1: (0, 60, 70), 2: (50, 0, 0)}, [2, 1, 1]),
        ({1: (20, 20, 20), 2: (20, 30, 10), 3: (50, 0, 0)}, [2, 3, 1]),
        ({1: (10, 0, 0)}, [1, 1, 1]),
    ],
    ids=["ahead", "from behind", "equal totals share", "alone"],
)
def test_the_rank_after_each_round(scores, ranks):
    players = [PlayerScores(key, key, f"P{key}", each) for key, each in scores.items()]
    steps = steps_of(rank_players(players, TOPS), 1, TOPS)
    assert [step.rank for step in steps] == ranks
    assert [step.top for step in steps] == [50, 110, 180]
    assert steps[-1].total == sum(scores[1])
    assert steps[-1].best == max(map(sum, scores.values()))
    assert steps[-1].field == sum(map(sum, scores.values())) / len(scores)


def test_absent_players_are_no_part_of_the_field():
    players = [
        PlayerScores(1, 1, "Ann", (50, 0, 70)),
        PlayerScores(2, 2, "Bob", (0, 0, 0), absent=(0, 1, 2)),
    ]
    standings = rank_players(players, TOPS)
    assert [step.field for step in steps_of(standings, 1, TOPS)] == [50, 50, 120]
    assert steps_of(standings, 2, TOPS)[-1].total == 0


@pytest.mark.parametrize(
    ("rounds", "best"),
    [
        ([], None),
        ([played(1, 0, 50), played(2, 0, 60, word="")], None),
        ([played(1, 50, 50, field=49.0), played(2, 40, 60, field=10.0)], 2),
        ([played(1, 30, 50, field=10.0), played(2, 50, 50, field=30.0)], 2),
        ([played(1, 30, 50, field=None), played(2, 10, 50, field=0.0)], 1),
    ],
    ids=["no round", "no score", "against the field", "more points among equals", "nobody else"],
)
def test_the_best_find_is_the_one_that_others_missed(rounds, best):
    found = best_find(rounds)
    assert (found and found.number) == best


@pytest.mark.parametrize(
    ("one", "missed"),
    [
        (played(1, 40, 50), True),
        (played(1, 50, 50), False),
        (played(1, 45, 50, has_top=True), False),
        (played(1, 0, 50, word=""), True),
        (played(1, 0, 50, was_there=False), False),
        (played(1, 0, 0), False),
        (played(1, 20, 10), False),
    ],
    ids=["less", "top", "top with a penalty", "no slip", "away", "nobody could play", "average above"],
)
def test_which_rounds_are_missed(one, missed):
    assert bool(missed_rounds([one])) == missed


def test_missed_rounds_begin_with_the_greatest_loss():
    rounds = [played(1, 40, 50), played(2, 0, 60), played(3, 30, 40)]
    assert [(one.number, one.lost) for one in missed_rounds(rounds)] == [(2, 60), (1, 10), (3, 10)]


def test_shares_by_length_and_letter():
    rounds = [
        played(1, 20, 40, letters="QI"),
        played(2, 30, 30, letters="QAT"),
        played(3, 5, 10, letters=("CH", "A")),
        played(4, 0, 30, letters="QAQA", was_there=False),
        played(5, 0, 0, letters=""),
    ]
    assert [(one.label, one.rounds, one.had, one.top) for one in shares_by_length(rounds)] == [
        ("2", 2, 25, 50),
        ("3", 1, 30, 30),
    ]
    shares = {one.label: (one.rounds, round(one.percent)) for one in shares_by_letter(rounds)}
    assert shares == {"A": (2, 88), "CH": (1, 50), "I": (1, 50), "Q": (2, 71), "T": (1, 100)}
    assert shares_by_letter([]) == []


def test_sanctions_are_those_of_slips():
    rounds = [played(1, 0, 50, sanction="zero", verdict="no word"), played(2, 9, 9), played(3, 0, 5, word="")]
    assert [one.number for one in sanctioned_rounds(rounds)] == [1]
