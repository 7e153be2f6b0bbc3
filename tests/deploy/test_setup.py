"""`manage.py setup`, a second time on the same data folder, and what comes before it."""

import socket

import pytest
from django.core.management import CommandError, call_command

from duplicate.website.management.commands import setup
from tests.server import prepare_data

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


def test_changed_static_files_are_collected_again(collected, monkeypatch):
    before = collected.stat().st_mtime_ns
    monkeypatch.setattr(setup, "static_files_version", lambda: "another")
    setup.collect_static_files()
    assert collected.stat().st_mtime_ns > before


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
