"""Which written names are one."""

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from tournaments.names import folding
from tournaments.names.folding import fold


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
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("Anne Martin", "Anna Martin"), ("Lee", "Leé Lee"), ("李", "王")])
def test_two_names(one, other):
    assert fold(one) != fold(other)


@given(st.text(max_size=13))
def test_folding_again_changes_nothing(name):
    assert fold(fold(name)) == fold(name)


def test_the_order_in_which_people_look_for_names():
    names = [
        "Zoé Adam",
        "Élan Verviers",
        "Verviers",
        "Club 10",
        "club 2",
        "Club 1",
        "elan Namur",
        "Œuf",
        "Ours",
    ]
    assert sorted(names, key=folding.sort_key) == [
        "Club 1",
        "club 2",
        "Club 10",
        "elan Namur",
        "Élan Verviers",
        "Œuf",
        "Ours",
        "Verviers",
        "Zoé Adam",
    ]


@pytest.mark.parametrize(
    ("known", "written", "after"),
    [
        ("Élise Dupont", "DUPONT Elise", "Élise Dupont"),
        ("Elise Dupont", "DUPONT Élise", "Élise Dupont"),
        ("Jean-Francois d'Aout", "D'AOÛT Jean François", "Jean-François d'Août"),
        ("GAGNE Kevin", "Kévin Gagné", "GAGNÉ Kévin"),
        ("Eric Oeuvrard", "Éric Œuvrard", "Éric Œuvrard"),
        ("Bob Martin", "Bob Martin", "Bob Martin"),
    ],
)
def test_a_known_name_takes_accents_that_it_lacks_and_nothing_else(known, written, after):
    assert folding.respell(known, written) == after


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("fr", ["Anne", "Élise", "Florian", "Œdipe", "Zoé"]),
        ("en", ["Núñez", "Nunzio", "Nuria"]),
        ("es", ["Nunez", "Nunzio", "Núñez", "Nuria"]),
    ],
)
def test_names_are_in_the_order_of_the_language(language, names):
    with override(language):
        assert sorted(set(names), key=folding.sort_key) == names


def test_series_are_in_their_order_of_strength():
    series = ["super", "1A", "1B", "2A", "4B", "5", "6C", "7", "10", "N", "NC"]
    assert sorted(sorted(series), key=folding.series_key) == series


@given(st.text(st.sampled_from("e\u0301\u200b \t\u2000\nA_\u202e")))
def test_a_tidy_text_stays_as_it_is(text):
    assert folding.tidy(folding.tidy(text)) == folding.tidy(text)


@pytest.mark.parametrize(
    "unseen", ["\u3164", "\uffa0", "\u115f\u1160", "\u2800 \u2800", "\u034f\ufe0f", "\u200b", ""]
)
def test_a_name_that_nobody_sees_is_none(unseen):
    assert folding.tidy(unseen) == ""


@pytest.mark.parametrize("seen", ["❤\ufe0f", "葛\U000e0100", "⠵⠕⠑\u2800⠍", "한글"])
def test_signs_that_change_their_neighbour_stay(seen):
    assert folding.tidy(seen) == seen
