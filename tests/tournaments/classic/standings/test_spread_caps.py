"""Caps on the spread by round: typed, stored, counted, and said on page and paper."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.urls import reverse
from django.utils.translation import override

from tests.factories.division_form import USUAL_SETTINGS
from tests.factories.divisions import make_division, play_round
from tests.tournaments.classic.printing.documents import text_of
from tests.worlds.division import division_of
from tournaments.classic.forms.divisions import DivisionForm
from tournaments.classic.models import Division
from tournaments.classic.standings.rows import caps_in_words, standings_of_division
from tournaments.described_settings.setting_columns import setting_field_of

MIGRATION = "tournaments.classic.migrations.0013_spread_caps"


@pytest.mark.parametrize(
    ("written", "caps"),
    [("", ()), ("350", (350,)), ("200, 700", (200, 700)), (" 200,700 ,1000", (200, 700, 1000)), ("1", (1,))],
)
def test_caps_are_numbers_with_commas_between_them(written, caps):
    field = setting_field_of(Division, "spread_caps")
    assert field.clean(written) == caps
    assert field.clean(field.prepare_value(list(caps))) == caps


@pytest.mark.parametrize("written", ["0", "10000", "200, many", "200; 700", "-5", "2.5", "9" * 400])
def test_what_is_no_cap_is_refused(written):
    form = DivisionForm({"name": "A", "spread_caps": written})
    assert form.errors["spread_caps"]


@pytest.mark.parametrize(
    ("caps", "words"),
    [
        ([], ""),
        ([350], "spread per match at most 350"),
        ([350, 350], "spread per match at most 350"),
        ([200, 700], "spread per match at most 200 from round 1, 700 from round 2"),
        (
            [200, 200, 700, 200],
            "spread per match at most 200 from round 1, 700 from round 3, 200 from round 4",
        ),
    ],
)
def test_caps_in_words(caps, words):
    assert caps_in_words(caps) == words


@pytest.mark.django_db
def test_caps_are_set_on_the_page_and_said_there_and_on_paper(english, client):
    director, division = division_of("Ann", "Bob", "Cleo", "Dan", rounds_planned=2)
    client.force_login(director)
    place = (division.event_id, division.pk)
    settings = reverse("division-settings", args=place)
    fields = {"name": "Open", "rounds_planned": 2, "method": "swiss", "lexicon": division.lexicon_id}
    client.post(settings, fields | USUAL_SETTINGS | {"spread_caps": "20, 700"})
    division.refresh_from_db()
    assert division.spread_caps == [20, 700]
    assert 'value="20, 700"' in client.get(settings).content.decode()
    for number in (1, 2):
        play_round(division, number, director, score=lambda _table: (900, 400))
    spreads = [row.line.spread for row in standings_of_division(division).rows]
    assert spreads == [520, 480, -480, -520]
    said = "pread per match at most 20 from round 1, 700 from round 2"
    assert f"S{said}" in client.get(reverse("division-standings", args=place)).content.decode()
    with override("en"):
        assert f"s{said}" in text_of(division, "standings")


@pytest.mark.django_db
def test_the_cap_of_a_division_becomes_that_of_every_round(english):
    director, first = division_of("Ann", "Bob")
    divisions = [first, *(make_division(director, event=first.event, name=name) for name in "BC")]
    for division, cap in zip(divisions, (350, None, 0), strict=True):
        type(division).objects.filter(pk=division.pk).update(spread_cap=cap)
    import_module(MIGRATION).list_caps(apps, SimpleNamespace(connection=connection))
    for division, caps in zip(divisions, ([350], [], []), strict=True):
        division.refresh_from_db()
        assert division.spread_caps == caps
