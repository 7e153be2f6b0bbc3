"""Lists as federations send them, looked at and imported on the pages: columns, new names, lines left out, record."""

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils.translation import override

from tests.tournaments.people.lists import import_file
from tournaments.errors import RuleViolation
from tournaments.models import PeopleList, Player
from tournaments.people import privacy
from tournaments.people import services as people_services
from tournaments.people.imports import services
from tournaments.people.imports.plan import PlanKind
from tournaments.people.services import Person
from tournaments.views.people.import_groups import SHOWN

MOST_PAGE_BYTES = 60_000
pytestmark = pytest.mark.django_db

FEDERATION = """Fédération: FFSc;;;;;;;
Liste 2026;;;;;;;
Nr. Lic.;NOM et Prénom;Né(e) le;CLUB  (section);Sér.;Class. nat.;Nationalité;e-mail
1;DUPONT Elise;12/05/85;Nice;4B;1 085;Belgique;x@example.org
2;MARTIN Bob;1950;Lyon;3;1500.0;FRA;
Total : 2 licenciés;;;;;;;
"""


@pytest.fixture
def elise():
    return people_services.save_player(Person("Élise Dupont", licence="1", club="Lyon"))


def looked_at(page, text):
    file = SimpleUploadedFile("list.csv", text.encode())
    return page.post(reverse("new-people-import"), {"file": file}).url


def columns_of(look):
    return reverse("people-columns", args=[look.strip("/").split("/")[-1]])


def csv_rows(answer):
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_a_federations_headings_are_read_and_what_is_not_is_said(page, elise):
    look = looked_at(page, FEDERATION)
    text = page.get(look).text
    assert "Nr. Lic. = Licence" in text
    assert "Class. nat. = Rating" in text
    assert '<span class="chip warn">e-mail</span>' in text
    assert "6 “Total : 2 licenciés”" in text
    assert "New clubs: Nice" in " ".join(text.split())
    import_file(page, look)
    elise.refresh_from_db()
    names = {"given_name": "Élise", "family_name": "Dupont"}
    known = Person("Élise Dupont", "1", "Nice", "BEL", "4B", 1985, 1085, **names)
    assert people_services.person_of(elise) == known
    bob = people_services.person_of(Player.objects.get(licence="2"))
    names = {"given_name": "Bob", "family_name": "MARTIN"}
    assert bob == Person("MARTIN Bob", "2", "Lyon", "FRA", "3", 1950, 1500, **names)


def test_a_user_says_what_a_column_is_and_the_list_is_read_again(page, elise):
    look = looked_at(page, "Naam;Nummer;Vereniging\nElise Dupont;1;Gent\n")
    text = page.get(look).text
    assert "Import them" not in text
    assert "Elise Dupont" in text
    page.post(columns_of(look), {"column": ["name", "licence", "club"]})
    assert "<del>Lyon</del> → <ins>Gent</ins>" in page.get(look).text
    page.post(columns_of(look), {"column": ["name", "name", "club"]})
    assert "Two columns are chosen as “Name”." in page.get(look).text
    import_file(page, look)
    elise.refresh_from_db()
    assert elise.club.name == "Gent"
    answer = page.post(columns_of(look), {"column": ["name", "", ""]}, follow=True)
    assert "This list has already been imported, or is being imported now." in answer.text


def test_a_list_without_licences_is_not_brought_in_unless_somebody_says_so(page, elise):
    look = looked_at(page, "Nom;Numero secret;Club\nElise Dupont;1;Gent\n")
    assert "No column is read as the licence" in page.get(look).text
    assert import_file(page, look).status_code == 422
    assert Player.objects.get().club.name == "Lyon"
    import_file(page, look, without_licences="1")
    assert Player.objects.get().club.name == "Gent"


def test_where_nobody_has_a_licence_none_is_asked_for(page):
    people_services.save_player(Person("Bob"))
    look = looked_at(page, "Nom;Club\nBob;Gent\n")
    assert "No column is read as the licence" not in page.get(look).text
    import_file(page, look)
    assert Player.objects.get().club.name == "Gent"


@pytest.mark.parametrize(
    ("ticked", "names"),
    [
        ({}, ["Bob Martin", "Élise Dupont"]),
        ({"renamed": ["2"]}, ["Bob Martin", "Élise Bernard"]),
        ({"all_renamed": "1"}, ["Imposteur Jean", "Élise Bernard"]),
    ],
)
def test_a_new_name_counts_once_somebody_has_said_that_it_is_right(page, elise, ticked, names):
    people_services.save_player(Person("Bob Martin", licence="2"))
    look = looked_at(page, "Nom;Licence;Club\nÉlise Bernard;1;Nice\nImposteur Jean;2;Nice\n")
    assert "No part of the name is the same." in page.get(look).text
    import_file(page, look, **ticked)
    assert sorted(Player.objects.values_list("name", flat=True)) == sorted(names)
    left = PeopleList.objects.get().left_out
    assert len(left) == len({"Bob Martin", "Élise Dupont"} & set(names))
    if not ticked:
        assert left[0] == [2, ["Élise Bernard", "1", "Nice"], ["Licence 1 belongs to Élise Dupont."]]


@pytest.mark.slow
def test_a_long_list_is_shown_in_parts_whose_ticks_are_kept(page):
    known = [Player.named(f"Old Name{number}") for number in range(120)]
    for number, player in enumerate(known):
        player.licence = f"R{number}"
    people_services.store_players(known)
    lines = [f"New Name{number};R{number}" for number in range(120)]
    lines += [f"Somebody Else{number};N{number}" for number in range(300)]
    look = looked_at(page, "\n".join(("Name;Licence", *lines)))
    answer = page.get(look)
    text = answer.text
    print(f"420 lines: a page of {len(answer.content) // 1000} kB")
    assert len(answer.content) < MOST_PAGE_BYTES
    assert "300 new" in text
    assert text.count('name="renamed"') == SHOWN
    assert "Show more: 70 are left" in text
    assert "250 are left" in text
    more = page.get(look, {"group": "renamed", "start": SHOWN}, headers={"HX-Request": "true"}).text
    assert more.count('name="renamed"') == SHOWN
    assert "<html" not in more
    last = page.get(look, {"group": "renamed", "start": 2 * SHOWN}).text
    assert last.count('name="renamed"') == 20
    assert "Show more" not in last
    for ticked, shown in (["3", "4"], SHOWN), (["3", "52"], 2 * SHOWN), (["4", "121"], 120):
        refused = page.post(look, {"mark": "x", "renamed": ticked}).text
        assert refused.count('" checked><span') == 2
        assert refused.count('name="renamed"') == shown
        assert (f"start={shown}&" in refused or f'start={shown}"' in refused) == (shown < 120)
    import_file(page, look, renamed=["3", "119"])
    assert Player.objects.filter(name__startswith="New").count() == 2
    done = page.get(look)
    assert len(done.content) < MOST_PAGE_BYTES
    assert "250 are left" in done.text
    assert page.get(look, {"group": "new", "start": 290}).text.count("<tr>") == 10
    assert "Show more" not in page.get(look, {"group": "none", "start": "x"}).text


def test_wrong_lines_are_left_out_if_the_user_has_seen_as_many(page, elise):
    text = "Nom;Licence;Né en\n12;5;1991\nBob;6;1950\n99;7;\n"
    look = looked_at(page, text)
    assert "Import the others, without 2 lines" in page.get(look).text
    left_out = reverse("people-left-out", args=[PeopleList.objects.get().pk])
    before = csv_rows(page.get(left_out))
    assert import_file(page, look, left_out="1").status_code == 422
    assert Player.objects.count() == 1
    import_file(page, look, left_out="2")
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Bob", "Élise Dupont"]
    assert "Name: “12” is not valid." in page.get(look).text
    after = csv_rows(page.get(left_out))
    assert before == after
    assert after == [
        ["Nom", "Licence", "Né en", "Line", "Error"],
        ["12", "5", "1991", "2", "Name: “12” is not valid."],
        ["99", "7", "", "4", "Name: “99” is not valid."],
    ]


def test_lines_left_out_go_with_the_next_list_and_with_who_is_forgotten(page, keeper, elise):
    look = looked_at(page, "Nom;Licence;Né en\nÉlise Dupont;1;2091\nZoé;7;hier\n")
    import_file(page, look)
    assert [line[1][0] for line in PeopleList.objects.get().left_out] == ["Élise Dupont", "Zoé"]
    privacy.erase_player(elise)
    assert [line[1][0] for line in PeopleList.objects.get().left_out] == ["Zoé"]
    looked_at(page, "Nom\nAnn\n")
    assert PeopleList.objects.get(done_at__isnull=False).left_out == []


def test_what_was_left_out_is_told_in_the_language_of_whoever_asked_for_the_import(page):
    page.cookies["django_language"] = "fr"
    look = looked_at(page, "Nom;Licence;Né en\nZoé;7;31/02/1990\n")
    page.post(look, {"mark": page.get(look).context["mark"]})
    with override("en"):  # as a worker, which knows no request
        services.import_list(PeopleList.objects.get().pk)
    assert "n’existe dans aucun calendrier" in PeopleList.objects.get().left_out[0][2][0]


def test_the_record_says_who_was_new_and_what_changed(page, elise):
    look = looked_at(page, "Nom;Licence;Club;Série\nElise Dupont;1;Nice;4B\nAnn;5;Lyon;3\n")
    import_file(page, look)
    people_services.save_player(
        Person("Élise Dupont", licence="1", club="Paris"), Player.objects.get(licence="1")
    )
    text = page.get(look).text
    assert "<del>Lyon</del> → <ins>Nice</ins>" in text
    assert "Ann" in text
    assert "Paris" not in text
    assert look in page.get(reverse("new-people-import")).text
    assert (
        f'<a class="small" href="{look}">from a list</a>' in page.get(reverse("person", args=[elise.pk])).text
    )


@pytest.mark.slow
def test_what_goes_out_comes_in_again_as_it_was_with_namesakes_and_names_that_are_nearly_one(keeper, page):
    names = ("Kévin Gagné", "Kevin Gagne", "GAGNÉ Kévin", "Jean-Pierre Côté", "Jean Pierre Côté")
    players = [
        Player(
            licence="" if number % 3 == 0 else f"{number:06}",
            country=("BEL", "QUE", "")[number % 3],
            birth_year=1930 + number % 70,
            rating=number,
        )
        for number in range(300)
    ]
    for number, player in enumerate(players):
        group = number // 15 if player.licence else number // 15 * 100 + number % 15 // 3
        player.rename(
            f"{names[number % 5]} {group}" if not player.licence else f"{names[number % 5]} X{group}"
        )
    Player.objects.bulk_create(players)
    for kind in ("csv", "xlsx"):
        body = page.get(reverse("export-people", args=[kind])).content
        kept = services.keep_list(data=body, file_name=f"people.{kind}", by=keeper)
        planned = services.plan_of(kept)
        assert len(planned) == 300
        assert {line.kind for line in planned} == {PlanKind.SAME}


def test_columns_are_read_by_who_may_and_of_lists_that_are_there(page, client):
    assert page.post(reverse("people-columns", args=[99])).status_code == 404
    assert page.get(reverse("people-left-out", args=[99])).status_code == 404


def test_a_list_whose_names_are_nowhere_is_not_brought_in(keeper):
    kept = services.keep_list(data=b"foo;bar\n1;2\n", file_name="x.csv", by=keeper)
    with pytest.raises(RuleViolation) as error:
        services.import_people(people=kept, mark=services.tag_import_plan([]), by=keeper)
    assert error.value.code == "no_name_column"
