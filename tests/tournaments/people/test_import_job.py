"""Importing a list by the background: what was looked at, once, and told how far it is."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from tournaments.errors import RuleViolation
from tournaments.models import PeopleList, Player
from tournaments.people import services as people_services
from tournaments.people.imports import services, writer
from tournaments.people.services import Person
from tournaments.processes import chunks
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def keeper():
    return User.objects.create_superuser("keeper")


@pytest.fixture
def ann():
    return people_services.save_player(Person("Ann Lee", licence="1", rating=1000))


@pytest.fixture
def list_(keeper, ann):
    data = b"Name,Licence,Series\nAnn Lee,1,4B\nBob,2,\n"
    return services.keep_list(data=data, file_name="x.csv", by=keeper)


@pytest.fixture
def look(list_):
    return reverse("people-import", args=[list_.pk])


@pytest.fixture
def asked(page, look):
    page.post(look, {"mark": page.get(look).context["mark"]})


def test_asking_answers_at_once_and_the_background_brings_it_in(page, look, list_, asked):
    assert not Player.objects.filter(name="Bob").exists()
    assert "2 lines are being imported" in page.get(look).text
    services.import_list(list_.pk)
    assert "1 new player, 1 changed" in page.get(look).text
    assert Player.objects.get(licence="1").rating == 1000
    services.import_list(list_.pk)
    assert Player.objects.count() == 2


def test_the_page_asks_how_far_it_is_with_scripts_and_without(page, look, list_, asked):
    whole = page.get(look)
    assert '<noscript><meta http-equiv="refresh"' in whole.text
    part = page.get(look, headers={"HX-Request": "true"})
    assert "<html" not in part.text
    assert "<strong>waiting for its turn</strong>" in part.text
    PeopleList.objects.update(step="writing")
    assert "<strong>being written</strong>" in page.get(look, headers={"HX-Request": "true"}).text
    services.import_list(list_.pk)
    assert page.get(look, headers={"HX-Request": "true"})["HX-Refresh"] == "true"


def test_it_is_refused_twice(page, look, list_, asked):
    again = page.post(look, {"mark": PeopleList.objects.get().mark})
    assert again.status_code == 422
    assert "is being imported now" in again.text
    services.import_list(list_.pk)
    assert page.post(look, {"mark": ""}).status_code == 422
    assert Player.objects.count() == 2


def test_a_list_that_is_being_brought_in_is_not_thrown_away_by_the_next_one(keeper, list_, asked):
    services.keep_list(data=b"Name\nZoe", file_name="y.csv", by=keeper)
    services.import_list(list_.pk)
    assert Player.objects.filter(name="Bob").exists()


def test_another_plan_than_the_one_looked_at_is_shown_instead_of_done(page, look, ann):
    mark = page.get(look).context["mark"]
    people_services.save_player(Person("Ann Lee", licence="1", rating=1000, series="3A"), ann)
    answer = page.post(look, {"mark": mark})
    assert answer.status_code == 422
    assert "<del>3A</del> → <ins>4B</ins>" in answer.text
    assert answer.context["mark"] != mark
    assert PeopleList.objects.get().state == "new"


def test_what_changes_between_asking_and_doing_is_told(page, look, list_, ann, asked):
    people_services.save_player(Person("Bob", licence="2", club="Lyon"))
    services.import_list(list_.pk)
    assert Player.objects.get(pk=ann.pk).series == ""
    text = page.get(look).text
    assert "the players changed" in text
    assert "Import them" in text


def test_one_who_is_merged_away_in_between_is_no_failure(page, look, list_, ann, asked):
    people_services.merge_players(keep=people_services.save_player(Person("Anna Lee")), other=ann)
    services.import_list(list_.pk)
    # Under the other name it is a new name for a licence, which was not looked at.
    assert PeopleList.objects.get().refused == "plan_changed"
    assert "Anna Lee" in page.get(look).text


def test_one_that_got_lost_can_be_asked_for_again(page, look, list_, asked):
    PeopleList.objects.update(moved_at=clock.now() - timedelta(seconds=PeopleList.SILENT_SECONDS + 1))
    text = page.get(look).text
    assert "No progress for a while" in text
    page.post(look, {"mark": page.get(look).context["mark"]})
    services.import_list(list_.pk)
    assert Player.objects.filter(name="Bob").exists()


def test_one_that_is_stopped_keeps_what_is_written_and_can_be_started_again(
    page, look, list_, asked, one_by_one
):
    write = writer._write_chunk

    def stop_after_the_first(*given):
        write(*given)
        page.post(look, {"stop": "1"})

    with pytest.MonkeyPatch.context() as slow:
        slow.setattr(writer, "_write_chunk", stop_after_the_first)
        services.import_list(list_.pk)
    assert not Player.objects.filter(name="Bob").exists()
    text = page.get(look).text
    assert "Stopped." in text
    assert "One line of it was imported before, and stays." in text
    page.post(look, {"mark": page.get(look).context["mark"]})
    services.import_list(list_.pk)
    assert "1 new player, 1 changed" in page.get(look).text


def test_a_failure_is_told_and_changes_nothing(page, look, list_, asked, monkeypatch):
    def fail(*_args):
        raise OSError("disk full")

    monkeypatch.setattr(writer, "_write_changed", fail)
    with pytest.raises(OSError, match="disk full"):
        services.import_list(list_.pk)
    assert not Player.objects.filter(name="Bob").exists()
    assert "program error" in page.get(look).text


def test_only_what_the_lines_say_is_written(keeper, list_, ann):
    mark = services.tag_import_plan(services.plan_of(list_))
    Player.objects.filter(pk=ann.pk).update(created_at=clock.now() - timedelta(days=400))
    before = Player.objects.values("rating", "country", "created_at", "name").get(pk=ann.pk)
    services.import_people(people=list_, mark=mark, by=keeper)
    assert Player.objects.values("rating", "country", "created_at", "name").get(pk=ann.pk) == before
    with pytest.raises(RuleViolation):
        services.ask_import(people=list_, mark=mark, by=keeper)


@pytest.fixture
def one_by_one(monkeypatch):
    """Write chunks of one line; return a function that makes the second one fail."""
    monkeypatch.setattr(writer, "CHUNK", 1)
    monkeypatch.setattr(chunks, "PAUSE_SECONDS", 0)

    def fail_at_second(error):
        write, calls = writer._write_chunk, []

        def write_first(*given):
            calls.append(given)
            if len(calls) == 2:
                raise error
            write(*given)

        monkeypatch.setattr(writer, "_write_chunk", write_first)

    return fail_at_second


def test_what_was_written_before_an_interruption_stays_and_is_told(page, look, list_, asked, one_by_one):
    one_by_one(OSError("power cut"))
    with pytest.raises(OSError, match="power cut"):
        services.import_list(list_.pk)
    assert Player.objects.get(licence="1").series == "4B"
    assert not Player.objects.filter(name="Bob").exists()
    text = page.get(look).text
    assert "program error" in text
    assert "One line of it was imported before, and stays." in text
    assert "1 as known" in text


def test_a_list_asked_for_again_after_an_interruption_does_the_rest(page, look, list_, asked, one_by_one):
    one_by_one(OSError("power cut"))
    with pytest.raises(OSError, match="power cut"):
        services.import_list(list_.pk)
    page.post(look, {"mark": page.get(look).context["mark"]})
    services.import_list(list_.pk)
    assert "1 new player, 1 changed" in page.get(look).text
    assert PeopleList.objects.get().result["same"] == 0
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Ann Lee", "Bob"]
    assert [player.history.count() for player in Player.objects.order_by("name")] == [2, 1]


def test_a_chunk_whose_people_have_changed_is_not_written(page, look, keeper, one_by_one):
    zoe = people_services.save_player(Person("Zoe", licence="9"))
    data = b"Name,Licence,Series\nBob,2,\nZoe,9,4B\n"
    kept = services.keep_list(data=data, file_name="y.csv", by=keeper)
    PeopleList.objects.filter(pk=kept.pk).update(state="running")
    planned = services.plan_of(kept)
    known = services.people_now()
    people_services.save_player(Person("Zoe", licence="9", series="3A"), zoe)
    with pytest.raises(RuleViolation) as refused:
        writer.write_lines(kept, planned, known, keeper)
    assert refused.value.code == "plan_changed"
    assert Player.objects.filter(name="Bob").exists()
    zoe.refresh_from_db()
    assert zoe.series == "3A"


def test_somebody_who_came_meanwhile_is_not_entered_twice(keeper):
    kept = services.keep_list(data=b"Name\nBob Roy\n", file_name="y.csv", by=keeper)
    PeopleList.objects.filter(pk=kept.pk).update(state="running")
    planned = services.plan_of(kept)
    known = services.people_now()
    people_services.save_player(Person("Roy Bob"))
    with pytest.raises(RuleViolation):
        writer.write_lines(kept, planned, known, keeper)
    assert Player.objects.count() == 1
