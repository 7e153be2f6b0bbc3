"""Tables of results as events: byes, tables and rounds of their players."""

import pytest

from tournaments.classic.exchange.files import read_texts


def read(*rows):
    event, problems = read_texts([("r.csv", "".join(f"{row}\n" for row in rows))])
    return event.divisions, [one.error.code for one in problems.faults]


@pytest.mark.parametrize("word", ["", "Bye", "exempt", "LIBRE", "Descanso", "-", "–"])
def test_a_bye_in_every_language(word):
    [division], faults = read(f"A,1,Ann,,{word},")
    assert ([one.names for one in division.players], faults) == ([["Ann"]], [])
    assert division.matches[0].facts.is_bye


def test_matches_without_a_table_get_those_that_are_free_in_their_round():
    [division], _faults = read(
        "Table,Round,Player 1,Player 2",
        ",2,Ann,Bo",
        "1,2,Cy,Di",
        ",1,Cy,Bo",
        ",2,Eve,Flo",
    )
    told = [(one.facts.round, one.facts.first, one.table) for one in division.matches]
    assert told == [(1, 3, 1), (2, 1, 2), (2, 3, 1), (2, 5, 3)]
    assert [one.first_round for one in division.players] == [2, 1, 1, 2, 2, 2]
