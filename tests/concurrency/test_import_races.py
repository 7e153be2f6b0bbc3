"""A player who is changed while a list is imported or a division is rated: neither overwrites the other."""

from dataclasses import asdict, replace
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from tests.concurrency.hall import during
from tournaments.models import Player
from tournaments.people import services as people_services
from tournaments.people.imports import services
from tournaments.people.services import Person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("at", ['FROM "tournaments_player"', 'INSERT INTO "tournaments_player"', "commit"])
def test_what_is_written_meanwhile_is_not_written_back(at):
    keeper = User.objects.create_superuser("keeper")
    ann = people_services.save_player(Person("Ann Lee", licence="1", rating=1000))
    list_ = services.keep_list(data=b"Name,Licence,Series\nAnn Lee,1,4B\n", file_name="x.csv", by=keeper)
    mark = services.tag_import_plan(services.plan_of(list_))
    import_file = partial(services.import_people, people=list_, mark=mark, by=keeper)
    save = partial(
        people_services.save_player, Person("Ann Lee", licence="1", rating=1777, country="FR"), ann
    )
    during(import_file, save, at=at)
    now = Player.objects.get(pk=ann.pk)
    assert (now.rating, now.country) == (1777, "FR")


def test_a_rating_that_commits_meanwhile_is_not_written_back():
    """A director rates a division while the page of one of its players is saved."""
    ann = people_services.save_player(Person("Ann Lee", licence="1", rating=1000))
    seen = asdict(people_services.person_of(ann))

    def rate():
        with transaction.atomic():
            people_services.lock_players([ann.pk])
            Player.objects.filter(pk=ann.pk).update(rating=1010, rated_games=51)

    written = replace(people_services.person_of(ann), country="FR")
    during(rate, partial(people_services.save_player, written, Player.objects.get(pk=ann.pk), seen=seen))
    now = Player.objects.get(pk=ann.pk)
    assert (now.rating, now.rated_games, now.country) == (1010, 51, "FR")
