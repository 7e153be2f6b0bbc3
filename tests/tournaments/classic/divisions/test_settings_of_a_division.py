"""The settings of a division: from its one description each reaches the form, the log, archives and the API."""

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from duplicate.website.archive.tables import BY_NAME
from engine.rules.setting_kinds import Flag, Numbers, OneLine, OneOf, Whole
from tests.factories.club_tables import usual_fields
from tests.worlds.division import division_of
from tournaments.api.fields import settings_answer
from tournaments.classic.divisions.services import change_division
from tournaments.classic.forms.divisions import DivisionForm
from tournaments.classic.models import Division
from tournaments.described_settings.setting_columns import settings_in
from tournaments.events.actions import act_text
from tournaments.models import Event

SETTINGS = {name: setting.kind for name, setting in settings_in(Division).items() if name != "lexicon"}
VALUES = {
    Flag: lambda kind: st.booleans(),
    OneOf: lambda kind: st.sampled_from(list(kind.options)),
    Whole: lambda kind: st.integers(kind.least, kind.most) | (st.none() if kind.optional else st.nothing()),
    Numbers: lambda kind: st.lists(st.integers(1, kind.most), max_size=5),
    OneLine: lambda kind: st.sampled_from(["Open", "A & “B”", "O" * kind.most]),
}
ANY = {name: VALUES[type(kind)](kind) for name, kind in SETTINGS.items()}

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(english):
    return division_of("Ann", "Bob")


def stored(division):
    return Division.objects.filter(pk=division.pk).values().get()


@given(values=st.fixed_dictionaries(ANY))
@settings(
    max_examples=3,
    phases=set(Phase) - {Phase.shrink},
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_saving_the_page_unchanged_changes_nothing(world, client, values):
    director, division = world
    client.force_login(director)
    Division.objects.filter(pk=division.pk).update(**values)
    before = stored(division)
    page = reverse("division-settings", args=[division.event_id, division.pk])
    answer = client.post(page, usual_fields(client.get(page).content.decode()))
    assert answer.status_code == 302
    assert stored(division) == before
    assert act_text(division.event.acts.last()) == f"Settings of {values['name']} changed"


def test_each_setting_has_its_place_in_the_form(world):
    form = DivisionForm.of(world[1])
    places = [bound.name for group in form.groups() for bound in group.fields]
    assert sorted(places) == sorted([*settings_in(Division), "match_rules"])
    assert all(form[name].label == setting.label for name, setting in settings_in(Division).items())


@pytest.mark.parametrize("name", SETTINGS)
def test_a_change_is_stored_told_and_saved(world, name):
    director, division = world
    other = a_value_unlike(getattr(division, name), SETTINGS[name])
    wanted = Division.objects.get(pk=division.pk)
    setattr(wanted, name, other)
    change_division(division=division, settings=wanted, by=director)
    assert stored(division)[name] == other
    act = division.event.acts.last()
    assert [(change[0], change[2]) for change in act.params["changes"]] == [(name, other)]
    assert f" changed: {settings_in(Division)[name].label} from " in act_text(act)
    assert name in {column.name for column in BY_NAME["divisions"].fields}


def test_programs_read_each_setting(world, client):
    _director, division = world
    address = reverse("api-event", args=[division.event_id])
    assert client.get(address).status_code == 404
    Event.objects.filter(pk=division.event_id).update(public=True)
    (told,) = client.get(address).json()["divisions"]
    values = stored(division)
    assert told["id"] == division.pk
    assert told["settings"] == {name: values[name] for name in SETTINGS} | {"lexicon": division.lexicon.name}
    assert settings_answer(Division).__annotations__.keys() == told["settings"].keys()


def a_value_unlike(value, kind):
    if isinstance(kind, Flag):
        return not value
    if isinstance(kind, OneOf):
        return next(option for option in kind.options if option != value)
    if isinstance(kind, Whole):
        return kind.least if value == kind.most else kind.most
    return [200, 700] if isinstance(kind, Numbers) else "Other"


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"gibson": True}, "Settings of Open changed: Gibson rule from no to yes"),
        (
            {"prize_places": 3, "turn_seconds": 90},
            "Settings of Open changed: Seconds per turn from none to 90; Prize places from 1 to 3",
        ),
        (
            {"tie_break": "high_game"},
            "Settings of Open changed: Tie-break from spread to best score of a match",
        ),
        (
            {"spread_caps": [200, 700], "third_tie_break": "points"},
            (
                "Settings of Open changed: Third tie-break from none to points scored; "
                "Maximum spread per match from none to 200, 700"
            ),
        ),
    ],
)
def test_changes_in_words(world, changed, words):
    director, division = world
    wanted = Division.objects.get(pk=division.pk)
    for name, value in changed.items():
        setattr(wanted, name, value)
    change_division(division=division, settings=wanted, by=director)
    assert act_text(division.event.acts.last()) == words


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (["gone", 1, None], "Settings of Open changed: gone from 1 to none"),
        (["method", "dice", "swiss"], "Settings of Open changed: Pairings from dice to Swiss"),
    ],
)
def test_a_change_of_a_setting_that_is_gone_can_be_read(world, change, words):
    director, division = world
    change_division(division=division, settings=Division.objects.get(pk=division.pk), by=director)
    act = division.event.acts.last()
    act.params["changes"] = [change]
    assert act_text(act) == words
