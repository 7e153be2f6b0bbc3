"""The pages of people: who may see them, the list, a player, merging."""

import json
from dataclasses import asdict

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from tournaments.models import Club, Player
from tournaments.people import services as people_services
from tournaments.people.services import Person

pytestmark = [pytest.mark.django_db, pytest.mark.database]
ADDRESSES = [
    reverse("people"),
    reverse("new-person"),
    reverse("person", args=[1]),
    reverse("people-duplicates"),
    reverse("merge-people"),
    reverse("merge-clubs"),
    reverse("new-people-import"),
    reverse("people-import", args=[1]),
    reverse("export-people", args=["csv"]),
]


@pytest.fixture
def arbitrator_of_a_club():
    return User.objects.create_user("arbitrator")


@pytest.mark.parametrize("address", ADDRESSES)
def test_people_are_nobody_elses_business(client, arbitrator_of_a_club, address):
    ask = client.post if address in {reverse("merge-people"), reverse("merge-clubs")} else client.get
    assert ask(address).url.startswith("/login/")
    client.force_login(arbitrator_of_a_club)
    assert ask(address).status_code == 403


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_costs_as_many_queries_for_one_as_for_three(page, django_assert_num_queries, count):
    for number in range(count):
        people_services.save_player(Person(f"Player {number}", club=f"Club {number}"))
    with django_assert_num_queries(10):
        text = page.get(reverse("people")).text
    assert text.count("<tr>") == count + 1


def test_names_and_clubs_stand_in_the_order_in_which_people_look_for_them(page):
    for name, club in [("Zoé", "Club 10"), ("Élan", "Club 2"), ("Adam", "Club 1"), ("verviers", "Élan")]:
        people_services.save_player(Person(name, club=club))
    answer = page.get(reverse("people"))
    assert [player.name for player in answer.context["players"]] == ["Adam", "Élan", "verviers", "Zoé"]
    places = [answer.text.index(f">{club}</option>") for club in ("Club 1", "Club 2", "Club 10", "Élan")]
    assert places == sorted(places)


def test_a_player_is_made_found_and_changed_on_the_pages(page):
    page.post(
        reverse("new-person"),
        {"name": " Élise  Dupont ", "licence": "12", "club": "Lyon", "birth_year": "1990"},
    )
    player = Player.objects.get()
    assert "Élise Dupont" in page.get(reverse("people"), {"text": "dupont"}).text
    answer = page.post(reverse("person", args=[player.pk]), {"name": "", "licence": "12"})
    assert answer.status_code == 422
    assert Player.objects.get().name == "Élise Dupont"


def test_a_licence_that_belongs_to_another_is_said_at_its_field_and_nothing_typed_is_lost(page, elise):
    answer = page.post(reverse("new-person"), {"name": "Cleo", "licence": "12", "club": "Nice"})
    assert answer.status_code == 422
    assert "Licence 12 belongs to Élise Dupont." in answer.text
    assert 'value="Nice"' in answer.text
    assert not Club.objects.filter(name="Nice").exists()


def test_merging_on_the_page(page, elise):
    other = people_services.save_player(Person("elise dupont"))
    assert page.get(reverse("people-duplicates")).text.count('type="radio" name="keep"') == 2
    page.post(reverse("merge-people"), {"keep": elise.pk, "other": other.pk})
    assert Player.objects.get() == elise


@pytest.mark.parametrize("typed", [{"name": "ﷺ" * 80}, {"name": "ΐ" * 80, "club": "ﬃ" * 80}])
def test_names_that_come_apart_into_many_letters_fit(page, typed):
    assert page.post(reverse("new-person"), typed).status_code == 302
    assert page.get(reverse("people"), {"text": typed["name"]}).text.count("<tr>") == 2


def test_a_country_of_letters_that_grow_is_refused_at_its_field(page):
    assert page.post(reverse("new-person"), {"name": "Ann", "country": "ßßß"}).status_code == 422


def test_somebody_is_found_and_merged_whatever_the_program_suspects(page):
    keep = people_services.save_player(Person("Inès Dupont", licence="A1", club="Lyon"))
    other = people_services.save_player(Person("Inès Martin", licence="B2", birth_year=1980))
    address = f"/people/{keep.pk}/same/"
    found = page.get(address, {"text": "martin"}).content.decode()
    assert "Inès Martin" in found
    assert "The licence that stays" in found
    refused = page.post(address, {"other": other.pk}, follow=True).content.decode()
    assert "different licence numbers" in refused
    page.post(address, {"other": other.pk, "licence": "B2"})
    merged = Player.objects.get()
    assert (merged.pk, merged.name, merged.licence, merged.birth_year) == (keep.pk, "Inès Dupont", "B2", 1980)
    for nobody in ("", "x", other.pk, keep.pk):
        assert "Choose two players" in page.post(address, {"other": nobody}, follow=True).content.decode()


def test_two_who_change_one_player_do_not_undo_each_other(page, elise):
    address = f"/people/{elise.pk}/"
    seen = json.dumps(asdict(people_services.person_of(elise)))
    as_it_was = {name: value or "" for name, value in asdict(people_services.person_of(elise)).items()}
    page.post(address, as_it_was | {"club": "Nice", "seen": seen})
    page.post(address, as_it_was | {"rating": 1500, "seen": seen})
    elise.refresh_from_db()
    assert (elise.club.name, elise.rating) == ("Nice", 1500)
    clash = page.post(address, as_it_was | {"rating": 1600, "seen": seen})
    assert clash.status_code == 422
    assert "Somebody has changed this to “1500”" in clash.content.decode()
    elise.refresh_from_db()
    assert elise.rating == 1500
