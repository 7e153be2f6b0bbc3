"""Measure the import of a federation's list: `make bench NAME=people`. Runs in a transaction that is
rolled back.
"""

import time
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tournaments.models import PeopleList
from tournaments.people import selectors as people_selectors
from tournaments.people.imports import services

PLAYERS = 5000
CLUBS = 300


class Command(BaseCommand):
    help = __doc__

    def handle(self, *_args: Any, **_options: Any) -> None:
        print(f"{PLAYERS} players of {CLUBS} clubs: seconds and queries")
        with transaction.atomic():
            by = User.objects.create_user("bench")
            kept = _timed("a list is read", lambda: _keep(by, rating=1000))
            _timed("what it means", lambda: services.plan_of(kept))
            _timed("all are new", lambda: _brought_in(kept, by))
            changed = _keep(by, rating=1001)
            _timed("all are changed", lambda: _brought_in(changed, by))
            _timed("a player is looked for", lambda: list(people_selectors.people_found("player 4711")))
            _timed("names that are alike", people_selectors.players_alike)
            transaction.set_rollback(True)


def _keep(by: User, *, rating: int) -> Any:
    lines = (
        f"Player {n};{100_000 + n};Club {n % CLUBS};FR;4B;{1940 + n % 70};{rating}" for n in range(PLAYERS)
    )
    data = "\n".join(("Name;Licence;Club;Country;Series;Born;Rating", *lines)).encode()
    return services.keep_list(data=data, file_name="bench.csv", by=by)


def _brought_in(kept: PeopleList, by: User) -> None:
    mark = services.tag_import_plan(services.plan_of(kept))
    services.import_people(people=kept, mark=mark, by=by)


def _timed(what: str, act: Callable[[], Any]) -> Any:
    with CaptureQueriesContext(connection) as queries:
        begun = time.perf_counter()
        result = act()
        seconds = time.perf_counter() - begun
    print(f"{what:24}{seconds:8.2f}{len(queries):8}")
    return result
