"""Benchmark of a press of a match clock while 200 matches run, on a temporary database.

Goal: under 50 ms at the server. Each press is a whole request through the program: from the address to the
JSON of the answer, with its commit. `--hands` press at the same time; a hall of 200 matches makes some five
presses a second, so that even two at a moment are more than it will see.
"""

import random
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.bench.measuring import distribution, milliseconds, own_database
from tests.factories.matches import clocks_of
from tournaments.classic.clocks import services as clock_services
from tournaments.classic.clocks.frames import wall_frame
from tournaments.classic.models import Division, DivisionEntry, DivisionRound, Match
from tournaments.lexicons.services import register_built_in
from tournaments.models import Entry, Event, Player
from tournaments.time import clock

MATCHES, LOOKS = 200, 40


@dataclass
class Table:
    """A tablet, and the turn that it ends next."""

    client: Client
    url: str
    number: int = 1

    def do(self, **act: object) -> None:
        sent = {"id": str(uuid.uuid4())} | act
        answer = self.client.post(self.url, sent, content_type="application/json")
        if answer.status_code != 201:
            raise AssertionError(answer.content)

    def press(self) -> None:
        self.do(act="press", side=(self.number - 1) % 2, number=self.number)
        self.number += 1


class Command(BaseCommand):
    help = "Measure presses of clocks while 200 matches run: milliseconds, and queries of one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--hands", type=int, nargs="+", default=[1, 2, 8], help="press at the same time")
        parser.add_argument("--presses", type=int, default=1000, help="for each number of hands")

    def handle(self, *_args: Any, hands: list[int], presses: int, **_options: Any) -> None:
        with own_database():
            event, tables = _hall()
            with CaptureQueriesContext(connection) as asked:
                tables[0].press()
            self.stdout.write(f"{connection.vendor}, {MATCHES} matches; a press: {len(asked)} queries")
            for count in hands:
                begun = time.process_time()
                took = _pressed(tables, count, presses)
                busy = 1000 * (time.process_time() - begun) / len(took)
                self.stdout.write(f"{count} at a time: {distribution(took)}; {busy:.1f} ms of CPU each")
            took = [milliseconds(lambda: wall_frame(event.pk)) for _look in range(LOOKS)]
            self.stdout.write(f"frame of the wall: {distribution(took)}")


def _pressed(tables: list[Table], hands: int, presses: int) -> list[float]:
    """Return the milliseconds of many presses, `hands` at a time; no two hands share a table."""
    chance = random.Random(1)

    def one_hand(own: list[Table], seed: int) -> list[float]:
        pick = random.Random(seed)
        try:
            return [_unhurried(pick.choice(own).press) for _press in range(presses // hands)]
        finally:
            connections.close_all()

    shares = [tables[n::hands] for n in range(hands)]
    if hands == 1:
        return [_unhurried(chance.choice(tables).press) for _press in range(presses)]
    with ThreadPoolExecutor(hands) as pool:
        return list(chain.from_iterable(pool.map(one_hand, shares, range(hands))))


def _unhurried(press: Callable[[], None]) -> float:
    """Measure a press after clearing the limit for one device, since no device presses as often as a
    benchmark.
    """
    cache.clear()
    return milliseconds(press)


def _hall() -> tuple[Event, list[Table]]:
    """Create a round of 200 matches, all of which run."""
    by = User.objects.create_user("bench")
    event = Event.objects.create(name="Bench")
    event.posts.create(user=by, role="chief")
    division = Division.objects.create(event=event, name="Open", lexicon=register_built_in(), seed="bench")
    round_ = DivisionRound.objects.create(
        division=division, number=1, method="swiss", paired_by=by, begun_at=clock.now()
    )
    players = Player.objects.bulk_create(Player.named(f"Player Number {n}") for n in range(2 * MATCHES))
    entries = Entry.objects.bulk_create(
        Entry(event=event, player=player, table=table) for table, player in enumerate(players, 1)
    )
    seats = DivisionEntry.objects.bulk_create(
        DivisionEntry(division=division, entry=entry, number=n) for n, entry in enumerate(entries, 1)
    )
    Match.objects.bulk_create(
        Match(round=round_, table=n + 1, first=seats[2 * n], second=seats[2 * n + 1]) for n in range(MATCHES)
    )
    tables = []
    for given in clocks_of(round_):
        token = clock_services.give_link(clock_=given, by=by)
        client = Client(headers={"Authorization": f"Bearer {token}"})
        tables.append(Table(client, reverse("api-clock-acts", args=[given.pk])))
        tables[-1].do(act="start")
    return event, tables
