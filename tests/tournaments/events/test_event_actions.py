"""All acts on an event: said in every language, and refused if unknown."""

import pytest
from django.conf import settings
from django.utils.translation import override

from tests.factories.divisions import make_director
from tournaments.events.actions import EVENT_ACTIONS
from tournaments.events.services import create_event, write_act


def test_every_sentence_has_a_text_in_every_language():
    said = {}
    for language in settings.COMPLETE_LANGUAGES:
        with override(language):
            said[language] = {action.code: str(action.text) for action in EVENT_ACTIONS}
    assert all(all(texts.values()) for texts in said.values())
    same = {code for code, text in said["en"].items() if text in {said["fr"][code], said["es"][code]}}
    assert same == set()


@pytest.mark.django_db
def test_an_unknown_act_is_refused_where_it_is_written():
    director = make_director()
    event = create_event(name="Festival", by=director)
    with pytest.raises(AssertionError, match="rack_eaten is no act"):
        write_act(event, "rack_eaten", by=director)
