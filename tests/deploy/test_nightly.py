"""Backups and forgetting in containers, which have no timer; passwords made at the first start."""

import datetime as dt
import logging
import os
import shutil

import pytest
from django.core.management import CommandError, call_command

from deploy import passwords
from deploy.backups import nightly
from deploy.management.commands import run_nightly
from deploy.management.commands.run_nightly import Command
from duplicate.models.heartbeat import ServiceBeat
from duplicate.rounds import service_beats
from tournaments.time import clock

FOUR = dt.time(4)
NOON = dt.datetime(2026, 3, 10, 12, tzinfo=dt.UTC)


def backup_of(folder, moment):
    path = folder / f"isotop-{moment:%Y-%m-%d-%H%M%S}.tar.gz"
    path.touch()
    os.utime(path, (moment.timestamp(), moment.timestamp()))
    return path


@pytest.mark.parametrize(
    ("made", "now", "due"),
    [
        (None, NOON, True),
        (NOON.replace(hour=4, minute=1), NOON, False),
        (NOON.replace(hour=3), NOON, True),
        (NOON.replace(hour=3), NOON.replace(hour=3, minute=59), False),
        (NOON - dt.timedelta(days=5), NOON.replace(hour=1), True),
    ],
)
def test_a_backup_is_due_once_a_night(tmp_path, made, now, due):
    if made:
        backup_of(tmp_path, made)
    assert nightly.is_due(tmp_path, FOUR, now) is due


@pytest.mark.parametrize(
    ("made", "late"),
    [(NOON - dt.timedelta(hours=25), False), (NOON - dt.timedelta(hours=27), True), (None, True)],
)
def test_the_administrator_learns_at_the_desk_that_a_backup_is_late(
    tmp_path, settings, monkeypatch, admin_client, client, arbitrator, made, late
):
    settings.DATA_FOLDER = tmp_path
    (folder := tmp_path / "backups").mkdir()
    if made:
        backup_of(folder, made)
    monkeypatch.setattr(clock, "now", lambda: NOON)
    told = "of this server" in admin_client.get("/desk/").content.decode()
    assert told is late
    client.force_login(arbitrator)
    assert "of this server" not in client.get("/desk/").content.decode()


def test_where_no_backups_are_made_none_is_late(tmp_path):
    assert not nightly.is_late(tmp_path / "backups", NOON)


@pytest.mark.parametrize("name", ["backups", "backup.tar"])
def test_a_folder_that_is_missing_is_no_file(name, tmp_path):
    with pytest.raises(CommandError, match=f"There is no folder {tmp_path / name}: make it first"):
        call_command("backup", str(tmp_path / name))
    assert list(tmp_path.iterdir()) == []


def test_old_backups_go_and_nothing_else(tmp_path):
    old, young = (backup_of(tmp_path, NOON - dt.timedelta(days=days)) for days in (31, 29))
    other = tmp_path / "notes.txt"
    other.touch()
    os.utime(other, (0, 0))
    assert nightly.delete_old(tmp_path, 30, NOON) == [old]
    assert set(tmp_path.iterdir()) == {young, other}


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pg_dump") is None and not os.environ.get("CI"), reason="no pg_dump")
def test_the_work_of_a_night(tmp_path, capsys):
    old = backup_of(tmp_path, dt.datetime(2020, 1, 1, tzinfo=dt.UTC))
    Command()._run(tmp_path, 30)
    [made] = tmp_path.glob("isotop-*.tar.gz")
    assert made != old
    assert made.stat().st_mode & 0o077 == 0
    assert "Everybody is kept" in capsys.readouterr().out


def test_without_a_backup_nothing_is_deleted(tmp_path, monkeypatch, caplog):
    def fail(name, *_arguments, **_options):
        assert name == "backup"
        raise CommandError("no space")

    old = backup_of(tmp_path, dt.datetime(2020, 1, 1, tzinfo=dt.UTC))
    monkeypatch.setattr(run_nightly, "call_command", fail)
    with caplog.at_level(logging.ERROR):
        Command()._run(tmp_path, 30)
    assert old.exists()
    assert "no space" in caplog.text


@pytest.mark.django_db
def test_the_health_check_asks_for_the_process_of_this_machine(monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "here")
    for name in ("worker@there", "worker@not-here"):
        service_beats.write_beat(ServiceBeat.Service.WORKER, name)
    for service in ("worker", "clock"):
        with pytest.raises(CommandError, match=f"No {service} on here"):
            call_command("check_beat", service)
    service_beats.write_beat(ServiceBeat.Service.WORKER, "worker@here")
    service_beats.write_beat(ServiceBeat.Service.CLOCK, service_beats.clock_name())
    call_command("check_beat", "worker")
    call_command("check_beat", "clock")
    ServiceBeat.objects.update(beat_at=dt.datetime(2020, 1, 1, tzinfo=dt.UTC))
    with pytest.raises(CommandError):
        call_command("check_beat", "worker")


def test_passwords_are_made_once_and_read_by_their_owner_alone(tmp_path):
    passwords.make_passwords(tmp_path)
    first = {path.name: path.read_text() for path in tmp_path.iterdir()}
    passwords.make_passwords(tmp_path)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == first
    assert set(first) == {"database_password", "database_url"}
    assert len(first["database_password"]) >= 40
    assert f":{first['database_password']}@postgres:5432/" in first["database_url"]
    assert all(path.stat().st_mode & 0o077 == 0 for path in tmp_path.iterdir())
