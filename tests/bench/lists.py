"""Measurement of each page that lists rows, with the rows of some years: queries, CPU milliseconds, bytes.

The goal is under 300 ms and 100 kB a page. CPU is that of this process and, on a PostgreSQL of this machine,
of its process for our connection; SQLite runs in this one. `--scale 0.1` makes a tenth of the rows. `--keep`
leaves the database for the next `--keep`, which then starts at once: remove it by a run without.
"""

import statistics
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from duplicate.models import AuditLogEntry, Game, Ruling, Slip
from tests.bench.measuring import own_database
from tests.bench.years import Size, fill, let_planner_know
from tournaments.models import Event, Player, Season

MOST_MS, MOST_BYTES = 300, 100_000


class Command(BaseCommand):
    help = "Measure the pages that list rows, with 300 events, 2,000 games and 3 million rows."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--scale", type=float, default=1.0, help="part of the rows, such as 0.1")
        parser.add_argument(
            "--keep", action="store_true", help="keep the database, and use one that was kept"
        )
        parser.add_argument("--times", type=int, default=3, help="requests of each page; the median is told")
        parser.add_argument("--only", default="", help="only pages with this in their address")

    def handle(self, *_args: Any, **options: Any) -> None:
        with own_database(keep=options["keep"]):
            admin = User.objects.filter(username="years").first() or self._fill(options["scale"])
            self.stdout.write(f"{Slip.objects.count() + Ruling.objects.count()} slips and rulings")
            with connection.cursor() as cursor:
                if connection.vendor == "postgresql":
                    cursor.execute("SET max_parallel_workers_per_gather = 0")
            self.stdout.write(f"{'queries':>8} {'CPU ms':>8} {'bytes':>8}  page")
            for who, address in addresses(admin):
                if options["only"] in address:
                    self._measure(who, address, options["times"])

    def _fill(self, scale: float) -> User:
        started = time.perf_counter()
        admin = fill(Size().scaled(scale))
        let_planner_know()
        self.stdout.write(f"filled in {time.perf_counter() - started:.0f} s")
        return admin

    def _measure(self, who: User | None, address: str, times: int) -> None:
        client = Client(HTTP_HOST="localhost", raise_request_exception=False)
        if who is not None:
            client.force_login(who)
        answer = client.get(address)
        took = []
        for _time in range(times):
            before = _cpu_ms()
            client.get(address)
            took.append(_cpu_ms() - before)
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        size, cpu = len(answer.content), statistics.median(took)
        over = " OVER" if cpu > MOST_MS or size > MOST_BYTES or answer.status_code >= 400 else ""
        name = who.username if who else "-"
        self.stdout.write(
            f"{len(queries):>8} {cpu:>8.0f} {size:>8}  {address} ({name}) {answer.status_code}{over}"
        )


def addresses(admin: User) -> Iterator[tuple[User | None, str]]:
    """Yield each page with a user who may read it; None is everybody."""
    game = Game.objects.filter(state=Game.State.FINISHED, event__public=True).order_by("pk")[0]
    event, season = game.event, Season.objects.filter(public=True)[0]
    player = Player.objects.order_by("pk")[0]
    arbitrator = User.objects.exclude(pk=admin.pk).order_by("pk")[0]
    for user in (admin, arbitrator):
        for name in ("desk", "events", "new-game"):
            yield user, reverse(name)
    for query in ("?of=over", "?of=all", "?of=all&q=game+0", "?of=all&page=9"):
        yield admin, reverse("desk") + query
        yield admin, reverse("events") + query
    for name in (
        *("people", "people-duplicates", "new-people-import", "seasons", "new-event", "new-tournament"),
        *("prepared", "type-game", "import-game", "new-search", "simultaneous", "send-out", "new-envelope"),
        *("rule-sets", "import-rules", "club-tables"),
    ):
        yield admin, reverse(name)
    yield admin, reverse("people") + "?text=player12"
    yield admin, reverse("season", args=[season.pk])
    yield admin, reverse("season", args=[season.pk]) + "?show=clubs"
    for name in ("person", "person-games", "same-person"):
        yield admin, reverse(name, args=[player.pk])
    for name in ("event", "event-entries", "event-standings", "event-settings", "print", "enter-people"):
        yield admin, reverse(name, args=[event.pk])
    for name in ("players", "log", "arbitrators"):
        yield admin, reverse(name, args=[game.code])
    yield from ((None, page) for page in _public(event, season, player))
    yield from ((admin, page) for page in _support_desk())


def _public(event: Event, season: Season, player: Player) -> Iterator[str]:
    for name in ("public-events", "api-events", "api-seasons", "training", "home"):
        yield reverse(name)
    yield reverse("public-season", args=[season.pk])
    yield reverse("api-season", args=[season.pk])
    for name in ("public-player", "api-player"):
        yield reverse(name, args=[player.pk])
    for name in ("public-standings", "api-event", "api-standings"):
        yield reverse(name, args=[event.pk])


def _support_desk() -> Iterator[str]:
    """Yield the lists of `/admin/` with what people do there, and one row of each."""
    models = (Slip, AuditLogEntry, Game, Event, Player)
    yield reverse("admin:index")
    for name in (
        *("duplicate_slip", "duplicate_auditlogentry", "duplicate_game", "duplicate_preparedgame"),
        *("duplicate_preparation", "tournaments_event", "tournaments_player", "tournaments_lexicon"),
        *("auth_user", "axes_accessattempt", "axes_accesslog", "axes_accessfailurelog"),
    ):
        with suppress(Exception):
            yield reverse(f"admin:{name}_changelist")
    slips, log = (
        reverse("admin:duplicate_slip_changelist"),
        reverse("admin:duplicate_auditlogentry_changelist"),
    )
    for query in ("?p=2", "?q=G00012", "?q=retains", "?late__exact=1", "?source__exact=phone", "?o=-7"):
        yield slips + query
    for query in ("?p=2", "?q=G00012", "?act=round_opened", "?o=1"):
        yield log + query
    for model in models:
        row = model._default_manager.order_by("pk")[0]
        yield reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[row.pk])
    yield reverse("admin:auth_user_change", args=[User.objects.order_by("pk")[0].pk])


def _cpu_ms() -> float:
    return 1000 * time.process_time() + _database_ms()


def _database_ms() -> float:
    """Return what the database's process for this connection has used; 0 if it is on another machine."""
    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (process,) = cursor.fetchone()
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e6
    except OSError:
        return 0.0
