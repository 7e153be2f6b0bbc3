"""Given and family names: how whole names are split, written and sorted."""

import pickle

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from tournaments.names.folding import SortedName, fold, sort_key
from tournaments.names.name_parts import (
    Doubt,
    NameParts,
    NameStyle,
    doubts_of,
    join_pair,
    parts_of,
    shown_name,
    split_like,
    split_name,
    split_pair,
    write_name,
)

NOTHING = ()
P, W, C, ONE = Doubt.PARTICLE, Doubt.WORDS, Doubt.CAPITALS, Doubt.ONE_WORD
# Each with the list's order, the given name, the family name, and why somebody should look.
SPLITS = [
    ("Anne Durand", "", "Anne", "Durand", NOTHING),
    ("Durand Anne", "family", "Anne", "Durand", NOTHING),
    ("Durand, Anne", "", "Anne", "Durand", NOTHING),
    ("de la Tour, Marie Anne", "", "Marie Anne", "de la Tour", NOTHING),
    ("DURAND Anne", "", "Anne", "DURAND", NOTHING),
    ("Anne DURAND", "family", "Anne", "DURAND", NOTHING),
    ("Anne Marie LE GOFF", "", "Anne Marie", "LE GOFF", NOTHING),
    ("DE LA TOUR Marie", "", "Marie", "DE LA TOUR", NOTHING),
    ("Marie de LA TOUR", "", "Marie", "de LA TOUR", NOTHING),
    ("de la TOUR Marie", "", "Marie", "de la TOUR", NOTHING),
    ("DUPONT-MARTIN Jean-Pierre", "", "Jean-Pierre", "DUPONT-MARTIN", NOTHING),
    ("McDONALD Ronald", "", "Ronald", "McDONALD", NOTHING),
    ("d'ARTAGNAN Charles", "", "Charles", "d'ARTAGNAN", NOTHING),
    ("J. SMITH", "", "J.", "SMITH", NOTHING),
    ("ÉLUARD Paul", "", "Paul", "ÉLUARD", NOTHING),
    ("DURAND ANNE", "", "DURAND", "ANNE", (C,)),
    ("DURAND ANNE", "family", "ANNE", "DURAND", NOTHING),
    ("Marie de la Tour", "", "Marie", "de la Tour", (P, W)),
    ("de la Tour Marie", "family", "Marie", "de la Tour", (P, W)),
    ("Anna van der Berg", "", "Anna", "van der Berg", (P, W)),
    ("Ludwig von Mises", "", "Ludwig", "von Mises", (P, W)),
    ("Ronald Mc Donald", "", "Ronald", "Mc Donald", (P, W)),
    ("Jean d'Ormesson", "", "Jean", "d'Ormesson", (P,)),
    ("van Dyck", "", "", "van Dyck", (P,)),
    ("Van Morrison", "", "Van", "Morrison", (P,)),
    ("Juan García Márquez", "", "Juan García", "Márquez", (W,)),
    ("García Márquez Juan", "family", "Márquez Juan", "García", (W,)),
    ("John Smith Jr", "", "John", "Smith Jr", (W,)),
    ("John Smith, Jr.", "", "John", "Smith Jr.", (W,)),
    ("Smith, John Jr", "", "John", "Smith Jr", NOTHING),
    ("SMITH John Jr", "", "John", "SMITH Jr", NOTHING),
    ("Junior Silva", "", "Junior", "Silva", NOTHING),
    ("Smith, John, Jr.", "", "John", "Smith Jr.", NOTHING),
    ("John SMITH Jr", "", "John", "SMITH Jr", NOTHING),
    ("SMITH Jr John", "", "John", "SMITH Jr", NOTHING),
    ("Smith Jr John", "family", "John", "Smith Jr", (W,)),
    ("John D. Smith", "", "John D.", "Smith", (W,)),
    ("Mary E Jones", "", "Mary E", "Jones", (W,)),
    ("JOHN D SMITH", "", "JOHN D", "SMITH", (C, W)),
    ("Jan van 't Hoff", "", "Jan", "van 't Hoff", (P, W)),
    ("Charles d Artagnan", "", "Charles", "d Artagnan", (P, W)),
    ("José Ortega y Gasset", "", "José", "Ortega y Gasset", (P, W)),
    ("Ramón y Cajal", "", "", "Ramón y Cajal", (P, W)),
    ("Ortega y Gasset José", "family", "José", "Ortega y Gasset", (P, W)),
    ("ORTEGA Y GASSET José", "", "José", "ORTEGA Y GASSET", NOTHING),
    ("García de la Cruz María", "family", "María", "García de la Cruz", (P, W)),
    ("Anne DUPONT - MARTIN", "", "Anne", "DUPONT - MARTIN", NOTHING),
    ("Anne Dupont - Martin", "", "Anne", "Dupont - Martin", (P, W)),
    ("LeBRUN Anne", "", "Anne", "LeBRUN", NOTHING),
    ("Anne LeBRUN", "family", "Anne", "LeBRUN", NOTHING),
    ("Le BRUN Anne", "", "Anne", "Le BRUN", NOTHING),
    ("Le Brun Anne", "", "Le Brun", "Anne", (P, W)),
    ("Le Brun Anne", "family", "Anne", "Le Brun", (P, W)),
    ("FitzGERALD Ella", "", "Ella", "FitzGERALD", NOTHING),
    ("STRAßER Karl", "", "Karl", "STRAßER", NOTHING),
    ("Mac DONALD Ian", "", "Ian", "Mac DONALD", NOTHING),
    ("Ian Mac DONALD", "", "Ian", "Mac DONALD", NOTHING),
    ("Al SMITH", "", "Al", "SMITH", NOTHING),
    ("O'NEIL Pat", "", "Pat", "O'NEIL", NOTHING),
    ("Pat O’NEIL", "", "Pat", "O’NEIL", NOTHING),
    ("Anne-Marie DUPONT-DURAND", "", "Anne-Marie", "DUPONT-DURAND", NOTHING),
    ("DE LA FONTAINE Jean", "", "Jean", "DE LA FONTAINE", NOTHING),
    ("de La Fontaine Jean", "", "Jean", "de La Fontaine", (P, W)),
    ("d'Ormesson Jean", "", "Jean", "d'Ormesson", (P,)),
    ("d’Ormesson Jean", "family", "Jean", "d’Ormesson", (P,)),
    ("St MARTIN Luc", "", "Luc", "St MARTIN", NOTHING),
    ("DUPONT née MARTIN Anne", "", "Anne", "DUPONT née MARTIN", NOTHING),
    ("Anne DUPONT née MARTIN", "", "Anne", "DUPONT née MARTIN", NOTHING),
    ("MARTIN Anne née DE LA TOUR", "", "Anne", "MARTIN née DE LA TOUR", NOTHING),
    ("DUPONT ép. MARTIN Anne", "", "Anne", "DUPONT ép. MARTIN", NOTHING),
    ("Dupont née de la Tour Anne", "", "Anne", "Dupont née de la Tour", (P, W)),
    ("Anne Dupont née Martin", "", "Anne", "Dupont née Martin", (W,)),
    ("Dupont Anne née Martin", "family", "Anne", "Dupont née Martin", (W,)),
    ("Née Anne", "", "Née", "Anne", NOTHING),
    ("Van der BERG Jan", "", "Jan", "Van der BERG", NOTHING),
    ("van der Berg Jan", "", "Jan", "van der Berg", (P, W)),
    ("'t Hart Maarten", "", "Maarten", "'t Hart", (P, W)),
    ("VON DER LEYEN Ursula", "", "Ursula", "VON DER LEYEN", NOTHING),
    ("Zur MÜHLEN Rainer", "", "Rainer", "Zur MÜHLEN", NOTHING),
    ("Gabriel GARCÍA MÁRQUEZ", "", "Gabriel", "GARCÍA MÁRQUEZ", NOTHING),
    ("GARCÍA de la TORRE Ana", "", "Ana", "GARCÍA de la TORRE", NOTHING),
    ("Ana García de la Torre", "", "Ana García", "de la Torre", (P, W)),
    ("John Smith III", "", "John", "Smith III", (W,)),
    ("John SMITH III", "", "John", "SMITH III", NOTHING),
    ("DUPONT J.-P.", "", "J.-P.", "DUPONT", NOTHING),
    ("DUPONT JB", "", "DUPONT", "JB", (C,)),
    ("Plato", "", "", "Plato", (ONE,)),
    ("Player 12", "", "", "Player 12", NOTHING),
    ("", "", "", "", (ONE,)),
]


@pytest.mark.parametrize(("name", "order", "given", "family", "doubts"), SPLITS)
def test_a_whole_name_is_split(name, order, given, family, doubts):
    assert split_name(name, order) == NameParts(given, family)
    assert doubts_of(name, order) == doubts


@pytest.mark.parametrize(
    ("given", "family", "written"),
    [
        ("Anne", "Durand", ("Anne Durand", "DURAND Anne", "Durand, Anne")),
        ("Anne", "DURAND", ("Anne Durand", "DURAND Anne", "Durand, Anne")),
        ("ANNE", "DURAND", ("Anne Durand", "DURAND Anne", "Durand, Anne")),
        ("Marie", "DE LA TOUR", ("Marie de La Tour", "DE LA TOUR Marie", "de La Tour, Marie")),
        ("Anna", "van der Berg", ("Anna van der Berg", "VAN DER BERG Anna", "van der Berg, Anna")),
        ("Ronald", "McDonald", ("Ronald McDonald", "McDONALD Ronald", "McDonald, Ronald")),
        ("Ronald", "MCDONALD", ("Ronald McDonald", "McDONALD Ronald", "McDonald, Ronald")),
        ("Anne", "LeBRUN", ("Anne LeBrun", "LEBRUN Anne", "LeBrun, Anne")),
        (
            "Anne",
            "DUPONT née MARTIN",
            ("Anne Dupont née Martin", "DUPONT née MARTIN Anne", "Dupont née Martin, Anne"),
        ),
        ("Paul", "L'HERMITE", ("Paul L'Hermite", "L'HERMITE Paul", "L'Hermite, Paul")),
        ("Élise", "O'BRIEN", ("Élise O'Brien", "O'BRIEN Élise", "O'Brien, Élise")),
        (
            "Jean-Pierre",
            "DUPONT-MARTIN",
            ("Jean-Pierre Dupont-Martin", "DUPONT-MARTIN Jean-Pierre", "Dupont-Martin, Jean-Pierre"),
        ),
        ("JB", "Roy", ("JB Roy", "ROY JB", "Roy, JB")),
        ("", "Plato", ("Plato", "PLATO", "Plato")),
        ("Sukarno", "", ("Sukarno", "Sukarno", "Sukarno")),
    ],
)
def test_an_event_writes_names_in_its_way(given, family, written):
    assert tuple(write_name(NameParts(given, family), style) for style in NameStyle) == written


@pytest.mark.parametrize(
    ("stored", "parts"),
    [
        (("Anne Durand", "Anne", "Durand"), NameParts("Anne", "Durand")),
        (("DURAND Anne", "Anne", "Durand"), NameParts("Anne", "Durand")),
        (("Anne Durand", "", ""), NameParts("Anne", "Durand")),
        (("Anne Martin", "Anne", "Durand"), NameParts("Anne", "Martin")),
        (("Anne Marie Roy", "Anne Marie", "Roy"), NameParts("Anne Marie", "Roy")),
    ],
)
def test_parts_that_are_not_those_of_the_name_are_found_anew(stored, parts):
    """A program of the release before changes the name alone."""
    assert parts_of(*stored) == parts


def test_a_given_name_that_is_the_family_name_spells_no_other():
    assert not NameParts("Ann", "Ann").spell("Bob")


@pytest.mark.parametrize("typed", ["Ann Roy & Bob  Ek", "Ann Roy&Bob Ek", " Ann Roy &Bob Ek"])
def test_the_names_of_a_pair_with_or_without_blanks(typed):
    assert split_pair(typed) == ["Ann Roy", "Bob Ek"]
    assert join_pair(split_pair(typed)) == "Ann Roy & Bob Ek"


@pytest.mark.parametrize(
    ("name", "told", "parts"),
    [
        ("Durand Anne Marie", NameParts("Anne Marie", "DURAND"), NameParts("Anne Marie", "Durand")),
        ("DURAND, Anne", NameParts("Anne", "Durand"), NameParts("Anne", "DURAND")),
        ("Martin Martin", NameParts("Martin", "Martin"), NameParts("Martin", "Martin")),
        ("Élise Roy", NameParts("Elise", "Roy"), NameParts("Élise", "Roy")),
        ("Somebody Else", NameParts("Anne", "Roy"), NameParts("Anne", "Roy")),
    ],
)
def test_the_parts_of_a_list_in_the_known_spelling(name, told, parts):
    assert split_like(name, told) == parts


def shown(*names, style=""):
    return [shown_name(name, "", "", style) for name in names]


def test_lists_go_by_family_name_whatever_is_shown():
    names = ("Zoé Dupont", "ELUARD Paul", "Anne Dupont-Aubin", "Étienne Dupont", "Ben Núñez", "Al Nunzio")
    by_name = ["Étienne Dupont", "Zoé Dupont", "Anne Dupont-Aubin", "ELUARD Paul"]
    with override("fr"):
        for style in ("", *NameStyle):
            names_by_key = dict(zip(shown(*names, style=style), names, strict=True))
            found = [names_by_key[name] for name in sorted(names_by_key, key=sort_key)]
            assert found == [*by_name, "Ben Núñez", "Al Nunzio"]
    with override("es"):
        assert sorted(shown(*names), key=sort_key) == [*by_name, "Al Nunzio", "Ben Núñez"]


def test_a_person_of_one_name_is_sorted_by_it_whichever_part_it_is():
    names = [
        shown_name("Sukarno", "Sukarno", ""),
        shown_name("Zoé Roy", "Zoé", "Roy"),
        shown_name("Ana", "Ana", ""),
    ]
    assert sorted(names, key=sort_key) == ["Ana", "Zoé Roy", "Sukarno"]


def test_a_sorted_name_is_a_text_that_survives_the_cache():
    name = pickle.loads(pickle.dumps(SortedName("Anne Durand", ("Durand", "Anne"))))
    assert (name, name.sort_by) == ("Anne Durand", ("Durand", "Anne"))
    assert SortedName("Anne").sort_by == ("Anne",)


WORDS = st.text("abcdeéÉABZ'-.", min_size=1, max_size=8)
NAMES = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)


@given(NAMES, st.sampled_from(["", "given", "family"]))
def test_no_word_of_a_name_is_lost(name, order):
    parts = split_name(name, order)
    assert fold(parts.joined) == fold(name)
    assert {*parts.given.split(), *parts.family.split()} == set(name.split())
    assert all(fold(write_name(parts, style)) == fold(name) for style in NameStyle)


@given(NAMES, NAMES)
def test_written_parts_are_read_back_from_a_comma(given_name, family):
    parts = NameParts(given_name, family)
    assert split_name(f"{family}, {given_name}") == parts
    assert parts_of(f"{family}, {given_name}", given_name, family) in {
        parts,
        split_name(f"{family}, {given_name}"),
    }
