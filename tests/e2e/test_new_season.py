"""A new season as a club's secretary meets it: last year's players, a new list from the federation, who moved club, who
is missing from it.
"""

import csv
import io

import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tournaments.events.registration.services import register_player
from tournaments.models import Event, PeopleList, Player
from tournaments.people import services as people_services
from tournaments.people.imports import services
from tournaments.people.imports.files import FileLine
from tournaments.people.imports.plan import Known, missing_people, plan_import
from tournaments.people.services import Person

LAST_YEAR = (
    Person("Élise Dupont", licence="12", club="Lyon", series="4B"),
    Person("Bob Martin", licence="13", club="Lyon", series="5A"),
    Person("Cleo Petit", licence="14", club="Nice"),
    Person("Dora Grand", licence="15", club="Nice"),
    Person("Emil Court", licence="16"),
    Person("Guest Gus", club="Lyon"),
)
NEW_LIST = (
    "Nom;Prénom;Licence;Club;Série\n"
    "DUPONT;Elise;12;Nice;4A\n"
    "MARTIN;Bob;13;LYON;5A\n"
    "COURT;Emil;16;Lyon;\n"
    "NEUF;Flora;17;Nice;7\n"
)


@pytest.fixture
def page(client, db):
    keeper = User.objects.create_user("keeper")
    keeper.user_permissions.add(Permission.objects.get(codename="change_player"))
    client.force_login(keeper)
    return client


@pytest.fixture
def last_year(db):
    return [people_services.save_player(person) for person in LAST_YEAR]


def planned_of(*lines, known=LAST_YEAR):
    known = Known.of(enumerate(known, start=1))
    return plan_import(
        [FileLine(number, values) for number, values in enumerate(lines, start=2)], known
    ), known


def test_who_moves_club_had_one_before():
    lines, _known = planned_of(
        {"name": "Élise Dupont", "licence": "12", "club": "Nice"},
        {"name": "Bob Martin", "licence": "13", "club": "LYON"},
        {"name": "Emil Court", "licence": "16", "club": "Lyon"},
        {"name": "Cleo Petit", "licence": "14"},
        {"name": "New Ned", "club": "Nice"},
    )
    assert [line.move for line in lines] == [("Lyon", "Nice"), None, None, None, None]


def test_missing_is_who_has_a_licence_and_is_in_no_line():
    lines, known = planned_of({"name": "Élise Dupont", "licence": "12"}, {"name": "Cleo Petit"})
    assert [person.name for _pk, person in missing_people(lines, known)] == [
        "Emil Court",
        "Bob Martin",
        "Dora Grand",
    ]


@pytest.mark.parametrize(
    "values",
    [
        {"name": "Bob Martin", "licence": "13", "birth_year": "no year"},
        {"name": "Somebody Else", "licence": "13"},
        {"name": "MARTIN Bob", "rating": "good"},
    ],
)
def test_who_is_in_a_line_that_is_wrong_is_not_missing(values):
    lines, known = planned_of(values)
    assert "Bob Martin" not in {person.name for _pk, person in missing_people(lines, known)}


def test_the_path_of_a_new_season(page, last_year):
    register_player(event=Event.objects.create(name="In June"), name="14", phone=False)
    # The list as it came from the federation is looked at.
    file = SimpleUploadedFile("liste 2027.csv", NEW_LIST.encode("windows-1252"))
    look = page.post(reverse("new-people-import"), {"file": file}).url
    text = page.get(look).text
    assert "1 moves club" in text
    assert "<del>Lyon</del> → <ins>Nice</ins>" in text
    assert "<del>4B</del> → <ins>4A</ins>" in text
    assert "2 missing" in text
    missing = text[text.index('id="missing"') :]
    assert "Cleo Petit" in missing
    assert "Dora Grand" in missing
    assert "They are not changed" in missing
    assert "Guest Gus" not in text, "who has no licence is the club's own"
    # Those who are missing, as a file, to ask the clubs.
    answer = page.get(reverse("people-missing", args=[look.strip("/").rpartition("/")[2]]))
    assert "attachment" in answer["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [(row["Name"], row["Licence"], row["Club"]) for row in rows] == [
        ("Dora Grand", "15", "Nice"),
        ("Cleo Petit", "14", "Nice"),
    ]
    # Imported: who moved is in the new club, who is new is there, who is missing stays, with what they played.
    page.post(look, {"mark": page.get(look).context["mark"]})
    services.import_list(PeopleList.objects.get().pk)
    result = page.get(look).text
    assert "1 new player, 2 changed" in result
    assert "1 moves club" in result
    assert "Dora Grand" in result
    now = {player.licence: player for player in Player.objects.select_related("club").exclude(licence="")}
    assert {licence: player.club.name for licence, player in now.items()} == {
        "12": "Nice",
        "13": "Lyon",
        "14": "Nice",
        "15": "Nice",
        "16": "Lyon",
        "17": "Nice",
    }
    assert now["12"].series == "4A"
    assert now["14"].entries.count() == 1
    assert Player.objects.filter(name="Guest Gus").exists()
    assert now["12"].history.last().club.name == "Lyon", "where somebody came from stays on record"


def test_a_list_that_has_everybody_lacks_nobody(page, last_year):
    text = "Name;Licence\n" + "\n".join(f"{one.name};{one.licence}" for one in LAST_YEAR if one.licence)
    look = page.post(reverse("new-people-import"), {"file": SimpleUploadedFile("all.csv", text.encode())}).url
    answer = page.get(look).text
    assert "0 missing" not in answer
    assert 'id="missing"' not in answer
