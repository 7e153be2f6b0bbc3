"""The pages of settings: saving one as it was shown changes nothing."""

from datetime import date

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from duplicate.games.rules import services as rule_sets
from duplicate.models import ClubRules
from engine.rules import (
    load_rule_set,
    rule_set_names,
)
from tests.factories.club_tables import usual_fields
from tournaments.models import Event, Season
from tournaments.organisers.scope import disable_scope

EVENT = {
    "best_of_team": st.none() | st.integers(1, 100),
    "groups": st.sampled_from([[], ["guests"], ["A & B", "“C”"]]),
    "age_categories": st.sampled_from([[], [["Junior", None, 17], ["All", 18, None]], [["Senior", 30, 61]]]),
    "language": st.sampled_from(["", "fr", "nl"]),
    "time_zone": st.sampled_from(["Europe/Paris", "America/Toronto"]),
    "name_style": st.sampled_from(Event.NameOrder.values),
    "name": st.sampled_from(["Cup", "Féria “ö” & Co"]),
    "date": st.dates(date(1970, 1, 1), date(2200, 1, 1)),
    **dict.fromkeys(("one_prize_each", "one_device", "one_address", "public", "shows_games"), st.booleans()),
}
SEASON = {
    "name": st.sampled_from(["2026", "A & B"]),
    "least_games": st.integers(1, 1000),
    "best_games": st.none() | st.integers(1, 1000),
    "club_players": st.integers(1, 1000),
    "public": st.booleans(),
}
few = settings(
    max_examples=5,
    phases=set(Phase) - {Phase.shrink},
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)

pytestmark = pytest.mark.django_db


def check_saving(client, row, page):
    """Save the page as a browser shows it."""
    before = stored(row)
    answer = client.post(page, usual_fields(client.get(page).content.decode()))
    assert answer.status_code == 302
    assert stored(row) == before


def stored(row):
    with disable_scope():
        return type(row).objects.filter(pk=row.pk).values().get()


@few
@given(values=st.fixed_dictionaries(EVENT))
def test_the_page_of_an_event(game, arbitrator, client, values):
    client.force_login(arbitrator)
    Event.objects.filter(pk=game.event_id).update(**values)
    check_saving(client, game.event, reverse("event-settings", args=[game.event_id]))


@few
@given(values=st.fixed_dictionaries(SEASON))
def test_the_page_of_a_season(arbitrator, client, values):
    arbitrator.is_staff = arbitrator.is_superuser = True
    arbitrator.save()
    client.force_login(arbitrator)
    days = {"first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}
    season, _made = Season.objects.update_or_create(pk=1, defaults=values | days)
    check_saving(client, season, reverse("season-settings", args=[season.pk]))


@pytest.mark.parametrize("name", rule_set_names())
def test_the_page_of_a_club_s_rules(arbitrator, client, name):
    client.force_login(arbitrator)
    own = rule_sets.copy_rules(rules=load_rule_set(name), preset=name, name="Lyon", by=arbitrator)
    page = reverse("club-rules", args=[own.pk])
    client.post(page, usual_fields(client.get(page).content.decode()))
    assert ClubRules.objects.get().rule_set == own.rule_set
