"""`/metrics`: there with the operator's token alone, right about what it counts, and silent about the game."""

import os
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from deploy import gunicorn
from deploy.asgi import application
from deploy.monitoring import process_files, requests, scrape, services
from duplicate.models import Preparation, Round, ServiceBeat
from duplicate.rounds import service_beats
from tests.factories.asgi import ask_application
from tournaments.time import clock

TOKEN = "a-token-of-the-operator"
SLIP = {"id": "c0ffee00-0000-4000-8000-000000000007", "round": 1, "word": "TRAIN", "ref": "H4", "score": 12}


@pytest.fixture
def switched_on(settings, monkeypatch):
    """Count requests, as a process started with a token does; Redis is not there."""
    settings.METRICS_TOKEN = TOKEN
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(requests, "observers", [])
    monkeypatch.setattr(services, "_stored_at", float("inf"))  # it has just stored something
    scrape.switch_on()


@pytest.fixture
def read(client, db, switched_on):
    """Return a function that scrapes and returns values by name and labels, in the order of their names."""

    def samples():
        text = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).content.decode()
        families = text_string_to_metric_families(text)
        return {
            (sample.name, *sample.labels.values()): sample.value
            for family in families
            for sample in family.samples
        }

    return samples


@pytest.mark.django_db
@pytest.mark.parametrize("shown", ["", "Bearer ", f"Bearer {TOKEN}x", TOKEN, f"Basic {TOKEN}"])
def test_without_the_token_there_is_no_such_page(client, switched_on, shown):
    assert client.get("/metrics", headers={"Authorization": shown}).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("shown", ["", "Bearer ", "Bearer"])
def test_without_a_setting_nobody_gets_it_and_nothing_is_counted(client, settings, monkeypatch, shown):
    settings.METRICS_TOKEN = ""
    monkeypatch.setattr(requests, "observers", [])
    scrape.switch_on()
    assert requests.observers == []
    assert client.get("/metrics", headers={"Authorization": shown}).status_code == 404


def test_requests_are_counted_by_view_and_status(read, desk):
    before = read()
    desk.get("/desk/")
    Client().get("/desk/")
    Client().get("/nowhere/")
    after = read()
    for labels in (("200", "desk"), ("302", "desk"), ("404", "none")):
        name = ("isotop_request_seconds_count", *labels)
        assert after[name] - before.get(name, 0) == 1
    assert after["isotop_request_seconds_sum", "200", "desk"] > 0


def test_a_slip_is_counted_once_and_each_receipt_is_measured(read, game, players, open_round, client):
    open_round("TRAINER")
    _entry, token = players[0]
    before = read()
    for status in (201, 200):
        answer = client.post(
            f"/api/v1/games/{game.code}/slips/",
            SLIP,
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        )
        assert answer.status_code == status
    after = read()
    grown = {name: after[name] - before.get(name, 0) for name in after}
    assert grown["isotop_slips_total",] == 1
    assert grown["isotop_receipt_seconds_count",] == 2
    assert (
        0 < grown["isotop_receipt_seconds_sum",] < grown["isotop_request_seconds_sum", "201", "api-slips"] * 3
    )


def test_rounds_that_wait_to_be_closed(read, game, open_round, hands):
    open_round("TRAINER")
    assert (read()["isotop_rounds_running",], read()["isotop_rounds_overdue",]) == (1, 0)
    Round.objects.update(closes_at=clock.now() - timedelta(seconds=40))
    found = read()
    assert (found["isotop_rounds_running",], found["isotop_rounds_overdue",]) == (0, 1)
    assert found["isotop_round_overdue_seconds",] == pytest.approx(40, abs=1)


@pytest.mark.parametrize(
    ("ages", "counts"),
    [([], (0, 0, 0)), ([5], (1, 0, 0)), ([5, 60, 90], (1, 2, 0)), ([60, 90], (0, 0, 2))],
)
def test_searches_by_state(read, arbitrator, hands, ages, counts):
    for age in ages:
        Preparation.objects.create(
            lexicon="english",
            tile_set="english",
            rules="",
            criteria={},
            sealed_seed=b"",
            games=100,
            state=Preparation.State.RUNNING,
            made_by=arbitrator,
            made_at=clock.now(),
            moved_at=clock.now() - timedelta(seconds=age),
        )
    found = read()
    states = ("running", "waiting", "interrupted")
    assert tuple(found["isotop_searches", state] for state in states) == counts


def test_a_full_disk_and_the_last_backup(read, settings, tmp_path, monkeypatch):
    settings.DATA_FOLDER = tmp_path
    found = read()
    assert found["isotop_disk_free_bytes",] > 0
    assert found["isotop_database_writable_up",] == 1
    assert ("isotop_last_backup_timestamp_seconds",) not in found
    for name, made_at in (("isotop-old.tar.gz", 100), ("isotop-new.tar.gz", 200), ("other.tar.gz", 300)):
        (tmp_path / "backups").mkdir(exist_ok=True)
        (tmp_path / "backups" / name).touch()
        os.utime(tmp_path / "backups" / name, (made_at, made_at))
    monkeypatch.setattr(services, "try_write", lambda: "disk full")
    found = read()
    assert found["isotop_last_backup_timestamp_seconds",] == 200
    assert found["isotop_database_writable_up",] == 0


def test_the_last_signs_of_life(read, hands):
    service_beats.write_beat(ServiceBeat.Service.CLOCK, "clock@host")
    found = read()["isotop_service_last_beat_timestamp_seconds", "clock@host", "clock"]
    assert found == pytest.approx(clock.now().timestamp(), abs=0.01)


def test_a_scrape_reads_few_rows_and_none_of_the_slips(read, django_assert_num_queries):
    read()
    with django_assert_num_queries(3) as queries:
        read()
    assert not [query for query in queries.captured_queries if "duplicate_slip" in query["sql"]]


def test_without_redis_the_rest_is_told(read):
    found = read()
    assert (found["isotop_redis_up",], found["isotop_database_up",]) == (0, 1)
    assert not [name for name, *_labels in found if name.startswith("isotop_task")]


@pytest.mark.django_db(transaction=True)
def test_streams_are_counted_while_they_are_open(game, switched_on):
    from tournaments.live import connections

    seen = []

    async def count(scope, receive, send):
        async def send_and_count(message):
            seen.append(connections.count_streams())
            await send(message)

        await application(scope, receive, send_and_count)

    ask_application(count, "GET", f"/live/{game.code}/")
    assert max(seen) == 1
    assert connections.count_streams() == 0


def test_metrics_tell_nothing_of_a_game(read, game, players, open_round, client):
    open_round("TRAINER")
    _entry, token = players[0]
    client.get(f"/api/v1/games/{game.code}/me/", headers={"Authorization": f"Bearer {token}"})
    labels = {label for _name, *labels in read() for label in labels}
    secret = {game.code, "TRAINER", "TRAIN", token, game.name, *(str(entry) for entry, _token in players)}
    assert not labels & secret
    # Views, statuses, limits of buckets, lanes, states and processes: nothing else.
    assert all(re.fullmatch(r"[\w:.@+-]+", label) for label in labels)


# --- Several processes of one server -------------------------------------------------------------------------------


@pytest.mark.parametrize("variable", ["METRICS_TOKEN", "METRICS_TOKEN_FILE"])
def test_the_processes_of_gunicorn_share_a_folder_of_their_own(monkeypatch, variable, tmp_path):
    (path := tmp_path / "token").write_text(TOKEN)
    monkeypatch.setenv(variable, str(path) if variable.endswith("_FILE") else TOKEN)
    monkeypatch.setenv(process_files.VARIABLE, "/another/server")
    gunicorn.on_starting(None)
    folder = Path(os.environ[process_files.VARIABLE])
    assert folder.is_dir()
    assert folder.stat().st_mode & 0o077 == 0
    gunicorn.on_exit(None)
    assert not folder.exists()


def test_without_a_token_there_is_no_folder(monkeypatch):
    monkeypatch.delenv("METRICS_TOKEN", raising=False)
    monkeypatch.delenv(process_files.VARIABLE, raising=False)
    gunicorn.on_starting(None)
    assert process_files.VARIABLE not in os.environ
