"""`manage.py setup`, a second time on the same data folder, and what comes before it."""

import socket
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.core.management import CommandError, call_command

from duplicate.website import embedded
from duplicate.website.management.commands import setup
from tests.server import Line, Process, environment_for, prepare_data
from tests.services import new_database

pytestmark = pytest.mark.slow


@pytest.fixture
def collected(settings, tmp_path):
    settings.STATIC_ROOT = prepare_data(tmp_path) / "static"
    setup.collect_static_files()
    return settings.STATIC_ROOT / "staticfiles.json"


def test_static_files_are_collected_once(collected):
    before = collected.stat().st_mtime_ns
    setup.collect_static_files()
    assert collected.stat().st_mtime_ns == before


def test_changed_static_files_are_collected_again(collected, monkeypatch, tmp_path):
    """The note of the version is a new file: one that is linked from a copy of the folder stays as it was."""
    before, note, link = collected.stat().st_mtime_ns, collected.with_name("version.txt"), tmp_path / "link"
    link.hardlink_to(note)
    version = note.read_text()
    monkeypatch.setattr(setup, "static_files_version", lambda: "another")
    setup.collect_static_files()
    assert collected.stat().st_mtime_ns > before
    assert (note.read_text(), link.read_text()) == ("another", version)


def test_the_version_knows_every_static_file_and_what_compresses_them(monkeypatch):
    before = setup.static_files_version()
    finders = list(setup.get_finders())
    monkeypatch.setattr(setup, "get_finders", lambda: finders[:-1])
    without_apps = setup.static_files_version()
    monkeypatch.setattr(setup, "staticfiles_storage", finders[-1])
    assert len({before, without_apps, setup.static_files_version()}) == 3


def test_a_second_program_on_a_port_is_refused_before_it_changes_the_data(settings, tmp_path):
    settings.DATA_FOLDER = tmp_path
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {port} cannot be used"):
            call_command("serve", host="127.0.0.1", port=port)
    assert list(tmp_path.iterdir()) == []


def test_of_two_programs_that_start_at_once_one_has_the_port(settings, tmp_path):
    settings.DATA_FOLDER = tmp_path
    with embedded.listen("127.0.0.1", 0) as first:  # which is still setting up
        port = first.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {port} cannot be used"):
            call_command("serve", host="127.0.0.1", port=port)


@pytest.mark.parametrize(
    ("host", "port", "told"),
    [
        ("127.0.0.1", 70_000, "There is no port 70000"),
        ("192.0.2.1", 8000, "This machine has no address 192.0.2.1"),  # RFC 5737: nobody's
        ("no.such.host.invalid", 8000, "This machine has no address no.such.host.invalid"),
    ],
)
def test_what_cannot_be_listened_at_is_named(host, port, told, settings, tmp_path):
    settings.DATA_FOLDER = tmp_path
    with pytest.raises(CommandError, match=told):
        call_command("serve", host=host, port=port)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.server
def test_a_late_database_is_waited_for(tmp_path):
    """After a power cut PostgreSQL may be the last to come."""
    with new_database() as database:
        parts = urlsplit(database)
        line = Line(parts.hostname, parts.port or 5432)
        address = urlunsplit(parts._replace(netloc=f"{parts.username}@127.0.0.1:{line.port}"))
        environment = environment_for(prepare_data(tmp_path / "data"), DATABASE_URL=address)
        setup_process = Process(
            "manage.py", "setup", "--wait", "120", environment=environment, log=tmp_path / "setup.log"
        )
        setup_process.start()
        try:
            setup_process.wait_until(lambda: "Waiting for the database" in setup_process.output())
            line.mend()
            setup_process.wait_until(lambda: "engine … " in setup_process.output())
        finally:
            setup_process.stop()
            line.cut()


@pytest.mark.server
def test_a_migration_gives_way_to_those_who_use_its_table(tmp_path):
    """Else all who write to it would wait behind the migration, as long as a backup lasts."""
    psycopg = pytest.importorskip("psycopg")
    with new_database() as database, psycopg.connect(database) as other:
        other.execute("LOCK TABLE django_migrations")
        environment = environment_for(prepare_data(tmp_path / "data"), DATABASE_URL=database)
        setup_process = Process("manage.py", "setup", environment=environment, log=tmp_path / "setup.log")
        setup_process.start()
        try:
            setup_process.wait_until(lambda: "Waiting for a table" in setup_process.output())
            other.rollback()
            setup_process.wait_until(lambda: "engine … " in setup_process.output())
        finally:
            setup_process.stop()


def test_a_database_that_never_comes_is_an_error(monkeypatch):
    def refuse():
        raise setup.OperationalError("connection refused")

    monkeypatch.setattr(setup, "WAIT_SECONDS", 0.01)
    monkeypatch.setattr(setup.connection, "ensure_connection", refuse)
    with pytest.raises(CommandError, match="connection refused"):
        call_command("setup", wait=0.05)
