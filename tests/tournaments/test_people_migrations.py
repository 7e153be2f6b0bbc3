"""What migrations make of clubs that are one, and of licences that differ by case alone."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tournaments.models import Club, Player

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def before():
    """The models as they were; afterwards all migrations are run again."""
    executor = MigrationExecutor(connection)
    executor.migrate([("tournaments", "0016_ratings_and_prizes")])
    yield executor.loader.project_state([("tournaments", "0016_ratings_and_prizes")]).apps.get_model
    call_command("migrate", verbosity=0)


def test_clubs_that_are_one_become_one(before):
    clubs = {}
    for name, players, number in [
        ("GENEVE", 1, "7"),
        ("Genève", 2, ""),
        ("Saint-Imier", 0, ""),
        ("Bern", 1, ""),
    ]:
        club = before("tournaments", "Club").objects.create(name=name, key=name.casefold(), number=number)
        clubs[name] = club.pk
        for each in range(players):
            before("tournaments", "Player").objects.create(
                name=f"{name} {each}", key=f"{name} {each}", club=club
            )
    call_command("migrate", verbosity=0)
    assert list(Club.objects.values_list("pk", "name", "key", "number")) == [
        (clubs["Bern"], "Bern", "bern", ""),
        (clubs["Genève"], "Genève", "geneve", "7"),
        (clubs["Saint-Imier"], "Saint-Imier", "imier saint", ""),
    ]
    assert Player.objects.filter(club__name="Genève").count() == 3


def test_of_two_licences_that_are_one_the_second_goes(before):
    rows = [
        ("Ann", "fr1"),
        ("Zoe", "fr7"),
        ("Zoe", "FR7"),
        ("Bob", "x2"),
        ("Bob", "X2"),
        ("Bob", ""),
        ("Cleo", "9"),
    ]
    keys = [
        before("tournaments", "Player")
        .objects.create(name=n, key=n.casefold(), alike=n.casefold(), licence=licence)
        .pk
        for n, licence in rows
    ]
    call_command("migrate", verbosity=0)
    licences = dict(Player.objects.values_list("pk", "licence"))
    assert [licences[pk] for pk in keys] == ["FR1", "", "FR7", "X2*", "X2", "", "9"]
    assert [was.licence for was in Player.objects.get(pk=keys[0]).history.all()] == ["FR1"]
