"""Classes of a division by bands of ratings: typed once, shown with who is next to each bound, stored as shown."""

import pytest
from django.urls import reverse

from tests.factories.divisions import make_director, make_division
from tests.factories.refusals import refusal_code
from tests.html_tables import tables_of
from tournaments.classic.divisions.classes import Band, classes_by, classes_tag, set_classes
from tournaments.classic.divisions.entry_by_name import enter_by_name
from tournaments.classic.forms.divisions import BandsForm
from tournaments.classic.models import DivisionEntry
from tournaments.classic.standings.prizes import classes_of
from tournaments.events.registration.pasted import TypedName
from tournaments.models import Player

pytestmark = pytest.mark.django_db
RATINGS = {"Ann": 1800, "Ben": 1799, "Cleo": 1500, "Dan": 900, "Eva": None}
BANDS = "Expert 1800+\nMiddle 1500\nNovice"


@pytest.fixture
def director(client):
    user = make_director()
    client.force_login(user)
    return user


@pytest.fixture
def division(director):
    made = make_division(director)
    for name, rating in RATINGS.items():
        player = Player.named(name)
        player.rating = rating
        player.save()
    enter_by_name(division=made, lines=list(map(TypedName, RATINGS)), by=director, first_round=None)
    return made


@pytest.fixture
def page(division):
    return reverse("division-classes", args=[division.event_id, division.pk])


def groups_of(division):
    return dict(
        DivisionEntry.objects.filter(division=division).values_list("entry__player__name", "entry__group")
    )


def test_bands_are_typed_once_shown_with_their_edges_and_stored(client, division, page):
    shown = client.post(page, {"bands": BANDS})
    [table] = tables_of(shown.content.decode())
    assert [row[:5] for row in table[1:]] == [
        ["Expert 1800+", "1", "Ann 1800", "Ann 1800", ""],
        ["Middle 1500+", "2", "Ben 1799", "Cleo 1500", ""],
        ["Novice", "2", "Dan 900", "Dan 900", "Eva"],
    ]
    assert set(groups_of(division).values()) == {""}
    saved = client.post(page, {"bands": BANDS, "mark": shown.context["mark"]}, follow=True)
    assert "5 players have their classes." in saved.content.decode()
    assert groups_of(division) == {
        **dict.fromkeys(["Dan", "Eva"], "Novice"),
        **dict.fromkeys(["Ben", "Cleo"], "Middle"),
        "Ann": "Expert",
    }
    division.event.refresh_from_db()
    assert division.event.groups == ["Expert", "Middle", "Novice"]
    assert classes_of(division) == ["Expert", "Middle", "Novice"], "prizes of these classes can be set"


def test_who_is_below_all_bands_or_has_another_class_is_told(client, division, page, director):
    classes = classes_by(division, [Band("A", None)])
    set_classes(division=division, bands=[Band("A", None)], seen=classes_tag(classes), by=director)
    [table] = tables_of(client.post(page, {"bands": "A 1500\nB 1000"}).content.decode())
    assert [[row[0], row[1], row[5]] for row in table[1:]] == [
        ["A 1500+", "3", ""],
        ["B 1000+", "0", ""],
        ["no class", "2", "Dan (A), Eva (A)"],
    ]


def test_classes_are_stored_only_as_they_were_shown(client, division, page, director):
    shown = client.post(page, {"bands": BANDS})
    other = client.post(page, {"bands": "A 1000", "mark": shown.context["mark"]})
    assert other.status_code == 200
    assert set(groups_of(division).values()) == {""}
    given = {"division": division, "bands": [Band("A", None)], "seen": "", "by": director}
    assert refusal_code(set_classes, **given) == "classes_changed"


@pytest.mark.parametrize(
    ("text", "bands"),
    [
        ("A 1800+\n\n Class  B 1500\nRest", [Band("A", 1800), Band("Class B", 1500), Band("Rest", None)]),
        ("A 1500\nB 1800", None),
        ("A\nB 1500", None),
        ("A 1800\nA 1500", None),
        (f"{'x' * 41} 1500", None),
        ("", None),
    ],
)
def test_bands_are_lines_from_the_highest_to_the_lowest(text, bands):
    form = BandsForm({"bands": text})
    assert form.is_valid() == (bands is not None)
    assert form.cleaned_data.get("bands") == bands
