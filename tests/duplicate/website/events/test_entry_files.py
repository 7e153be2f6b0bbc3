"""Entering a file into an event: the review, what is asked once, and what is in the event afterwards."""

import re
from dataclasses import replace

import pytest
from django.conf import settings
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from duplicate.attendance.seating import entries_of
from duplicate.games import event_changes
from duplicate.games import services as game_services
from duplicate.website.events import entry_import
from engine.rules import (
    RuleSet,
)
from tests.factories.divisions import make_division
from tests.factories.games import ENGLISH
from tests.lanes import quick
from tournaments import jobs
from tournaments.events.seating import CHUNK
from tournaments.events.services import categories_of
from tournaments.models import Event, EventAct, PeopleList, Player
from tournaments.people.services import Person, person_of, save_player
from tournaments.processes import background
from tournaments.standings.filters import category_of
from tournaments.standings.person_facts import PERSON_FACTS, facts_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(game, arbitrator, monkeypatch):
    """Return an event of two games; work in the background is done at once."""

    class AtOnce:
        def submit(self, function, *arguments):
            background._run_logged(background.import_string(function), *arguments)

    monkeypatch.setattr(background, "_backend", AtOnce)
    arbitrator.user_permissions.add(Permission.objects.get(codename="change_player"))
    game_services.create_game(
        name="Blitz",
        by=arbitrator,
        event=game.event,
        lexicon="english",
        notation="duplicate",
        rules=RuleSet(),
    )
    return game.event


@pytest.fixture
def send(desk, event):
    """Return a function that uploads a file and returns the address of its review and the page."""

    def upload(*lines, name="festival.csv"):
        file = SimpleUploadedFile(name, "\n".join(lines).encode())
        answer = desk.post(
            reverse("enter-file", args=[event.pk]), {"file": file}, headers=ENGLISH, follow=True
        )
        return answer.request["PATH_INFO"], text_of(answer)

    return upload


def text_of(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


def submit(desk, address, **answers):
    mark = re.search(r'name="mark" value="(\w+)"', desk.get(address).content.decode())[1]
    fields = {"mark": mark} | {f"who-{name}": answer for name, answer in answers.items()}
    return desk.post(address, fields, headers=ENGLISH, follow=True)


def placed(event):
    entries = event.entries.select_related("player", "partner", "team").order_by("table")
    return [(entry.table, entry.full_name, entry.team and entry.team.name, entry.group) for entry in entries]


@pytest.mark.slow
def test_a_file_is_entered_with_all_that_it_says(desk, send, event):
    save_player(Person("Anne Durand", licence="100", club="Lyon"))
    address, page = send(
        "Nom;Prénom;Licence;Club;Partenaire;Table;Équipe;Groupe;Blitz;Payé;Remarques",
        "DURAND;Anne;100;Paris;;4;Les Verts;;x;oui;",
        "Weber;Otto;300;Lyon;Eva Weber;;Les Verts;Jeunes;;;végétarien",
    )
    assert "2 to enter" in page
    assert "2 new people" in page
    assert "New groups: Jeunes" in page
    answer = submit(desk, address)
    assert "2 entries made." in text_of(answer)
    assert placed(event) == [
        (4, "Anne Durand", "Les Verts", ""),
        (5, "Otto Weber & Eva Weber", "Les Verts", "Jeunes"),
    ]
    event.refresh_from_db()
    assert event.groups == ["Jeunes"]
    anne, otto = event.entries.order_by("table")
    assert (anne.paid, otto.paid, otto.remarks) == (True, False, "végétarien")
    first, blitz = event.games.order_by("number")
    assert list(entries_of(first)) == [otto]
    assert list(entries_of(blitz)) == [anne, otto]
    assert Player.objects.get(licence="100").club.name == "Lyon"  # the list of people has its own import
    assert Player.objects.get(licence="300").family_name == "Weber"
    act = EventAct.objects.filter(event=event).last()
    assert (act.act, act.params) == ("list_entered", {"count": 2, "file": "festival.csv"})
    assert PeopleList.objects.get().lines == []


@pytest.mark.parametrize(
    ("answer", "categories", "given", "shown"),
    [
        ("fisf", ["Poussin", "Cadet"], "Cadet", "Cadet"),
        ("stay", [], "Cadet", "Cadet"),
        ("out", [], "", ""),
    ],
)
def test_age_categories_that_an_event_does_not_have_are_asked_about(
    desk, send, event, answer, categories, given, shown
):
    Event.objects.filter(pk=event.pk).update(age_categories=[])
    known = save_player(Person("Anne Durand", licence="100"))
    address, page = send("Nom;Licence;Naissance;Catégorie", "Anne Durand;100;;Cadet", "Bob New;;2012;Cadet")
    assert "Age categories that the event does not have" in page
    assert "Cadet: 2" in page
    assert "Nobody has been entered yet" in text_of(submit(desk, address))
    assert event.entries.count() == 0
    assert "2 entries made." in text_of(submit(desk, address, categories=answer))
    event.refresh_from_db()
    names = [name for name, *_ages in event.age_categories]
    assert [name for name in names if name in {"Poussin", "Cadet"}] == categories
    people = Player.objects.filter(entries__event=event).values_list("age_category", flat=True)
    assert [*people] == [given, given]
    facts = Player.objects.filter(entries__event=event).values_list(*PERSON_FACTS)
    told = [category_of(facts_of(columns, 2026, 1), categories_of(event)) for columns in facts]
    assert told == [shown, shown]
    before = person_of(known)
    known.refresh_from_db()
    assert person_of(known) == replace(before, age_category=given)


def test_an_age_category_of_the_event_is_taken_whatever_its_name(desk, send, event):
    Event.objects.filter(pk=event.pk).update(age_categories=[["Loutre", None, 12]])
    address, page = send("Nom;Catégorie", "Bob New;Loutre")
    assert "Age categories that the event does not have" not in page
    submit(desk, address)
    assert Player.objects.get(name="Bob New").age_category == "Loutre"


def test_new_people_and_those_who_play_nothing_are_named(desk, send, event):
    save_player(Person("Anne Durand", licence="100"))
    page = send("Name;Partner;Games", "Anne Durand;Otto Weber;", "Eva Neu;;non")[1]
    assert re.search("2 new people, not in the list of people yet Otto Weber +Eva Neu", page)
    assert "Is entered and plays no game, as the file says: Eva Neu" in page


def test_what_is_ambiguous_is_asked_once_and_nothing_typed_is_lost(desk, send, event):
    one = save_player(Person("Jean Martin", licence="1"))
    save_player(Person("Jean Martin", licence="2"))
    address, page = send("Name;Licence", "Jean Martin;", "Ann Other;1", "Bob New;")
    assert "2 to review" in page
    assert "2 players have this name" in page
    refused = submit(desk, address, **{"2": "hand", "2-hand": "77", "3": "out"})
    assert refused.status_code == 422
    assert 'value="77"' in refused.content.decode()
    assert "Nobody has been entered yet" in text_of(refused)
    assert event.entries.count() == Player.objects.filter(name="Bob New").count() == 0
    done = submit(desk, address, **{"2": f"={one.pk}", "3": "out"})
    assert "2 entries made." in text_of(done)
    assert "You skipped this line." in text_of(done)
    assert {entry.player_id for entry in event.entries.all()} >= {one.pk}


def test_a_second_file_enters_those_who_are_new_alone(desk, send, event):
    submit(desk, send("Name", "Ann", "Bob")[0])
    address, page = send("Name;Table", "Ann;9", "Bob;", "Cleo;1")
    assert "1 to enter" in page
    assert "2 were entered before" in page
    assert "taken in this event" in page
    submit(desk, address)
    assert [row[:2] for row in placed(event)] == [(1, "Ann"), (2, "Bob"), (3, "Cleo")]


def test_wrong_lines_and_cells_are_named_and_can_be_saved(desk, send, event):
    address, page = send("Name;Table;Games", "Ann;x;1", "12;;", "Bob;;Poker")
    assert "Table: “x” is not a table number." in page
    assert "Games or division: the event has no “Poker”." in page
    assert "1 wrong" in page
    file = desk.get(f"{address}left-out.csv").content.decode("utf-8-sig")
    assert [line.split(",")[0] for line in file.splitlines()] == ["Name", "Ann", "12", "Bob"]
    submit(desk, address)
    assert event.entries.count() == 2


def test_an_event_that_has_changed_is_shown_again(desk, send, event, arbitrator):
    save_player(Person("Ann"))
    address, _page = send("Name", "Ann", "Bob")
    mark = re.search(r'name="mark" value="(\w+)"', desk.get(address).content.decode())[1]
    event_changes.enter_people(event=event, players=[Player.objects.get().pk], by=arbitrator)
    answer = desk.post(address, {"mark": mark}, headers=ENGLISH)
    assert answer.status_code == 422
    assert "The event has changed in the meantime" in text_of(answer)
    assert event.entries.count() == 1


def test_people_go_into_their_division(desk, send, event, arbitrator):
    division = make_division(arbitrator, [], event=event, name="Classique")
    submit(desk, send("Name;Classique", "Ann;x", "Bob;")[0])
    assert [one.entry.player.name for one in division.entries.all()] == ["Ann"]
    assert event.entries.get(player__name="Ann").skipped == {1, 2}


@pytest.mark.parametrize("language", quick(settings.COMPLETE_LANGUAGES, "en", "fr"))
def test_the_file_of_entries_comes_in_as_it_went_out(desk, send, event, arbitrator, language):
    for number, name in enumerate(("Anne Durand", "Bob Sand", "Eva Neu", "Jean Martin"), start=1):
        save_player(Person(name, licence=f"L{number}", club="Lyon", series="4B"))
    event.groups = ["Jeunes"]
    event.save()
    submit(
        desk,
        send(
            "Name;Partner;Table;Team;Group;Games;Paid;Remarks;State",
            "Anne Durand;Bob Sand;7;Les Verts;Jeunes;2;oui;végétarien;expected",
            "Eva Neu;;3;;;;;;left out",
            "Jean Martin;;4;Les Verts;;non;;;",
        )[0],
    )
    file = desk.get(
        reverse("entries-file", args=[event.pk, "csv"]), headers={"Accept-Language": language}
    ).content.decode("utf-8-sig")
    before = everything_of(event)
    assert len(before) == 3
    assert [line[-1] for line in before] == [True, False, False]
    event.entries.all().delete()
    address, page = send(*file.splitlines())
    assert "Not read:" not in page or language != "en"
    submit(desk, address)
    assert everything_of(event) == before


def everything_of(event):
    return [
        (
            *(entry.table, entry.player_id, entry.partner_id, entry.team and entry.team.name),
            *(entry.group, entry.skipped, entry.paid, entry.remarks, entry.withdrawn_at is not None),
        )
        for entry in event.entries.select_related("team").order_by("table")
    ]


def test_two_names_in_a_cell_are_a_pair(desk, send, event):
    submit(desk, send("Name;Table", "Ann New & Bob New;2")[0])
    assert placed(event)[0][:2] == (2, "Ann New & Bob New")
    assert Player.objects.filter(name__in=["Ann New", "Bob New"]).count() == 2


def test_columns_can_be_chosen(desk, send, event):
    address, page = send("Qui;Ou", "Ann;3")
    assert "Not read" in page
    desk.post(f"{address}columns/", {"column": ["name", "table"]})
    submit(desk, address)
    assert placed(event)[0][:2] == (3, "Ann")
    assert desk.post(f"{address}columns/", {"column": ["name", "name"]}, follow=True).status_code in {
        200,
        404,
    }


@pytest.mark.slow
def test_more_than_one_chunk_is_entered(desk, send, event):
    lines = [
        f"Family{number};Given{number};{9000 + number};Club {number % 20}" for number in range(CHUNK + 5)
    ]
    address, page = send("Nom;Prénom;Licence;Club", *lines)
    assert f"{CHUNK + 5} to enter" in page
    assert f"{CHUNK + 5} entries made." in text_of(submit(desk, address))
    assert event.entries.count() == CHUNK + 5


def test_only_a_keeper_of_the_list_enters_a_file(client, event):
    helper = User.objects.create_user("helper")
    event.posts.create(user=helper, role="helper")
    client.force_login(helper)
    assert client.get(reverse("enter-file", args=[event.pk])).status_code == 403
    helper.user_permissions.add(Permission.objects.get(codename="change_player"))
    assert client.get(reverse("enter-file", args=[event.pk])).status_code == 200


def test_a_file_is_offered_beside_the_buttons_that_enter_people(desk, client, event):
    link = f'href="{reverse("enter-file", args=[event.pk])}"'
    for page in ("event", "enter-people"):
        assert link in desk.get(reverse(page, args=[event.pk])).content.decode()
    helper = User.objects.create_user("helper")
    event.posts.create(user=helper, role="helper")
    client.force_login(helper)
    for page in ("event", "enter-people"):
        assert link not in client.get(reverse(page, args=[event.pk])).content.decode()


def test_a_list_of_people_is_no_list_of_an_event(desk, send, event):
    send("Name", "Ann")
    kept = PeopleList.objects.get()
    assert desk.get(reverse("people-import", args=[kept.pk])).status_code == 404


def test_a_stopped_file_enters_nobody_and_can_be_started_again(desk, send, event, monkeypatch):
    address, _page = send("Name", "Ann")
    with monkeypatch.context() as waiting:
        waiting.setattr(jobs, "queue", lambda *_given: None)
        assert 'name="stop"' in submit(desk, address).text
    assert "Stopped." in text_of(desk.post(address, {"stop": "1"}, headers=ENGLISH, follow=True))
    entry_import.enter_file(PeopleList.objects.get().pk)
    assert not event.entries.exists()
    submit(desk, address)
    assert event.entries.count() == 1


def test_doing_it_twice_enters_once(desk, send, event):
    address, _page = send("Name", "Ann")
    submit(desk, address)
    entry_import.enter_file(PeopleList.objects.get().pk)
    assert desk.post(address, {"mark": "x"}, headers=ENGLISH).status_code == 200
    assert event.entries.count() == 1
