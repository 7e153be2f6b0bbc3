"""An organiser taken out whole as one file, and imported again under another name."""

import hashlib
import io
import json
import zipfile

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import models
from django.urls import reverse

from duplicate.models import Game
from duplicate.website.archive.exporter import hash_tables
from duplicate.website.archive.format import ABOUT, path_of
from duplicate.website.archive.organisers import importer
from duplicate.website.archive.organisers.exporter import archive_parts, write_organiser
from duplicate.website.archive.organisers.importer import read_organiser
from duplicate.website.archive.organisers.tables import EXCLUDED, LAYOUT, TABLES
from duplicate.website.archive.tables import EXCLUDED as LEFT_OF_EVENTS
from duplicate.website.archive.tables import TABLES as OF_EVENTS
from tests.duplicate.website.archive.organisers.rows import whole_database
from tests.factories.archives import rows_of as rows_of_event
from tournaments.archived_tables import objects_of
from tournaments.club_tables.games.state import state_of
from tournaments.club_tables.models import ClubTable
from tournaments.errors import RuleViolation
from tournaments.models import Event, Organiser, OrganiserTeam, Player, Season
from tournaments.organisers.actions import act_text
from tournaments.organisers.rights import Right, has_right
from tournaments.organisers.scope import disable_scope, scope_to_organiser

pytestmark = pytest.mark.django_db
OURS = ("tournaments", "classic", "club_tables", "duplicate", "website")


@pytest.fixture
def zoe(first):
    return User.objects.create_user("zoe")


def saved(organiser):
    file = io.BytesIO()
    write_organiser(organiser, file)
    file.seek(0)
    return file


def rows_by_table(file):
    with zipfile.ZipFile(file) as archive:
        return {
            name: [json.loads(line) for line in archive.read(path_of(name)).decode().splitlines()]
            for name in LAYOUT.names_in(1)
        }


def events_of(file):
    with zipfile.ZipFile(file) as archive:
        names = json.loads(archive.read(ABOUT))["events"]
        return [rows_of_event(io.BytesIO(archive.read(name))) for name in names]


# --- which tables ---


def parents(model):
    return [
        field.related_model
        for field in model._meta.concrete_fields
        if isinstance(field, models.ForeignKey) and field.related_model is not model
    ]


def leads_to(model, target):
    return model is target or any(leads_to(parent, target) for parent in parents(model))


def test_each_table_of_an_organiser_is_saved_or_left_out_with_a_reason():
    ours = [model for app in OURS for model in apps.get_app_config(app).get_models(include_auto_created=True)]
    saved_here = {table.model for table in TABLES} | {table.model for table in OF_EVENTS}
    left = {one.model for one in EXCLUDED}
    of_organisers = {model for model in ours if leads_to(model, Organiser)} - {Organiser}
    assert of_organisers - saved_here == left | set(LEFT_OF_EVENTS)
    assert all(one.reason for one in EXCLUDED)
    assert not left & saved_here


def test_a_table_comes_after_all_that_its_rows_refer_to():
    own, before = {table.model for table in TABLES}, set()
    for table in TABLES:
        assert own & set(parents(table.model)) <= before, table.name
        before.add(table.model)


def test_there_is_a_row_in_each_table(first):
    written = rows_by_table(saved(first))
    assert [name for name, rows in written.items() if not rows] == []
    with disable_scope():
        empty = [
            one.model.__name__ for one in EXCLUDED if not objects_of(one.model).filter(**{one.way: first.pk})
        ]
    assert empty == []


# --- out and in again ---


def test_an_organiser_comes_back_the_same(first, zoe, tmp_path, capsys):
    path = tmp_path / "namur.isotop.zip"
    call_command("export_organiser", "Namur", path)
    with path.open("rb") as file:
        before, events = rows_by_table(file), events_of(file)
    call_command("erase_organiser", "Namur", "--even-running", confirm="Namur")
    zoe = User.objects.get(pk=zoe.pk)
    call_command("import_organiser", path, "zoe", name="Namur again")
    assert "Namur again is here, and zoe administers it." in capsys.readouterr().out
    there = Organiser.objects.get(name="Namur again")
    assert has_right(zoe, there.pk, Right.ADMINISTER)
    again = saved(there)
    after = rows_by_table(again)
    # Users are counted by their first mention, and the importer is one of them.
    of_users = {"users", "team_members", "acts"}
    for season in before["seasons"]:
        season["public"] = False
    opener = [row.pop("opened_by") for row in before["club_tables"]]
    assert len([row.pop("opened_by") for row in after["club_tables"]]) == len(opener)
    assert {name: after[name] for name in after.keys() - of_users} == {
        name: before[name] for name in before.keys() - of_users
    }
    assert names_of_users(after) == names_of_users(before) | {"zoe"}
    assert members_by_team(after) == {
        team: names | ({"zoe"} if team == "Administrators" else set())
        for team, names in members_by_team(before).items()
    }
    grown = [act["act"] for act in after["acts"][len(before["acts"]) :]]
    assert grown == ["organiser_imported", "user_added"]
    assert act_text(there.acts.get(act="organiser_imported")).startswith("Imported from an archive of 20")
    for one, other in zip(events, events_of(again), strict=True):
        # The importer adds a post and acts; clocks stand, and nothing is public.
        for name in one.keys() - {"event", "games", "rounds", "clocks"}:
            assert other[name][: len(one[name])] == one[name], name
    with scope_to_organiser(there.pk):
        assert Player.objects.filter(name="Nobody Elsewhere").exists()
        assert not Season.objects.filter(public=True).exists()
        table = ClubTable.objects.get(organiser=there)
    assert state_of(table) is not None
    assert User.objects.filter(username="both@archive", is_active=False).exists()


def names_of_users(rows):
    return {row["username"] for row in rows["users"]}


def members_by_team(rows):
    members = {row["name"]: set() for row in rows["teams"]}
    for row in rows["team_members"]:
        team = rows["teams"][row["organiserteam"] - 1]["name"]
        members[team].add(rows["users"][row["user"] - 1]["username"])
    return members


def test_what_the_archive_does_not_tell(first):
    """No secret, and no racks to come, neither in a table nor in a member for an event."""
    with zipfile.ZipFile(saved(first)) as archive:
        text = b"".join(archive.read(name) for name in archive.namelist()).decode(errors="replace")
    table = ClubTable.objects.filter(ended_at=None).first()
    for secret in (table.seed, table.token_hash, Game.objects.get(name="Tuesday").seed):
        assert secret not in text


def test_a_name_that_is_taken_and_events_that_are_here_are_refused(first, second, zoe, tmp_path):
    file = saved(first)
    with pytest.raises(RuleViolation) as refused:
        read_organiser(file, by=zoe)
    assert refused.value.code == "organiser_taken"
    before = whole_database()
    with pytest.raises(RuleViolation, match=r"events/1\.isotop\.zip: This event already exists here"):
        read_organiser(file, by=zoe, name="Namur again")
    assert whole_database() == before


def altered(file, table, **values):
    """Return the archive with other values in the first row of a table, and the right hashes."""
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    lines = parts[path_of(table)].splitlines()
    lines[0] = json.dumps(json.loads(lines[0]) | values).encode()
    parts[path_of(table)] = b"\n".join(lines) + b"\n"
    about = json.loads(parts[ABOUT])
    about["tables"][table]["sha256"] = hashlib.sha256(parts[path_of(table)]).hexdigest()
    about["sha256"] = hash_tables(about["tables"] | about["events"])
    parts[ABOUT] = json.dumps(about).encode()
    return zipped(parts)


def zipped(parts):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    file.seek(0)
    return file


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("table", "values"),
    [
        ("seasons", {"last_day": "1999-01-01"}),
        ("seasons", {"first_day": "yesterday"}),
        ("letterhead", {"logo": "bm8gcGljdHVyZQ=="}),
        ("acts", {"act": "told", "by": 1}),
        ("team_members", {"user": 99}),
        ("club_tables", {"mode": "dice"}),
        ("club_tables", {"ended_at": None}),
        ("club_tables", {"tile_set": "liege~1"}),
        ("players", {"name": ""}),
        ("teams", {"name": "two\nlines"}),
    ],
)
def test_a_row_that_cannot_be_is_named_and_nothing_is_changed(first, second, zoe, table, values):
    file, before = altered(saved(first), table, **values), whole_database()
    with pytest.raises(RuleViolation, match=rf"^tables/{table}\.jsonl, line 1: "):
        read_organiser(file, by=zoe, name="Namur again")
    assert whole_database() == before


@pytest.mark.repeats
@pytest.mark.parametrize("name", ["namur-2026", "../../liege", "/dev/stdin"])
def test_a_table_brings_no_lexicon_of_others(first, second, zoe, monkeypatch, name):
    """The lexicon of a table is one of the archive's, neither a neighbour's nor any file of the machine."""
    file = altered(saved(first), "club_tables", lexicon=name)
    monkeypatch.setattr(importer, "_read_event", lambda *_of: None)  # those are here
    there = read_organiser(file, by=zoe, name="Namur again")
    assert ClubTable.objects.get(organiser=there).lexicon == ""


def test_a_file_that_is_no_whole_archive_of_an_organiser_is_refused(first, zoe):
    with zipfile.ZipFile(saved(first)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    event = next(name for name in parts if name.startswith("events/"))
    about = json.loads(parts[ABOUT])
    for wrong, code in (
        (parts | {event: parts[event] + b"x"}, "archive_damaged"),
        ({name: data for name, data in parts.items() if name != event}, "archive_none"),
        (parts | {"more": b""}, "archive_none"),
        (parts | {ABOUT: json.dumps(about | {"kind": "isotop event"}).encode()}, "archive_none"),
        (parts | {ABOUT: json.dumps(about | {"name": "Spa", "events": {}}).encode()}, "archive_none"),
        (parts | {ABOUT: json.dumps(about | {"version": 3}).encode()}, "archive_version"),
    ):
        with pytest.raises(RuleViolation) as refused:
            read_organiser(zipped(wrong), by=zoe)
        assert refused.value.code == code
    with pytest.raises(CommandError):
        call_command("import_event", io.BytesIO(), "zoe")


# --- page ---


def test_an_administrator_takes_everything_out(client, second):
    client.force_login(User.objects.get(username="both"))
    client.post(reverse("choose-organiser"), {"organiser": second.pk})
    assert reverse("save-organiser") in client.get(reverse("organiser")).text
    answer = client.get(reverse("save-organiser"))
    assert answer["Content-Disposition"] == 'attachment; filename="liege.isotop.zip"'
    file = io.BytesIO(answer.getvalue())
    assert [row["name"] for row in rows_by_table(file)["players"]] == ["Somebody Else"]
    assert [each["event"][0]["name"] for each in events_of(file)] == ["Elsewhere"]
    OrganiserTeam.objects.filter(organiser=second).update(administers=False, runs_events=True)
    client.post(reverse("choose-organiser"), {"organiser": second.pk})
    file = io.BytesIO(client.get(reverse("save-organiser")).getvalue())
    assert "Elsewhere" not in {each["event"][0]["name"] for each in events_of(file)}


def test_the_parts_are_the_file(first):
    parts = list(archive_parts(first))
    assert len(parts) == Event.objects.filter(organiser=first).count() + 2
    assert rows_by_table(io.BytesIO(b"".join(parts))) == rows_by_table(saved(first))
