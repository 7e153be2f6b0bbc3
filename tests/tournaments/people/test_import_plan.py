"""The meaning of a list's lines for the people who are there."""

import pytest

from tournaments.people.imports.files import Line
from tournaments.people.imports.plan import Kind, Known, plan_import
from tournaments.people.services import Person

ELISE = Person("Élise Dupont", licence="12", club="Lyon", birth_year=1990)
BOB = Person("Bob Martin")
NAMESAKES = (Person("Ann Lee", licence="1"), Person("Ann Lee", licence="2"))
OTHERS = (Person("Kim", country="FR"), Person("Kévin Gagné"), Person("Kevin Gagne"))
KNOWN = Known.of(enumerate((ELISE, BOB, *NAMESAKES, *OTHERS), start=1))


def planned(**values):
    (line,) = plan_import([Line(2, values)], KNOWN)
    return line


@pytest.mark.parametrize(
    ("values", "pk", "changes"),
    [
        ({"name": "Élise Dupont", "licence": "12"}, 1, []),
        ({"name": "élise  dupont", "club": "LYON"}, 1, []),
        ({"name": "élise  dupont", "club": "Lyón"}, 1, []),
        ({"name": "Elise Dupont", "birth_year": "1990-02-03"}, 1, []),
        ({"name": "DUPONT Elise", "licence": "12"}, 1, []),
        (
            {"name": "MARTIN Bób", "licence": "9"},
            2,
            [("name", "Bob Martin", "Bób Martin"), ("licence", "", "9")],
        ),
        ({"name": "Bob Martin", "licence": "99"}, 2, [("licence", "", "99")]),
        ({"last_name": "Martin", "first_name": "Bob", "rating": "1500"}, 2, [("rating", None, 1500)]),
        ({"name": "Bób Martin"}, 2, [("name", "Bob Martin", "Bób Martin")]),
        ({"name": "Élise Dupont", "licence": "12", "club": ""}, 1, []),
        ({"name": "Ann Lee", "licence": "2", "country": "be"}, 4, [("country", "", "BE")]),
        ({"name": "Ann Lee", "licence": "1", "country": "Belgique"}, 3, [("country", "", "BEL")]),
        ({"name": "Kim", "country": "France"}, 5, []),
        ({"name": "Kim", "rating": "1 085"}, 5, [("rating", None, 1085)]),
        ({"name": "KÉVIN GAGNÉ"}, 6, []),
        ({"name": "kevin gagne"}, 7, []),
    ],
)
def test_somebody_known(values, pk, changes):
    line = planned(**values)
    assert (line.pk, line.changes) == (pk, changes)
    assert line.kind is (Kind.CHANGED if changes else Kind.SAME)


@pytest.mark.parametrize(
    "values",
    [{"name": "Cleo"}, {"name": "Ann Lee", "licence": "3"}, {"name": "Elise Dupont", "licence": "13"}],
)
def test_somebody_new(values):
    line = planned(**values)
    assert (line.kind, line.pk) == (Kind.NEW, None)


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"licence": "5"}, "There is no name."),
        ({"name": "Ann Lee"}, "There are 2 players of that name: write the licence number."),
        ({"name": "Cleo", "birth_year": "90"}, "Year of birth: “90” cannot be right."),
        ({"name": "Cleo", "birth_year": "2091"}, "Year of birth: “2091” cannot be right."),
        ({"name": "Cleo", "birth_year": "1840"}, "Year of birth: “1840” cannot be right."),
        ({"name": "Cleo", "birth_year": "9999999"}, "Year of birth: “9999999” cannot be right."),
        ({"name": "Cleo", "rating": "good"}, "Rating: “good” cannot be right."),
        (
            {"name": "Cleo", "country": "Atlantis"},
            "Country: “Atlantis” is none that we know; write its code.",
        ),
        ({"name": "Kévin GAGNE"}, "There are 2 players of that name: write the licence number."),
        ({"name": "x" * 81}, f"Name: “{'x' * 81}” is longer than 80 characters."),
    ],
)
def test_lines_that_are_wrong(values, problem):
    line = planned(**values)
    assert line.kind is Kind.WRONG
    assert [str(each) for each in line.problems] == [problem]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"name": "Cleo"}, {"name": "Cléo"}),
        ({"name": "Cleo", "licence": "7"}, {"name": "Cleo B.", "licence": "7"}),
        ({"name": "Élise Dupont", "licence": "12"}, {"name": "DUPONT Elise"}),
        ({"name": "Cleo", "licence": "7"}, {"name": "Cléo"}),
        ({"name": "Cleo"}, {"name": "Cléo", "licence": "7"}),
        ({"name": "Cleo", "licence": "fr7"}, {"name": "Cléo", "licence": "FR7"}),
    ],
)
def test_the_same_player_twice_in_a_list(first, second):
    lines = plan_import([Line(2, first), Line(3, {"name": "Zoe"}), Line(4, second)], KNOWN)
    assert [line.kind is Kind.WRONG for line in lines] == [False, False, True]
    assert str(lines[2].problems[0]) == "The same player is in line 2."


@pytest.mark.parametrize(
    ("name", "notes"), [("Élise Martin", []), ("Jean Imposteur", ["No word of it is the same."])]
)
def test_another_name_beside_a_licence_we_know_is_a_new_name_to_be_confirmed(name, notes):
    line = planned(name=name, licence="12", club="Nice")
    assert (line.kind, line.pk, line.before) == (Kind.RENAMED, 1, ELISE)
    assert (line.person.name, line.person.club, line.person.birth_year) == (name, "Nice", 1990)
    assert [str(note) for note in line.notes] == notes


@pytest.mark.parametrize(
    ("values", "note"),
    [
        ({"name": "Cleo", "licence": "0012"}, "Licence 0012 looks like 12, that of Élise Dupont."),
        ({"name": "Cleo", "licence": "1-2"}, "Licence 1-2 looks like 12, that of Élise Dupont."),
        ({"name": "Elise Dupont", "licence": "13"}, "There is one of that name: Élise Dupont, 12."),
    ],
)
def test_somebody_new_who_looks_like_one_who_is_there(values, note):
    line = planned(**values)
    assert line.kind is Kind.NEW
    assert [str(each) for each in line.notes] == [note]


def test_two_new_people_of_one_name():
    lines = plan_import(
        [Line(2, {"name": "Cleo", "licence": "7"}), Line(3, {"name": "Cleo", "licence": "8"})], KNOWN
    )
    assert [line.kind for line in lines] == [Kind.NEW, Kind.NEW]
    assert [str(note) for note in lines[1].notes] == ["The same name is in line 2."]


@pytest.mark.parametrize(
    "values",
    [
        {"licence": "Total : 122 licenciés"},
        {"name": "Total: 12"},
        {"club": "Élan Namur"},
        {"name": "NOM et Prénom", "licence": "N° Lic.", "club": "Club"},
    ],
)
def test_lines_that_are_nobody(values):
    assert planned(**values).kind is Kind.NOBODY


def test_a_licence_is_one_whatever_its_case():
    known = Known.of([(1, Person("Zoe Lee", licence="FR7"))])
    (line,) = plan_import([Line(2, {"name": "Zoe Lee", "licence": "fr7"})], known)
    assert (line.pk, line.kind) == (1, Kind.SAME)


@pytest.mark.parametrize(
    ("name", "notes"),
    [
        ("B\u043eb Martin", ["The name looks like Bob Martin, –.", "The name has letters of two alphabets."]),
        ("\u0410nn Lee", ["The name looks like Ann Lee, 1.", "The name looks like Ann Lee, 2."]),
        ("\u041a\u0456m", ["The name looks like Kim, FR."]),
        ("Ким", []),
        ("Åsa Öberg", []),
    ],
)
def test_a_new_name_that_looks_like_one_that_is_known_is_noted(name, notes):
    line = planned(name=name, licence="77")
    assert line.kind is Kind.NEW
    told = [str(note) for note in line.notes]
    assert [note.replace("–", "FR") if "Kim" in note else note for note in told][: len(notes)] == notes
    assert bool(told) is bool(notes)


def test_new_names_that_look_like_one_another_are_noted():
    names = ["Zoe Adam", "Cleo", "Zo\u0435 Adam", "Adam Zoe", "Кира"]
    lines = plan_import([Line(number, {"name": name}) for number, name in enumerate(names, start=2)], KNOWN)
    assert [[str(note) for note in line.notes] for line in lines] == [
        [],
        [],
        ["The name has letters of two alphabets.", "The name looks like the one in line 2."],
        [],
        [],
    ]
    assert lines[3].kind is Kind.WRONG
