"""A backup made in the middle of a round, restored into another installation: the game is there and replays."""

import contextlib
import json
import subprocess
import sys
import tarfile
from dataclasses import dataclass

import pytest

from tests.server import ROOT, environment_for, prepare_data
from tests.services import new_database

pytestmark = [pytest.mark.server, pytest.mark.slow]

PLAY = """
import django; django.setup()
from django.contrib.auth.models import User
from django.core.management import call_command
from duplicate.website.onboarding import demo
from tournaments.lexicons.services import register_built_in
call_command("migrate", verbosity=0)
register_built_in()
demo.begin_evening(User.objects.create_user("ann", password=None))
"""
# Print its public state, its record, and the slips to the last character.
TELL = """
import json, django; django.setup()
from duplicate.live.subscriptions import current_frame
from duplicate.models import Game, Slip
from duplicate.printing.data.game_sheet import record_for_game
game = Game.objects.get()
slips = list(Slip.objects.order_by("pk").values_list("pk", "client_id", "word", "received_at", "effective"))
print(json.dumps([current_frame(game.code).body.decode(), record_for_game(game).to_json(), slips], default=str))
"""


@dataclass
class Installed:
    """A data folder and a database, without running processes."""

    environment: dict

    def run(self, *arguments):
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environment | {"DJANGO_SETTINGS_MODULE": "deploy.settings"},
            check=False,
            capture_output=True,
            text=True,
        )

    def do(self, *arguments):
        done = self.run(*arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(params=["sqlite", "postgresql"])
def two(request, tmp_path):
    """Yield two installations on the same kind of database."""
    with contextlib.ExitStack() as stack:
        found = []
        for name in ("old", "new"):
            settings = {}
            if request.param == "postgresql":
                settings["DATABASE_URL"] = stack.enter_context(new_database(migrated=False))
            found.append(Installed(environment_for(prepare_data(tmp_path / name), **settings)))
        yield found


def test_a_game_goes_on_elsewhere(two, tmp_path):
    old, new = two
    told = old.do("-c", PLAY + TELL)
    (tmp_path / "old" / "lexicons" / "club.lexicon").write_text("words")
    archive = tmp_path / "isotop.tar.gz"
    assert old.do("manage.py", "backup", archive).startswith(f"{archive}: 1 games")
    assert archive.stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []

    new.do("manage.py", "restore", archive)
    refused = new.run("manage.py", "restore", archive)
    assert refused.returncode == 1
    assert "There are games in this installation" in refused.stderr
    new.do("manage.py", "restore", archive, "--replace")
    assert new.do("-c", TELL) == told
    frame, record, slips = json.loads(told)
    assert json.loads(frame)["round"]["number"] == 6
    assert len(slips) > 12 * 4
    (tmp_path / "record.json").write_text(record)
    new.do("-m", "engine", "replay", tmp_path / "record.json")
    for kept in ("lexicons/club.lexicon", "secret_key"):
        assert (tmp_path / "new" / kept).read_text() == (tmp_path / "old" / kept).read_text()


def about(**changes):
    return json.dumps(
        {"format": 1, "database": "sqlite", "made_at": "2026-01-01T00:00:00", "games": 1} | changes
    ).encode()


@pytest.mark.parametrize(
    ("members", "problem"),
    [
        (None, "No such file"),
        (b"no archive", "is no backup"),
        ({}, "No such file"),
        ({"about.json": b"{"}, "is no backup, or is damaged"),
        ({"about.json": about(format=2)}, "another version of Isotop"),
        ({"about.json": about(database="oracle")}, "The backup is of oracle, this installation has"),
        ({"../evil": b"", "about.json": about()}, "is no backup, or is damaged"),
    ],
)
def test_what_is_no_backup_changes_nothing(tmp_path, settings, db, members, problem):
    from deploy.archive import BackupError, restore

    settings.DATA_FOLDER = tmp_path / "data"
    settings.DATA_FOLDER.mkdir()
    path = tmp_path / "archive"
    if isinstance(members, bytes):
        path.write_bytes(members)
    elif members is not None:
        write_archive(path, members)
    with pytest.raises(BackupError, match=problem):
        restore(path)
    assert list(settings.DATA_FOLDER.iterdir()) == []
    assert not (tmp_path / "evil").exists()


def write_archive(path, members):
    with tarfile.open(path, "w:gz") as archive:
        for name, content in members.items():
            part = path.with_name("part")
            part.write_bytes(content)
            archive.add(part, name)
            part.unlink()
