"""The settings of a division: from its one description each reaches the form and archives."""

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from duplicate.website.archive.tables import BY_NAME
from engine.rules.settings import Flag, Line, Numbers, OneOf, Whole
from tests.factories.club_tables import usual_fields
from tests.worlds.division import division_of
from tournaments.classic.divisions.services import change_division
from tournaments.classic.forms import DivisionForm
from tournaments.classic.models import Division
from tournaments.core.setting_columns import settings_in

SETTINGS = {name: setting.kind for name, setting in settings_in(Division).items() if name != "lexicon"}
VALUES = {
    Flag: lambda kind: st.booleans(),
    OneOf: lambda kind: st.sampled_from(list(kind.options)),
    Whole: lambda kind: st.integers(kind.least, kind.most) | (st.none() if kind.optional else st.nothing()),
    Numbers: lambda kind: st.lists(st.integers(1, kind.most), max_size=5),
    Line: lambda kind: st.sampled_from(["Open", "A & “B”", "O" * kind.most]),
}
ANY = {name: VALUES[type(kind)](kind) for name, kind in SETTINGS.items()}

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(english):
    return division_of("Ann", "Bob")


def stored(division):
    return Division.objects.filter(pk=division.pk).values().get()


@given(values=st.fixed_dictionaries(ANY))
@settings(max_examples=3, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_saving_the_page_unchanged_changes_nothing(world, client, values):
    director, division = world
    client.force_login(director)
    Division.objects.filter(pk=division.pk).update(**values)
    before = stored(division)
    page = reverse("division-settings", args=[division.event_id, division.pk])
    answer = client.post(page, usual_fields(client.get(page).content.decode()))
    assert answer.status_code == 302
    assert stored(division) == before


def test_each_setting_has_its_place_in_the_form(world):
    form = DivisionForm.of(world[1])
    places = [bound.name for group in form.groups() for bound in group.fields]
    assert sorted(places) == sorted([*settings_in(Division), "match_rules"])
    assert all(form[name].label == setting.label for name, setting in settings_in(Division).items())


@pytest.mark.parametrize("name", SETTINGS)
def test_a_change_is_stored_and_saved(world, name):
    director, division = world
    other = a_value_unlike(getattr(division, name), SETTINGS[name])
    wanted = Division.objects.get(pk=division.pk)
    setattr(wanted, name, other)
    change_division(division=division, settings=wanted, by=director)
    assert stored(division)[name] == other
    assert name in {column.name for column in BY_NAME["divisions"].fields}


def a_value_unlike(value, kind):
    if isinstance(kind, Flag):
        return not value
    if isinstance(kind, OneOf):
        return next(option for option in kind.options if option != value)
    if isinstance(kind, Whole):
        return kind.least if value == kind.most else kind.most
    return [200, 700] if isinstance(kind, Numbers) else "Other"
