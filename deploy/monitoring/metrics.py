"""The metrics of the program for Prometheus; imported only where an operator has switched them on.

Two kinds. The processes of this server count what it did (requests, slips, receipts). The values of the
whole installation (tasks, rounds, searches, signs of life) are read from the database and Redis at each scrape: every
server tells the same. So are those of the machine, its disk and the backups on it.

None has the code of a game, a name or a word, and none changes with what a slip says or which move is the top.
"""

import os
import shutil
from collections.abc import Iterator

from django.conf import settings
from django.db import DatabaseError
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from deploy.backups import nightly
from deploy.monitoring import services
from deploy.monitoring.process_files import VARIABLE
from deploy.monitoring.requests import RequestRecord
from deploy.monitoring.task_queue import BrokerGone, read_queue
from duplicate.models import Preparation
from duplicate.rounds import service_beats
from duplicate.rounds.closing import count_rounds
from tournaments.jobs import count_unfinished
from tournaments.live import connections

BUCKETS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
SLIPS_VIEW = "api-slips"
# A slip that is new, and one that is sent again: both get a receipt.
NEW, AGAIN = 201, 200

REQUESTS = Histogram(
    "isotop_request_seconds",
    "Time until the answer begins; its count is the number of requests.",
    ["view", "status"],
    buckets=BUCKETS,
)
SLIPS = Counter("isotop_slips", "Slips of phones that were stored.")
RECEIPTS = Histogram(
    "isotop_receipt_seconds",
    "Time from the last byte of a slip to its receipt, which follows the commit.",
    buckets=BUCKETS,
)


def observe(record: RequestRecord) -> None:
    """Count a finished request."""
    REQUESTS.labels(record.view or "none", str(record.status)).observe(record.seconds)
    if record.view == SLIPS_VIEW and record.method == "POST" and record.status in {NEW, AGAIN}:
        before = (record.body_read - record.started) if record.body_read else 0.0
        RECEIPTS.observe(record.seconds - before)
        if record.status == NEW:
            SLIPS.inc()


class Installation(Collector):
    """Values read at a scrape. A database or Redis that does not answer costs its own values alone."""

    def collect(self) -> Iterator[Metric]:
        streams = connections.count_streams()
        yield GaugeMetricFamily("isotop_open_streams", "Open streams of this process.", value=streams)
        yield from _data_folder()
        yield from self._from_database()
        yield from self._from_redis()

    def _from_database(self) -> Iterator[Metric]:
        try:
            found = [_writable(), _rounds(), _searches(), _beats()]
        except DatabaseError:
            found = []
        yield GaugeMetricFamily(
            "isotop_database_up", "Whether the database answers.", value=1 if found else 0
        )
        for metrics in found:
            yield from metrics

    def _from_redis(self) -> Iterator[Metric]:
        try:
            queue = read_queue()
        except BrokerGone:
            queue = {}
        yield GaugeMetricFamily("isotop_redis_up", "Whether Redis answers.", value=1 if queue else 0)
        waiting = GaugeMetricFamily(
            "isotop_tasks_waiting", "Tasks that no worker has taken.", labels=["lane"]
        )
        oldest = GaugeMetricFamily(
            "isotop_task_oldest_seconds", "How long the oldest of them waits.", labels=["lane"]
        )
        for lane, found in queue.items():
            waiting.add_metric([lane], found.tasks)
            oldest.add_metric([lane], found.oldest)
        yield from (waiting, oldest)


def _data_folder() -> Iterator[Metric]:
    """Yield the values of this machine: the disk of its data folder, and the backups in it."""
    free = shutil.disk_usage(settings.DATA_FOLDER).free
    yield GaugeMetricFamily("isotop_disk_free_bytes", "Free room on the disk of the data folder.", value=free)
    backup = GaugeMetricFamily("isotop_last_backup_timestamp_seconds", "When the newest backup was made.")
    if made := nightly.last_made(settings.DATA_FOLDER / "backups"):
        backup.add_metric([], made.timestamp())
    yield backup


def _writable() -> list[Metric]:
    stores = services.try_write() == "ok"
    return [
        GaugeMetricFamily("isotop_database_writable_up", "Whether the database stores rows.", value=stores)
    ]


def _rounds() -> list[Metric]:
    counts = count_rounds()
    return [
        GaugeMetricFamily("isotop_rounds_running", "Rounds whose clock runs.", value=counts.running),
        GaugeMetricFamily(
            "isotop_rounds_overdue",
            "Rounds whose time is up and that wait to be closed.",
            value=counts.overdue,
        ),
        GaugeMetricFamily(
            "isotop_round_overdue_seconds", "How long the oldest of them waits.", value=counts.oldest
        ),
    ]


def _searches() -> list[Metric]:
    searches = GaugeMetricFamily(
        "isotop_searches", "Searches for games to prepare that are not done.", labels=["state"]
    )
    for state, count in count_unfinished(Preparation).items():
        searches.add_metric([state], count)
    return [searches]


def _beats() -> list[Metric]:
    beats = GaugeMetricFamily(
        "isotop_service_last_beat_timestamp_seconds",
        "The last sign of life of a clock or worker.",
        labels=["service", "process"],
    )
    for service, name, beat_at in service_beats.last_beats():
        beats.add_metric([service, name], beat_at.timestamp())
    return [beats]


def page() -> bytes:
    """Return the answer to a scrape, in Prometheus's text format."""
    registry = CollectorRegistry()
    if os.environ.get(VARIABLE):
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call] # the library has no types here
    else:
        registry.register(REGISTRY)
    registry.register(Installation())
    return generate_latest(registry)
