"""Somebody who keeps the list of people, and their browser."""

import pytest
from django.contrib.auth.models import Permission, User

from tournaments.people import services as people_services
from tournaments.people.services import Person


@pytest.fixture
def keeper():
    user = User.objects.create_user("keeper")
    user.user_permissions.add(Permission.objects.get(codename="change_player"))
    return user


@pytest.fixture
def page(client, keeper):
    client.force_login(keeper)
    return client


@pytest.fixture
def elise():
    return people_services.save_player(Person("Élise Dupont", licence="12", club="Lyon", birth_year=1990))
