"""Files that an installation writes are private to its own user."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.server import DATABASE, ROOT, Embedded, environment_for, prepare_data, prepare_database

OTHERS = 0o077


def open_files(folder, but=()):
    """Return the paths that other users could read, write or enter."""
    return {
        str(path.relative_to(folder))
        for path in (folder, *folder.rglob("*"))
        if path.lstat().st_mode & OTHERS and not path.is_symlink() and path.parts[: len(but)] != but
    }


def run(folder, *arguments, **variables):
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment_for(folder, **variables),
        check=True,
        capture_output=True,
        text=True,
    ).stdout


@pytest.mark.slow
def test_a_new_installation_is_closed_to_others(tmp_path):
    data = tmp_path / "data"
    said = run(data, "setup")
    assert (data / DATABASE).exists()
    assert open_files(data) == set()
    assert "Closed to other users" not in said


@pytest.mark.slow
def test_an_installation_that_is_open_is_closed_at_its_start_and_says_so(tmp_path):
    prepare_database(prepare_data(tmp_path))
    run(tmp_path, "setup")
    tmp_path.chmod(0o755)
    (tmp_path / DATABASE).chmod(0o644)
    said = run(tmp_path, "setup")
    assert open_files(tmp_path) == set()
    assert f"Closed to other users: {tmp_path} (" in said


@pytest.mark.slow
def test_static_files_of_their_own_folder_are_for_the_proxy(tmp_path):
    data, public = prepare_data(tmp_path / "data"), tmp_path / "public"
    prepare_database(data)
    shutil.rmtree(data / "static")
    public.mkdir()
    run(data, "setup", ISOTOP_STATIC=str(public))
    assert not (data / "static").exists()
    found = [*(public / "static").rglob("*")]
    assert any(path.suffix == ".gz" for path in found)
    wanted = {True: 0o755, False: 0o644}
    assert all(path.stat().st_mode & 0o777 == wanted[path.is_dir()] for path in found)
    assert open_files(data) == set()


@pytest.mark.server
@pytest.mark.slow
def test_a_running_server_opens_nothing(tmp_path):
    before = os.umask(0o022)
    server = Embedded(tmp_path)
    try:
        server.start()
        assert (server.data / f"{DATABASE}-wal").exists()
        assert open_files(server.data) == set()
    finally:
        os.umask(before)
        server.stop()
