"""A list that is imported while somebody changes a player in it: neither overwrites the other."""

from functools import partial

import pytest
from django.contrib.auth.models import User

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
