"""The wheel: what is in it, and what it does where there is no checkout and no network is asked for anything."""

import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from django.conf import settings

from tests.deploy.test_build_context import SECRETS
from tests.http_client import Session
from tests.server import DATABASE, ROOT, Web, free_port, prepare_data, prepare_database

pytestmark = [pytest.mark.slow, pytest.mark.server]

PACKAGES = ("deploy", "duplicate", "engine", "tournaments")
INSIDE = {"docs": "deploy/docs", "templates": "deploy/templates"}


def sources():
    """Return the files of the repository, those that are not committed yet too."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return sorted(path for path in set(listed.split("\0")) if path and (ROOT / path).exists())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of a copy of the sources, in which secrets lie that do not belong into it."""
    folder = tmp_path_factory.mktemp("sources")
    for path in [*sources(), *SECRETS]:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if path in SECRETS:
            target.write_text("secret")
        else:
            shutil.copy2(ROOT / path, target)
    command = [
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "--target",
        "wheel",
        "--directory",
        folder / "dist",
    ]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    (made,) = (folder / "dist").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """An environment with the wheel; what it depends on is that of this environment."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    install = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--offline", "--no-deps"]
    subprocess.run([*install, "--python", folder / "bin" / "python", wheel], check=True)
    return folder / "bin"


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """The environment of a user; what the set-up of this checkout has made is there, to save time."""
    home = tmp_path_factory.mktemp("home")
    left_out = (
        "ISOTOP_DATA",
        "DATABASE_URL",
        "REDIS_URL",
        "DJANGO_SETTINGS_MODULE",
        "PYTHONPATH",
        "XDG_DATA_HOME",
    )
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    data = home / ".local" / "share" / "isotop"
    prepare_database(prepare_data(data))
    return kept | {"HOME": str(home), "PYTHONUNBUFFERED": "1"}


def output(*command, environment, folder):
    return subprocess.run(
        command, cwd=folder, env=environment, check=True, capture_output=True, text=True
    ).stdout


def test_the_wheel_has_the_program_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        assert not [name for name in archive.namelist() if archive.read(name) == b"secret"]
    expected = set()
    for path in sources():
        folder, _, rest = path.partition("/")
        if folder in {*PACKAGES, *INSIDE}:
            expected.add(f"{INSIDE.get(folder, folder)}/{rest}")
    compiled = {path.replace(".po", ".mo") for path in expected if path.endswith(".po")}
    assert names == (expected | compiled) - {"deploy/wheel_hook.py"}
    assert len(compiled) == len(settings.COMPLETE_LANGUAGES) - 1


def test_the_engine_is_a_library(installed, environment, tmp_path):
    code = (
        "import engine\n"
        "position = engine.Position.start(lexicon='french')\n"
        "position.rack = 'AEINRST'\n"
        "print(engine.__file__, position.top()[0].score)"
    )
    file, score = output(installed / "python", "-c", code, environment=environment, folder=tmp_path).split()
    assert Path(file).is_relative_to(installed.parent)
    assert score == "66"


def test_isotop_serves_a_hall_as_its_first_command(installed, environment, tmp_path):
    told = output(installed / "isotop", "--help", environment=environment, folder=tmp_path)
    assert "isotop help <subcommand>" in told
    assert {"serve", "demo", "load_lexicon", "backup"} <= set(told.split())
    port = free_port()
    server = Web(
        *("serve", "--host", "127.0.0.1", "--port", port),
        port=port,
        environment=environment,
        log=tmp_path / "server.log",
        program=installed / "isotop",
        folder=tmp_path,
    )
    try:
        server.start()
        session = Session(server.site)
        page = session.request("GET", "/", headers=(("Accept-Language", "fr"),)).text
        assert "<h1>Rejoindre une partie</h1>" in page
        needed = re.findall(r"(?:src|href)=\"(/static/[^\"]+)", page)
        assert len(needed) > 3
        for path in (*needed, "/handbook/fr/", "/handbook/fr/pictures/keying.png"):
            assert session.request("GET", path).status == 200, path
        data = Path(environment["HOME"]) / ".local" / "share" / "isotop"
        assert {DATABASE, "secret_key", "site.txt"} <= {path.name for path in data.iterdir()}
        # The very files that the checkout has: they were not collected again.
        versions = [folder / "static" / "version.txt" for folder in (data, settings.DATA_FOLDER)]
        assert len({path.stat().st_mtime_ns for path in versions}) == 1
    finally:
        server.stop()


def test_processes_of_a_server_are_called_without_a_checkout(installed, environment, tmp_path):
    code = "from deploy.processes.plan import clock_command; print(*clock_command(), '--help', sep='\\n')"
    command = output(installed / "python", "-c", code, environment=environment, folder=tmp_path).splitlines()
    assert "close_rounds" in output(*command, environment=environment, folder=tmp_path)


def test_the_demonstration_has_a_data_folder_of_its_own(installed, environment, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = subprocess.run(
            [installed / "isotop", "demo", "--host", "127.0.0.1", "--port", str(taken.getsockname()[1])],
            cwd=tmp_path,
            env=environment,
            check=False,
            capture_output=True,
            text=True,
        )
    assert "cannot be used" in refused.stderr
    assert (Path(environment["HOME"]) / ".local/share/isotop/demo/secret_key").exists()
