"""Acts on an event are refused where they are written, if unknown."""

import pytest

from tests.factories.divisions import make_director
from tournaments.events.services import create_event, write_act


@pytest.mark.django_db
def test_an_unknown_act_is_refused_where_it_is_written():
    director = make_director()
    event = create_event(name="Festival", by=director)
    with pytest.raises(AssertionError, match="rack_eaten is no act"):
        write_act(event, "rack_eaten", by=director)
