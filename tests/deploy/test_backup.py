"""A backup made in the middle of a round, restored into another installation: the game is there and replays."""

import contextlib
import json
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.server import ROOT, environment_for, prepare_data, prepare_database
from tests.services import new_database

pytestmark = [pytest.mark.server, pytest.mark.slow]

PLAY = """
import django; django.setup()
import datetime as dt
from django.contrib.auth.models import User
from django.db.models import F
from duplicate.models import Round
from duplicate.website.onboarding import demo
from tournaments.lexicons.services import register_built_in
register_built_in()
demo.begin_evening(User.objects.create_user("ann", password=None))
# Copying may take longer than a round where the machine is busy.
Round.objects.filter(state="open").update(closes_at=F("closes_at") + dt.timedelta(hours=1))
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

# Values that the two kinds of database keep differently, and tables of all kinds.
ODD_ROWS = """
from axes.models import AccessAttempt
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
group = Group.objects.create(name="Tab\\there, \\\\N and \\\\. and\\nł 🂡 {x}")
User.objects.get().groups.add(group)
Session.objects.create(session_key="k" * 32, session_data="x", expire_date=dt.datetime(2030, 1, 1, tzinfo=dt.UTC))
AccessAttempt.objects.create(ip_address="2001:db8::1", username="x", get_data="", post_data="", failures_since_start=1)
"""
TELL_ALL = (
    TELL
    + """
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.db import connection
from duplicate.standings.rows.game_standings import standings_for_game
print(standings_for_game(game).rows)
print(User.objects.get().groups.get().name, AccessAttempt.objects.get().ip_address)
with connection.cursor() as cursor:
    for table in sorted(connection.introspection.table_names(cursor)):
        cursor.execute(f'SELECT count(*) FROM "{table}"')
        print(table, cursor.fetchone())
"""
)
ADD_ROWS = """
import django; django.setup()
from django.contrib.auth.models import User
from django.db import transaction
from duplicate.website.onboarding import demo
with transaction.atomic():
    demo.begin_evening(User.objects.create_user("bob", password=None))
    transaction.set_rollback(True)
print("added")
"""
# Two backups: of what the other kind may refuse, and of a version that is not known yet.
SAVE_TWO = """
import django; django.setup()
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
Group.objects.create(name="The\\0irs" if connection.vendor == "sqlite" else "Theirs")
call_command("backup", "{folder}/nul.tar.gz")
MigrationRecorder(connection).record_applied("duplicate", "9999_of_the_future")
call_command("backup", "{folder}/future.tar.gz")
"""
TRY_BOTH = """
import django; django.setup()
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
Group.objects.create(name="Ours")
for name in {names}:
    try:
        call_command("restore", f"{folder}/{{name}}.tar.gz")
    except CommandError as error:
        print(error)
print(list(Group.objects.values_list("name", flat=True)))
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


def install(stack, folder, kind, *, migrated=False):
    settings = {}
    prepare_data(folder)
    if kind == "postgresql":
        settings["DATABASE_URL"] = stack.enter_context(new_database(migrated=migrated))
    elif migrated:
        prepare_database(folder)
    return Installed(environment_for(folder, **settings))


@pytest.fixture(params=["sqlite", "postgresql"])
def two(request, tmp_path):
    """Yield two installations on the same kind of database; the second one has no tables yet."""
    with contextlib.ExitStack() as stack:
        yield [
            install(stack, tmp_path / name, request.param, migrated=name == "old") for name in ("old", "new")
        ]


@pytest.mark.smoke
def test_a_game_goes_on_elsewhere(two, tmp_path):
    old, new = two
    told = old.do("-c", PLAY + TELL)
    (tmp_path / "old" / "lexicons" / "club.lexicon").write_text("words")
    archive = tmp_path / "isotop.tar.gz"
    assert old.do("manage.py", "backup", archive).startswith(f"{archive}: 1 games")
    assert archive.stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []

    check(new, archive)
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


def check(installed, archive):
    """Check a backup of the demonstration; nothing is left in the data folder, nor a database."""
    folder = Path(installed.environment["ISOTOP_DATA"])
    before = sorted(folder.rglob("*"))
    told = installed.do("manage.py", "check_backup", archive)
    assert "1 events, 1 games, " in told
    assert "with the secret key" in told
    assert "still to apply: none" in told
    changed = set(folder.rglob("*")) - set(before)
    assert {path.name for path in changed} <= {"isotop.sqlite3", "secret_key"}  # as each command does


OTHER = {"sqlite": "postgresql", "postgresql": "sqlite"}


@pytest.mark.parametrize("kind", list(OTHER))
def test_a_game_goes_to_the_other_kind_of_database_and_back(kind, tmp_path):
    """Standings, frames, slips and rows with all kinds of values are the same; new rows get numbers of their own."""
    with contextlib.ExitStack() as stack:
        old, other, back = (
            install(stack, tmp_path / name, each, migrated=name == "old")
            for name, each in (("old", kind), ("other", OTHER[kind]), ("back", kind))
        )
        told = old.do("-c", PLAY + ODD_ROWS + TELL_ALL)
        for source, target in ((old, other), (other, back)):
            archive = tmp_path / "isotop.tar.gz"
            source.do("manage.py", "backup", archive)
            if source is old:
                check(target, archive)
            target.do("manage.py", "restore", archive)
            assert target.do("-c", TELL_ALL + ADD_ROWS) == told + "added\n"


@pytest.mark.parametrize("kind", list(OTHER))
def test_what_the_other_kind_refuses_is_named_and_changes_nothing(kind, tmp_path):
    with contextlib.ExitStack() as stack:
        old, new = (
            install(stack, tmp_path / name, each, migrated=True)
            for name, each in (("old", kind), ("new", OTHER[kind]))
        )
        old.do("-c", SAVE_TWO.format(folder=tmp_path))
        names = ["nul", "future"] if kind == "sqlite" else ["future"]
        *refusals, groups = new.do("-c", TRY_BOTH.format(folder=tmp_path, names=names)).splitlines()
        assert refusals[-1].endswith("another version of Isotop, with duplicate.9999_of_the_future.")
        if kind == "sqlite":
            assert refusals[0].startswith("auth_group, row 1: postgresql refuses it: ")
        assert groups == "['Ours']"


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
        ({"about.json": about(format=3)}, "another version of Isotop"),
        ({"about.json": about(database="oracle")}, "The backup is of oracle, which"),
        ({"../evil": b"", "about.json": about()}, "is no backup, or is damaged"),
    ],
)
def test_what_is_no_backup_changes_nothing(tmp_path, settings, db, members, problem):
    from deploy.backups.archive import restore
    from deploy.backups.errors import BackupError

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


@pytest.mark.parametrize(
    ("members", "problem"),
    [
        ({"about.json": about()}, "no database in it"),
        ({"about.json": about(), "database": b"no database"}, "database is damaged: file is not a database"),
        ({"about.json": about(), "database": b""}, "no database of Isotop"),
        ({"about.json": about(database="postgresql"), "database": b"SELECT 1;\n"}, "no database of Isotop"),
        (
            {
                "about.json": about(database="postgresql"),
                "database": b"COPY public.django_migrations (app, name) FROM stdin;\nauth\tx\n",
            },
            "database is damaged: the dump ends within a table",
        ),
    ],
)
def test_a_check_says_what_is_wrong(tmp_path, django_db_blocker, members, problem):
    from deploy.backups.checking import check_backup
    from deploy.backups.errors import BackupError

    write_archive(tmp_path / "archive", members)
    # It is found before this installation's database is asked.
    with django_db_blocker.unblock(), pytest.raises(BackupError, match=problem):
        check_backup(tmp_path / "archive")


def write_archive(path, members):
    with tarfile.open(path, "w:gz") as archive:
        for name, content in members.items():
            part = path.with_name("part")
            part.write_bytes(content)
            archive.add(part, name)
            part.unlink()
