"""A pasted list of a division is shown as it was read, and entered as it was shown."""

import pytest
from django.urls import reverse

from tests.factories.divisions import entrant_named, make_director, make_division
from tournaments.classic.divisions import entry_by_name
from tournaments.events.check_in import enter_people
from tournaments.events.registration.pasted import TypedName
from tournaments.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client):
    user = make_director()
    client.force_login(user)
    return user


@pytest.fixture
def division(director):
    return make_division(director)


def send(client, division, names, **fields):
    address = reverse("enter-players", args=[division.event_id, division.pk])
    return client.post(address, {"names": names, **fields}, follow=True)


def make_player(name, rating=None, licence=""):
    player = Player.named(name)
    player.rating, player.licence = rating, licence
    player.save()
    return player


def test_a_list_with_ratings_is_shown_before_anybody_is_entered(client, division):
    page = send(client, division, "Collins, Betzy 1136\nCarl Ober\t1250")
    assert [
        (one.state, parts.given, parts.family, person.rating)
        for one in page.context["pasted"]
        for person, parts in one.people
    ] == [
        ("new", "Betzy", "Collins", 1136),
        ("new", "Carl", "Ober", 1250),
    ]
    assert not Player.objects.exists()
    assert "Collins, Betzy 1136\nCarl Ober\t1250" in page.context["form"]["names"].value()
    done = send(client, division, "Collins, Betzy 1136\nCarl Ober\t1250", mark=page.context["mark"])
    assert "2 players entered." in done.content.decode()
    entrant = entrant_named(division, "Betzy Collins")
    assert (entrant.number, entrant.rating, entrant.entry.player.family_name) == (2, 1136, "Collins")


def test_a_comma_is_no_guess(client, division):
    """A particle makes a name without a comma doubtful; a comma says which is the last name."""
    page = send(client, division, "van Dyke, Jo 1500\nAnn van Dam 1400")
    comma, none = page.context["pasted"]
    [(_person, parts)] = comma.people
    assert (parts.given, parts.family) == ("Jo", "van Dyke")
    assert (comma.is_doubtful, none.is_doubtful) == (False, True)


def test_known_people_are_found_and_keep_their_rating(client, division, director):
    known = make_player("Betzy Collins", 1300)
    enter_people(event=division.event, players=[known.pk], by=director)
    text = "Collins, Betzy 1136"
    page = send(client, division, text)
    [one] = page.context["pasted"]
    assert (one.state, one.keys) == ("known", [known.pk])
    assert "The list of people has the rating 1300, which counts." in page.content.decode()
    send(client, division, text, mark=page.context["mark"])
    assert entrant_named(division, "Betzy Collins").rating == 1300
    assert division.event.entries.count() == 1
    again = send(client, division, text)
    assert again.context["counts"] == {"there": 1}


def test_a_name_like_a_known_one_is_asked(client, division):
    known = make_player("Betsy Collins", 1300)
    text = "Betzy Collins 1136"
    page = send(client, division, text)
    [one] = page.context["pasted"]
    assert [pk for pk, _person in one.questions[0].candidates] == [known.pk]
    send(client, division, text, mark=page.context["mark"], **{"who-1": f"={known.pk}"})
    assert entrant_named(division, "Betsy Collins").rating == 1300
    assert Player.objects.count() == 1


def test_somebody_may_be_left_out(client, division):
    make_player("Betsy Collins", 1300)
    text = "Betzy Collins 1136\nCarl Ober 900"
    page = send(client, division, text)
    send(client, division, text, mark=page.context["mark"], **{"who-1": "out"})
    assert [one.entry.player.name for one in division.entries.all()] == ["Carl Ober"]


def test_a_wrong_line_keeps_everybody_out(client, division, director):
    other = make_division(director, event=division.event, name="B")
    make_player("Dora Elm", licence="1043654")
    entry_by_name.enter_by_name(division=other, lines=[TypedName("1043654")], by=director)
    text = "Dora Elm 1043654 1100\nAnn & Bob 900\nCarl Ober 900\nCarl Ober 900"
    page = send(client, division, text)
    body = page.content.decode()
    assert [one.state for one in page.context["pasted"]] == ["wrong", "new", "new", "wrong"]
    assert "Dora Elm plays in the division “B”." in body
    assert "Not read: “900”." in body
    assert "The same player is in line 3." in body
    refused = send(client, division, text, mark=page.context["mark"])
    assert refused.status_code == 422
    assert "Nobody has been entered yet: correct the marked lines." in refused.content.decode()
    assert not division.entries.exists()


def test_people_who_changed_since_are_shown_again(client, division):
    text = "Betzy Collins 1136"
    page = send(client, division, text)
    make_player("Betzy Collins", 1300)
    answer = send(client, division, text, mark=page.context["mark"])
    assert "The event has changed in the meantime." in answer.content.decode()
    assert not division.entries.exists()
    assert answer.context["pasted"][0].state == "known"


def test_two_of_one_name_must_be_told_apart(client, division):
    make_player("Betzy Collins", 1300, "1043654")
    second = make_player("Betzy Collins", 1400, "1043655")
    text = "Betzy Collins 1136"
    page = send(client, division, text)
    assert [one.state for one in page.context["pasted"]] == ["open"]
    assert send(client, division, text, mark=page.context["mark"]).status_code == 422
    send(client, division, text, mark=page.context["mark"], **{"who-1": f"={second.pk}"})
    assert division.entries.get().entry.player == second
