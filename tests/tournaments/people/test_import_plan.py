"""The meaning of a list's lines for the people who are there."""

import pytest

from tournaments.people.imports.files import FileLine
from tournaments.people.imports.plan import Known, PlanKind, missing_people, plan_import
from tournaments.people.services import Person

ELISE = Person("Élise Dupont", licence="12", club="Lyon", birth_year=1990)
BOB = Person("Bob Martin", given_name="Bob", family_name="Martin")
NAMESAKES = (Person("Ann Lee", licence="1"), Person("Ann Lee", licence="2"))
OTHERS = (Person("Kim", country="FR"), Person("Kévin Gagné"), Person("Kevin Gagne"))
KNOWN = Known.of(enumerate((ELISE, BOB, *NAMESAKES, *OTHERS), start=1))


def planned(**values):
    (line,) = plan_import([FileLine(2, values)], KNOWN)
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
            [("name", "Bob Martin", "Bób Martin"), ("licence", "", "9"), ("given_name", "Bob", "Bób")],
        ),
        ({"name": "Bob Martin", "licence": "99"}, 2, [("licence", "", "99")]),
        ({"last_name": "Martin", "first_name": "Bob", "rating": "1500"}, 2, [("rating", None, 1500)]),
        ({"name": "Bób Martin"}, 2, [("name", "Bob Martin", "Bób Martin"), ("given_name", "Bob", "Bób")]),
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
    assert line.kind is (PlanKind.CHANGED if changes else PlanKind.SAME)


@pytest.mark.parametrize(
    "values",
    [{"name": "Cleo"}, {"name": "Ann Lee", "licence": "3"}, {"name": "Elise Dupont", "licence": "13"}],
)
def test_somebody_new(values):
    line = planned(**values)
    assert (line.kind, line.pk) == (PlanKind.NEW, None)


LONG = "x" * 161


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"birth_year": "90"}, "Year of birth: “90” is not valid."),
        ({"birth_year": "hier"}, "Year of birth: “hier” is not valid."),
        ({"birth_year": "2091"}, "Year of birth: “2091” is not between 1907 and 2026."),
        ({"birth_year": "1890"}, "Year of birth: “1890” is not between 1907 and 2026."),
        ({"birth_year": "31/02/1990"}, "Year of birth: “31/02/1990” is not a valid date."),
        ({"birth_year": "1990-13-13"}, "Year of birth: “1990-13-13” is not a valid date."),
        ({"birth_year": "19900231"}, "Year of birth: “19900231” is not a valid date."),
        ({"birth_year": "30/02/90"}, "Year of birth: “30/02/90” is not a valid date."),
        ({"birth_year": "9999999"}, "Year of birth: “9999999” is not valid."),
        ({"rating": "good"}, "Rating: “good” is not valid."),
        ({"rated_games": "-4"}, "Rated games: “-4” is not valid."),
        ({"country": "Atlantis"}, "Country: “Atlantis” is unknown; enter its code."),
        ({"federation": "FISF"}, "Federation: the country of “FISF” is not known."),
        ({"sex": "?"}, "Sex: “?” is not valid."),
        ({"sex": "X?"}, "Sex: “X?” is not valid."),
        ({"age_category": "Zorglub"}, "Age category: “Zorglub” is not valid."),
        ({"series": "99Z"}, "Series: “99Z” is not valid."),
        ({"series": "4E"}, "Series: “4E” is not valid."),
        ({"age_category": "12"}, "Age category: “12” is not valid."),
        ({"series": "x" * 11}, f"Series: “{'x' * 11}” is longer than 10 characters."),
        ({"club": LONG}, f"Club: “{LONG}” is longer than 160 characters."),
        ({"club_code": "x" * 21}, f"Club code: “{'x' * 21}” is longer than 20 characters."),
        ({"last_name": "Durand"}, "First and last name: “Durand” is not the name."),
    ],
)
def test_a_cell_that_cannot_be_read_is_left_out_and_its_line_comes_in(values, problem):
    line = planned(name="Cleo", licence="88", **values)
    assert (line.kind, [str(one) for one in line.cells], line.problems) == (PlanKind.NEW, [problem], ())
    assert line.person == Person("Cleo", licence="88")


@pytest.mark.parametrize(
    "text", ["29/02/2000", "2/29/2000", "2000-02-29", "20000229", "00/00/2000", "02/2000"]
)
def test_days_of_birth(text):
    assert planned(name="Cleo", birth_year=text).person.birth_year == 2000


@pytest.mark.parametrize(
    ("values", "person"),
    [
        ({"age_category": "V"}, {"age_category": "Vermeil"}),
        ({"age_category": "vermeils"}, {"age_category": "Vermeil"}),
        ({"age_category": "Vétéran 3"}, {"age_category": "Vétéran 3"}),
        ({"sex": "Mme"}, {"sex": "F"}),
        ({"sex": "H"}, {"sex": "M"}),
        ({"sex": "m"}, {"sex": "M"}),
        ({"sex": "Mrs"}, {"sex": "F"}),
        ({"sex": "Sra."}, {"sex": "F"}),
        ({"sex": "femminile"}, {"sex": "F"}),
        ({"sex": "Bărbat"}, {"sex": "M"}),
        ({"sex": "Sr."}, {"sex": "M"}),
        ({"sex": "Fille"}, {"sex": "F"}),
        ({"age_category": "VE"}, {"age_category": "Vermeil"}),
        ({"federation": "FFSc"}, {"country": "FRA"}),
        ({"federation": "FBS", "country": "Maroc"}, {"country": "MAR"}),
        ({"club_code": "a05"}, {"club": "a05"}),
        ({"club_code": "a05", "club": "Lyon"}, {"club": "Lyon"}),
        ({"committee": "Lyonnais"}, {"committee": "Lyonnais"}),
    ],
)
def test_what_the_cells_of_a_federations_list_mean(values, person):
    line = planned(name="Cleo", **values)
    assert (line.person, line.cells) == (Person("Cleo", **person), ())


def test_an_m_beside_an_h_is_a_woman_in_spanish():
    lines = [FileLine(2, {"name": "Ana", "sex": "M"}), FileLine(3, {"name": "Juan", "sex": "H"})]
    assert [line.person.sex for line in plan_import(lines, KNOWN)] == ["F", "M"]


def test_a_federations_federation_does_not_leave_the_others_out():
    lines = [FileLine(number, {"name": f"P{number} X", "federation": "FISF"}) for number in range(5)]
    lines.append(FileLine(5, {"name": "Last One", "federation": "FBS"}))
    found = plan_import(lines, KNOWN)
    assert [len(line.cells) for line in found] == [1] * 5 + [0]
    assert found[-1].person.country == "BEL"


@pytest.mark.parametrize(
    ("order", "parts"),
    [("family", ("Marie", "Latour")), ("given", ("Latour", "Marie")), ("", ("", ""))],
)
def test_the_order_of_a_list_splits_the_names_of_new_people(order, parts):
    (line,) = plan_import([FileLine(2, {"name": "Latour Marie"})], KNOWN, order)
    assert (line.person.given_name, line.person.family_name, line.apart) == (*parts, False)


def test_names_in_two_columns_are_the_parts_in_the_known_spelling():
    known = Known.of([(1, Person("Marie Tour Anne", "5", given_name="Marie Tour", family_name="Anne"))])
    values = {"last_name": "TOUR ANNE", "first_name": "Marie", "licence": "5"}
    (line,) = plan_import([FileLine(2, values)], known)
    assert line.apart
    assert line.changes == [("given_name", "Marie Tour", "Marie"), ("family_name", "Anne", "Tour Anne")]


def test_parts_longer_than_a_name_are_left_out():
    values = {"name": "Luc Roy", "first_name": "Luc", "last_name": "Roy" + "-" * 80}
    (line,) = plan_import([FileLine(2, values)], KNOWN)
    assert (line.kind, line.apart, line.person.family_name, len(line.cells)) == (PlanKind.NEW, False, "", 1)


def test_a_guess_never_changes_the_parts_of_a_known_name():
    known = Known.of([(1, Person("Juan García Paz", given_name="Juan", family_name="García Paz"))])
    (line,) = plan_import([FileLine(2, {"name": "García Paz Juan"})], known, "family")
    assert line.kind is PlanKind.SAME


@pytest.mark.parametrize(
    ("written", "order", "kind"),
    [
        ("Durand Anne", "family", PlanKind.CHANGED),
        ("DURAND Anne", "", PlanKind.CHANGED),
        ("Durand, Anne", "", PlanKind.CHANGED),
        ("Durand Anne", "", PlanKind.SAME),
        ("Durand Anne", "given", PlanKind.SAME),
    ],
)
def test_a_list_that_says_the_family_name_mends_what_a_rule_has_split(written, order, kind):
    people = [(1, Person("Durand Anne", given_name="Durand", family_name="Anne"))]
    (line,) = plan_import([FileLine(2, {"name": written})], Known.of(people, unsure={1}), order)
    assert line.kind is kind
    if kind is PlanKind.CHANGED:
        assert line.changes == [("given_name", "Durand", "Anne"), ("family_name", "Anne", "Durand")]
    (line,) = plan_import([FileLine(2, {"name": written})], Known.of(people), order)
    assert line.kind is PlanKind.SAME


def test_missing_people_are_listed_by_club_and_family_name():
    names = [("Zoé Abel", "Lyon"), ("Anne Roy", "Élan"), ("Élie Dupont", "Lyon"), ("Al Zola", "Arras 10")]
    people = [Person(name, str(number), club=club) for number, (name, club) in enumerate(names)]
    people.append(Person("Luc Py", "9", club="Arras 9"))
    lacking = missing_people([], Known.of(enumerate(people)))
    assert [one.name for _pk, one in lacking] == ["Luc Py", "Al Zola", "Anne Roy", "Zoé Abel", "Élie Dupont"]


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"licence": "5"}, "The name is missing."),
        ({"name": "Ann Lee"}, "2 players have this name: enter the licence number."),
        ({"name": "Kévin GAGNE"}, "2 players have this name: enter the licence number."),
        ({"name": "x" * 81}, f"Name: “{'x' * 81}” is longer than 80 characters."),
    ],
)
def test_lines_that_are_wrong(values, problem):
    line = planned(**values)
    assert line.kind is PlanKind.WRONG
    assert [str(each) for each in line.problems] == [problem]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"name": "Cleo"}, {"name": "Cléo"}),
        ({"name": "Élise Dupont", "licence": "12"}, {"name": "DUPONT Elise"}),
        ({"name": "Cleo", "licence": "7"}, {"name": "Cléo"}),
        ({"name": "Cleo"}, {"name": "Cléo", "licence": "7"}),
        ({"name": "Cleo", "licence": "fr7"}, {"name": "Cléo", "licence": "FR7"}),
    ],
)
def test_the_same_player_twice_in_a_list(first, second):
    lines = plan_import([FileLine(2, first), FileLine(3, {"name": "Zoe"}), FileLine(4, second)], KNOWN)
    assert [line.kind is PlanKind.WRONG for line in lines] == [False, False, True]
    assert str(lines[2].problems[0]) == "The same player is in line 2."


def test_what_known_people_have_is_no_wrong_cell():
    known = Known.of([(1, Person("Ann", age_category="Zorglub", series="9Z"))])
    (line,) = plan_import([FileLine(2, {"name": "Bob", "age_category": "zorglub", "series": "9z"})], known)
    assert (line.person.age_category, line.person.series, line.cells) == ("zorglub", "9z", ())


@pytest.mark.parametrize("licence", ["7", "12"])
def test_one_licence_with_two_names_in_a_list(licence):
    lines = plan_import(
        [
            FileLine(2, {"name": "Cleo", "licence": licence}),
            FileLine(4, {"name": "Bea Noir", "licence": licence}),
        ],
        KNOWN,
    )
    assert lines[1].kind is PlanKind.WRONG
    assert str(lines[1].problems[0]) == f"Line 2 has the same licence, {licence}, with another name: Cleo."


@pytest.mark.parametrize(
    ("name", "notes"), [("Élise Martin", []), ("Jean Imposteur", ["No part of the name is the same."])]
)
def test_another_name_beside_a_licence_we_know_is_a_new_name_to_be_confirmed(name, notes):
    line = planned(name=name, licence="12", club="Nice")
    assert (line.kind, line.pk, line.before) == (PlanKind.RENAMED, 1, ELISE)
    assert (line.person.name, line.person.club, line.person.birth_year) == (name, "Nice", 1990)
    assert [str(note) for note in line.notes] == notes


@pytest.mark.parametrize(
    ("values", "note"),
    [
        ({"name": "Cleo", "licence": "0012"}, "Licence 0012 looks like 12, which belongs to Élise Dupont."),
        ({"name": "Cleo", "licence": "1-2"}, "Licence 1-2 looks like 12, which belongs to Élise Dupont."),
        (
            {"name": "Elise Dupont", "licence": "13"},
            "A player with this name already exists: Élise Dupont, 12.",
        ),
    ],
)
def test_somebody_new_who_looks_like_one_who_is_there(values, note):
    line = planned(**values)
    assert line.kind is PlanKind.NEW
    assert [str(each) for each in line.notes] == [note]


def test_two_new_people_of_one_name():
    lines = plan_import(
        [FileLine(2, {"name": "Cleo", "licence": "7"}), FileLine(3, {"name": "Cleo", "licence": "8"})], KNOWN
    )
    assert [line.kind for line in lines] == [PlanKind.NEW, PlanKind.NEW]
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
    assert planned(**values).kind is PlanKind.NOBODY


def test_a_licence_is_one_whatever_its_case():
    known = Known.of([(1, Person("Zoe Lee", licence="FR7"))])
    (line,) = plan_import([FileLine(2, {"name": "Zoe Lee", "licence": "fr7"})], known)
    assert (line.pk, line.kind) == (1, PlanKind.SAME)


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
    assert line.kind is PlanKind.NEW
    told = [str(note) for note in line.notes]
    assert [note.replace("–", "FR") if "Kim" in note else note for note in told][: len(notes)] == notes
    assert bool(told) is bool(notes)


def test_new_names_that_look_like_one_another_are_noted():
    names = ["Zoe Adam", "Cleo", "Zo\u0435 Adam", "Adam Zoe", "Кира"]
    lines = plan_import(
        [FileLine(number, {"name": name}) for number, name in enumerate(names, start=2)], KNOWN
    )
    assert [[str(note) for note in line.notes] for line in lines] == [
        [],
        [],
        ["The name has letters of two alphabets.", "The name looks like the one in line 2."],
        [],
        [],
    ]
    assert lines[3].kind is PlanKind.WRONG
