"""Divisions of files that are added to an event that is there: reviewed, all or none, nobody and no name twice."""

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tournaments.classic.exchange import services
from tournaments.classic.models import Division, DivisionEntry, TournamentUpload
from tournaments.errors import RuleViolation
from tournaments.events import services as event_services
from tournaments.events.registration.entry_lists import NewEntry, enter_list
from tournaments.lexicons.services import register_built_in
from tournaments.models import Event, Player
from tournaments.people import services as people_services

pytestmark = pytest.mark.django_db
CONFIG = "division A a.t\ndivision B b.t\nconfig event_name = 'Two cups'\nconfig max_rounds = 3\n"
FIRST = "Marsh, Ann 1500 2; 400; p12 2\nLi, Bo 0 1; 380; p12 1\n"
SECOND = "Day, Cy 0;\nFox, Di 900;\n"


@pytest.fixture
def event(director):
    """Return an event with a division Open, in which Zoe Ash plays."""
    register_built_in()
    event = event_services.create_event(name="Club days", by=director)
    entry = entered(event, director, "Zoe Ash")
    division = Division.objects.create(event=event, name="Open", lexicon=register_built_in(), seed="1")
    DivisionEntry.objects.create(division=division, entry=entry, number=1)
    return event


@pytest.fixture
def desk(client, director):
    client.force_login(director)
    return client


def person(name):
    player = Player.named(name)
    people_services.store_players([player])
    return player


def entered(event, by, name, partner=None):
    entry = NewEntry(person(name).pk, partner=person(partner).pk if partner else None)
    return enter_list(event=event, entries=[entry], by=by, file="list.csv")[0]


def upload(desk, event, **files):
    given = [SimpleUploadedFile(name.replace("_", "."), text.encode()) for name, text in files.items()]
    return desk.post(reverse("division-files", args=[event.pk]), {"uploads": given})


def both(desk, event, first=FIRST, second=SECOND, config=CONFIG):
    return upload(desk, event, config_tsh=config, a_t=first, b_t=second)


def review(desk, event):
    return desk.get(reverse("review-division-files", args=[event.pk]), headers={"Accept-Language": "en"})


def accept(desk, event, **answers):
    form = review(desk, event).context["form"]
    asked = {name: form[name].value() for name in ("lexicon", "match_rules", "rating_system", "mark")}
    return desk.post(
        reverse("review-division-files", args=[event.pk]),
        asked | answers,
        headers={"Accept-Language": "en"},
    )


def names_of(event):
    return sorted(event.divisions.values_list("name", flat=True))


@pytest.mark.slow
def test_all_divisions_of_the_files_are_added(desk, event):
    assert both(desk, event).url == reverse("review-division-files", args=[event.pk])
    page = review(desk, event).content.decode()
    assert "These divisions are added to Club days." in page
    assert 'name="day"' not in page
    assert names_of(event) == ["Open"]
    assert accept(desk, event).url == reverse("event", args=[event.pk])
    assert (Event.objects.count(), names_of(event)) == (1, ["A", "B", "Open"])
    event.refresh_from_db()
    assert event.name == "Club days"
    first = event.divisions.get(name="A")
    assert [one.entry.name for one in first.entries.order_by("number")] == ["Ann Marsh", "Bo Li"]
    assert first.rounds.get().matches.get().results.get().first_score == 380
    assert event.entries.count() == 5
    assert not TournamentUpload.objects.exists()


@pytest.mark.slow
def test_the_settings_are_those_of_the_divisions_that_are_there(desk, event):
    Division.objects.update(rating_system="glicko2")
    both(desk, event)
    assert review(desk, event).context["form"]["rating_system"].value() == "glicko2"
    both(desk, event, config=CONFIG + "config realm = 'absp'\n")
    assert review(desk, event).context["form"]["rating_system"].value() == "absp"


@pytest.mark.slow
def test_a_person_who_waits_for_a_division_gets_it(desk, event, director):
    waiting = entered(event, director, "Cy Day")
    both(desk, event)
    accept(desk, event)
    assert Division.objects.get(name="B").entries.get(number=1).entry == waiting
    assert event.entries.count() == 5
    waiting.refresh_from_db()
    assert waiting.arrived_at is not None


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("first", "config", "told"),
    [
        (FIRST, CONFIG.replace("division B", "division open"), "already has a division “Open”"),
        ("Ash, Zoe 9;\n", CONFIG, "Zoe Ash plays in the division “Open”"),
        ("Ash, Zoe & Li, Bo 9;\n", CONFIG, "Zoe Ash plays in the division “Open”"),
        ("Oak, Max 9;\n", CONFIG, "Max Oak is in this event already, alone or in another pair"),
        ("Elm, Pia & Li, Bo 9;\n", CONFIG, "Pia Elm is in this event already, alone or in another pair"),
    ],
)
def test_a_name_that_is_there_is_refused_and_nothing_is_stored(desk, event, director, first, config, told):
    entered(event, director, "Max Oak", "Kim Yew")
    entered(event, director, "Pia Elm")
    both(desk, event, first, config=config)
    page = review(desk, event)
    assert told in page.content.decode()
    assert b'form="import"' not in page.content
    assert accept(desk, event).status_code == 422
    assert (names_of(event), event.entries.count()) == (["Open"], 3)


@pytest.mark.slow
def test_a_pair_that_waits_gets_the_division_of_the_files(desk, event, director):
    waiting = entered(event, director, "Max Oak", "Kim Yew")
    both(desk, event, "Yew, Kim & Oak, Max 9;\n")
    assert accept(desk, event).status_code == 302
    assert Division.objects.get(name="A").entries.get().entry == waiting


def test_a_person_who_is_chosen_for_an_unclear_name_may_be_there_too(desk, event):
    both(desk, event, "Ásh, Zoé 9;\n")
    zoe = Player.objects.get(name="Zoe Ash")
    answer = accept(desk, event, **{"person-0": zoe.pk})
    assert answer.status_code == 422
    assert "Zoe Ash plays in the division “Open”" in answer.content.decode()
    assert names_of(event) == ["Open"]


def test_what_came_into_the_event_since_the_review_is_refused(desk, event, director):
    both(desk, event)
    kept = TournamentUpload.objects.get()
    shown = services.review_of(kept)
    Division.objects.create(event=event, name="b", lexicon=register_built_in(), seed="2")
    answers = services.Answers(register_built_in(), {}, {})
    with pytest.raises(RuleViolation, match="already has a division “b”"):
        services.import_upload(
            kept=kept, mark=services.tag_upload_review(kept, shown), answers=answers, by=director
        )
    assert names_of(event) == ["Open", "b"]


def test_only_the_chief_of_the_event_and_only_for_it(client, event, director):
    stranger = User.objects.create_user("x")
    with pytest.raises(RuleViolation):
        services.keep_upload(files=[("a.t", FIRST.encode())], by=stranger, event=event)
    kept = services.keep_upload(files=[("a.t", FIRST.encode())], by=director, event=event)
    mark = services.tag_upload_review(kept, services.review_of(kept))
    answers = services.Answers(register_built_in(), {}, {})
    with pytest.raises(RuleViolation):
        services.import_upload(kept=kept, mark=mark, answers=answers, by=stranger)
    other = event_services.create_event(name="Other", by=director)
    client.force_login(director)
    for page in (reverse("review-division-files", args=[other.pk]), reverse("review-tournament-files")):
        assert client.get(page).status_code == 302
    client.post(reverse("cancel-division-files", args=[other.pk]))
    assert TournamentUpload.objects.exists()
    client.post(reverse("cancel-division-files", args=[event.pk]))
    assert not TournamentUpload.objects.exists()


def test_the_page_of_a_new_division_leads_there(desk, event):
    page = desk.get(reverse("new-division", args=[event.pk])).content.decode()
    assert reverse("division-files", args=[event.pk]) in page
