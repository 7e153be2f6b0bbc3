"""An event and its chief."""

import pytest
from django.contrib.auth.models import User

from tournaments.events import services as event_services


@pytest.fixture
def chief(db):
    return User.objects.create_user("chief")


@pytest.fixture
def event(chief):
    return event_services.create_event(name="Festival", by=chief)
