"""Which written names are one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.alike import folded


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("DUPONT Élise", "Elise Dupont"),
        ("Jean-Pierre  Lefèvre", "lefevre jean pierre"),
        ("Cœur", "COEUR"),
        ("Øster Åse", "Ase Oster"),
        ("O’Brien", "O'Brien"),
        ("Weiß", "WEISS"),
        ("e\u0301lan", "élan"),
    ],
)
def test_one_name_written_twice(one, other):
    assert folded(one) == folded(other)


@pytest.mark.parametrize(("one", "other"), [("Anne Martin", "Anna Martin"), ("Lee", "Leé Lee"), ("李", "王")])
def test_two_names(one, other):
    assert folded(one) != folded(other)


@given(st.text(max_size=13))
def test_folding_again_changes_nothing(name):
    assert folded(folded(name)) == folded(name)
