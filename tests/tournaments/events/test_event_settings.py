"""Settings of an event once its standings are final."""

import pytest
from django.utils.translation import override

from tests.factories.event_settings import event_with
from tests.factories.refusals import refusal_code
from tournaments.events.services import (
    categories_of,
    change_settings,
    create_event,
    release_standings,
    stored_categories,
)
from tournaments.models import Event
from tournaments.standings.filters import AgeCategory

pytestmark = pytest.mark.django_db
OTHER = (AgeCategory("Junior", 0, 17),)


def test_categories_stay_while_the_standings_are_final(event, chief):
    release_standings(event=event, released=Event.Released.FINAL, by=chief)
    change_settings(event=event, settings=event, by=chief)
    other = event_with(event, name="Other", age_categories=stored_categories(OTHER))
    assert refusal_code(change_settings, event=event, settings=other, by=chief) == "standings_final"
    event.refresh_from_db()
    assert event.name == "Festival"
    release_standings(event=event, released=Event.Released.PROVISIONAL, by=chief)
    assert categories_of(change_settings(event=event, settings=other, by=chief)) == OTHER


@pytest.mark.parametrize(("language", "youngest"), [("fr", "Poussin"), ("en", "Senior")])
def test_a_new_event_has_the_age_categories_of_its_language(chief, language, youngest):
    with override(language):
        event = create_event(name="Cup", by=chief)
    assert categories_of(event)[0].name == youngest
