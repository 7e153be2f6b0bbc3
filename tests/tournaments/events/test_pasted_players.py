"""Lines of a pasted list of players: the name, the rating and the licence, however they are written."""

import pytest

from tournaments.events.registration.pasted import read_pasted
from tournaments.people.imports.rows import read_line


def read_one(text, licences=()):
    [line] = read_pasted(text, licences).lines
    return read_line(line.values, "given").person, [str(doubt) for doubt in line.doubts]


@pytest.mark.parametrize(
    "text",
    [
        "Collins, Betzy 1136",
        "Betzy Collins 1136",
        "COLLINS Betzy (1136)",
        "Collins, Betzy\t1136",
        "12\tCollins, Betzy\t1136",
        "#12 Betzy Collins 1136",
        "12. Collins, Betzy  1136",
        "12 Betzy Collins 1136",
        "Betzy Collins (#12) 1136",
        "Betzy Collins;1136",
        "Betzy Collins, 1136",
        '"Collins, Betzy",1136',
        '"Collins, Betzy";"1136"',
        "12,Betzy Collins,1136",
    ],
)
def test_name_and_rating_of_a_line(text):
    person, doubts = read_one(text)
    assert (person.given_name, person.family_name.title(), person.rating) == ("Betzy", "Collins", 1136)
    assert person.name in {"Betzy Collins", "COLLINS Betzy"}
    assert doubts == []


@pytest.mark.parametrize("text", ["Moss, Mia 0", "Mia Moss\t0", "Mia Moss (0)"])
def test_0_is_no_rating(text):
    person, doubts = read_one(text)
    assert (person.given_name, person.family_name, person.rating, doubts) == ("Mia", "Moss", None, [])


def test_a_long_number_and_a_known_one_are_licences():
    person, doubts = read_one("Betzy Collins 1043654 1136")
    assert (person.licence, person.rating, doubts) == ("1043654", 1136, [])
    assert read_one("Betzy Collins AA012345 1136")[0].licence == "AA012345"
    person, doubts = read_one("Betzy Collins 1136 777", licences={"777"})
    assert (person.licence, person.rating, doubts) == ("777", 1136, [])


def test_cells_of_a_spreadsheet():
    person, doubts = read_one("Collins\tBetzy\t85\tLille")
    assert (person.name, person.family_name, person.rating, person.club) == (
        "Betzy Collins",
        "Collins",
        85,
        "Lille",
    )
    assert doubts == ["Two cells are read as the last name and the first name."]
    assert read_one("Betzy Collins\tLille\tnorth")[1] == ["Not read: “north”."]
    assert read_one("Betzy Collins 1136 1140")[1] == ["Not read: “1140”."]


def test_a_line_that_names_columns_is_read_as_in_a_file():
    lines, _order = read_pasted(
        "Spring open\nLast name\tFirst name\tElo\nCollins\tBetzy\t1136\n\nde la Tour\tAnn\t\n"
    )
    assert [(line.number, dict(line.values)) for line in lines] == [
        (3, {"last_name": "Collins", "first_name": "Betzy", "rating": "1136"}),
        (5, {"last_name": "de la Tour", "first_name": "Ann"}),
    ]


@pytest.mark.parametrize("text", ["Betzy Collins", "1043654", "12", "Player 001", "Ann & Bob", "Player 12"])
def test_a_name_or_a_licence_alone_is_plain(text):
    [line] = read_pasted(text).lines
    assert line.is_plain
    assert " & ".join(line.values.values()) == text


@pytest.mark.parametrize(
    "text", ["Collins, Betzy", "Betzy\tCollins", "Betzy Collins 900", "#3 Betzy Collins"]
)
def test_a_line_that_says_more_is_not_plain(text):
    [line] = read_pasted(text).lines
    assert not line.is_plain
