"""An organiser taken out whole as one file, erased, and imported again under another name."""

import hashlib
import io
import json
import zipfile

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection, models
from django.urls import reverse
from PIL import Image

from duplicate.models import Game
from duplicate.models.prepared import Look, PreparedGame
from duplicate.models.simultaneous import ReceivedEnvelope
from duplicate.website.archive.exporter import hash_tables, plain
from duplicate.website.archive.format import ABOUT, path_of
from duplicate.website.archive.organisers import removal
from duplicate.website.archive.organisers.exporter import archive_parts, write_organiser
from duplicate.website.archive.organisers.importer import read_organiser
from duplicate.website.archive.organisers.tables import EXCLUDED, LAYOUT, TABLES
from duplicate.website.archive.tables import EXCLUDED as LEFT_OF_EVENTS
from duplicate.website.archive.tables import TABLES as OF_EVENTS
from duplicate.website.archive.tables import objects_of
from tests.factories.archives import rows_of as rows_of_event
from tests.factories.games import own_clock
from tests.permissions.world import NAMES, club_table, play_world
from tests.tournaments.club_tables.play import ask_undo, begin_with, hands_of, pass_turn
from tournaments.classic.exchange.services import keep_upload
from tournaments.club_tables import tables as club_tables
from tournaments.club_tables.games import turns
from tournaments.club_tables.games.state import state_of
from tournaments.club_tables.models import ClubTable
from tournaments.core import clock
from tournaments.core.errors import RuleViolation
from tournaments.events.services import create_event
from tournaments.lexicons.additions import add_words, remove_word
from tournaments.models import (
    FIRST_ORGANISER,
    Club,
    Event,
    Letterhead,
    Lexicon,
    Membership,
    Organiser,
    OrganiserTeam,
    Player,
    Season,
)
from tournaments.organisers.actions import act_text
from tournaments.organisers.creation import create_organiser
from tournaments.organisers.federations import invite_club
from tournaments.organisers.rights import Right, has_right
from tournaments.organisers.scope import disable_scope, scope_to_organiser
from tournaments.organisers.services import (
    TeamSettings,
    accept_invitation,
    invite,
    make_team,
)
from tournaments.people.services import player_for

pytestmark = pytest.mark.django_db
OURS = ("tournaments", "classic", "club_tables", "duplicate", "website")
# Names of people of the first organiser, of its clubs and of the accounts that work for nobody else.
GONE = (
    *NAMES,
    "Nobody Elsewhere",
    "Zoe",
    "Iris",
    "Vera",
    "Namur",
    "Renata",
    "Rupert",
    "the-helper",
    "the-other",
)


# --- two organisers with something in every table ---


@pytest.fixture(scope="module")
def two_organisers(chief_of_file):
    """Make the first organiser's world, a second organiser, and an account that works for both."""
    with own_clock() as hands:
        world = play_world(chief_of_file, hands)
        _play_club_table(world)
        Letterhead.objects.create(club="Namur", logo=_logo(), changed_at=hands.now)
        club = Club.named("Namur")
        club.save()
        Player.objects.filter(name="Mona").update(club=club, licence="123", birth_year=1960, rating=1500)
        player_for("Nobody Elsewhere", licences=False)
        Lexicon.objects.create(
            name="namur-2026", organiser_id=FIRST_ORGANISER, tile_set="french", word_count=400_000
        )
        english = Lexicon.objects.get(name="english")
        keep_upload(files=[("a.t", b"Elsewhere, Nobody 1500;\n")], by=chief_of_file)
        add_words(lexicon=english, text="ZZYZX QZ", note="ours", by=chief_of_file)
        remove_word(lexicon=english, word="QZ", by=chief_of_file)
        _open_prepared(world)
        _log_at_support_desk(world)
        _make_second(world)
        return world, hands.now


def _play_club_table(world):
    table = club_table(world.game, world.chief)
    table, _seats = begin_with(table, "Renata", "Rupert")
    hand = pass_turn(table)
    ask_undo(table, hand)
    other = next(each for each in hands_of(table) if each.seat != hand.seat)
    turns.answer_undo(table=table, hand=other, agrees=True)
    pass_turn(table)
    club_tables.close(table=ClubTable.objects.get(pk=table.pk), by=world.chief)


def _open_prepared(world):
    """Look inside a prepared game, open an envelope, and leave one shut."""
    prepared = PreparedGame.objects.order_by("pk").first()
    Look.objects.create(prepared=prepared, by=world.chief)
    shut = ReceivedEnvelope.objects.get()
    ReceivedEnvelope.objects.create(
        data=shut.data, digest=shut.digest, public_key="", received_by=world.staff["helper"]
    )
    ReceivedEnvelope.objects.filter(pk=shut.pk).update(prepared=prepared, opened_at=clock.now())


def _logo():
    file = io.BytesIO()
    Image.new("RGBA", (20, 10), "red").save(file, "PNG")
    return file.getvalue()


def _log_at_support_desk(world):
    for row in (Player.objects.get(name="Mona"), world.game.event):
        LogEntry.objects.log_actions(
            world.staff["administrator"].pk, type(row).objects.filter(pk=row.pk), CHANGE, single_object=True
        )


def _make_second(world):
    second, token = create_organiser(name="Liège")
    both = User.objects.create_user("both")
    accept_invitation(token=token, user=both)
    accept_invitation(token=invite(team=second.teams.get(), by=both), user=world.staff["administrator"])
    first = Organiser.objects.get(pk=FIRST_ORGANISER)
    first.teams.get(name="Administrators").members.add(both)
    invite(
        team=make_team(organiser=first, settings=TeamSettings("Desk", [Right.ARBITRATE]), by=both), by=both
    )
    invite_club(federation=first, by=both)
    third, _token = create_organiser(name="Mons")
    for federation, club in ((first, third), (third, first)):
        Membership.objects.create(federation=federation, club=club, joined_at=clock.now())
    with scope_to_organiser(second.pk):
        create_event(name="Elsewhere", by=both)
        player_for("Somebody Else", licences=False)
        Club.named("Spa").save()


@pytest.fixture
def first(two_organisers, hands):
    hands.now = two_organisers[1]
    return Organiser.objects.get(pk=FIRST_ORGANISER)


@pytest.fixture
def second(first):
    return Organiser.objects.get(name="Liège")


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


def ways():
    """Return each table that leads to an organiser, with the lookup, as the archive and the erasure know them."""
    events = [
        (table.model, "organiser" if table.way == "pk" else f"{table.way}__organiser") for table in OF_EVENTS
    ]
    return [
        *events,
        *((table.model, table.way) for table in TABLES),
        *((one.model, one.way) for one in EXCLUDED),
    ]


def rows_of_owner(organiser):
    return {
        model._meta.label: list(objects_of(model).filter(**{way: organiser.pk}).order_by("pk").values())
        for model, way in ways()
    }


def whole_database():
    """Return the text of every row of every table."""
    rows = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            rows[table] = [str([plain(value) for value in row]) for row in cursor.fetchall()]
    return rows


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


# --- erasing ---


def test_erasing_leaves_nothing_of_it_and_all_of_the_other(first, second, two_organisers):
    before, theirs = whole_database(), rows_of_owner(second)
    removal.erase_organiser(first, even_running=True)
    after = whole_database()
    assert rows_of_owner(second) == theirs
    assert not any(rows_of_owner(first).values())
    new = {table: sorted(set(rows) - set(before[table])) for table, rows in after.items()}
    assert {table: rows for table, rows in new.items() if rows} == {}
    told = [
        f"{table}: {row}"
        for table, rows in after.items()
        for row in rows
        if any(name in row for name in GONE)
    ]
    assert told == []
    connection.check_constraints()
    assert not Organiser.objects.filter(pk=first.pk).exists()


def test_accounts_go_that_nothing_else_names(first, second):
    User.objects.create_user("stranger")
    with scope_to_organiser(second.pk):
        Event.objects.get(organiser=second).posts.create(
            user=User.objects.get(username="the-helper"), role="helper"
        )
    removal.erase_organiser(first, even_running=True)
    there = set(User.objects.values_list("username", flat=True))
    assert there == {"administrator", "both", "stranger", "the-helper"}


def test_an_interrupted_erasure_goes_on(first, second, monkeypatch):
    theirs, deleted = rows_of_owner(second), []

    def delete_one(event):
        if deleted:
            raise KeyboardInterrupt
        deleted.append(event)
        delete_event(event)

    delete_event = removal.delete_event
    with monkeypatch.context() as patch:
        patch.setattr(removal, "delete_event", delete_one)
        with pytest.raises(KeyboardInterrupt):
            removal.erase_organiser(first, even_running=True)
    assert Event.objects.filter(organiser=first).exists()
    assert not OrganiserTeam.members.through.objects.filter(organiserteam__organiser=first).exists()
    removal.erase_organiser(first, even_running=True)
    assert not Organiser.objects.filter(pk=first.pk).exists()
    assert rows_of_owner(second) == theirs


def test_the_only_organiser_and_one_that_plays_stay(first, second):
    with pytest.raises(CommandError, match=r"is not over.*--even-running"):
        call_command("erase_organiser", first.name, confirm=first.name)
    with pytest.raises(CommandError, match="names differ"):
        call_command("erase_organiser", first.name, confirm="Liège")
    with pytest.raises(CommandError, match="no organiser"):
        call_command("erase_organiser", "Spa", confirm="Spa")
    assert Event.objects.filter(organiser=first).exists()
    for name in ("liège", "mons"):
        call_command("erase_organiser", name, confirm=name)
    assert not Organiser.objects.filter(pk=second.pk).exists()
    with pytest.raises(CommandError, match="only organiser"):
        call_command("erase_organiser", first.name, "--even-running", confirm=first.name)


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


@pytest.mark.parametrize(
    ("table", "values"),
    [
        ("seasons", {"last_day": "1999-01-01"}),
        ("seasons", {"first_day": "yesterday"}),
        ("letterhead", {"logo": "bm8gcGljdHVyZQ=="}),
        ("acts", {"act": "told", "by": 1}),
        ("team_members", {"user": 99}),
        ("club_tables", {"mode": "dice"}),
        ("players", {"name": ""}),
        ("teams", {"name": "two\nlines"}),
    ],
)
def test_a_row_that_cannot_be_is_named_and_nothing_is_changed(first, second, zoe, table, values):
    file, before = altered(saved(first), table, **values), whole_database()
    with pytest.raises(RuleViolation, match=rf"^tables/{table}\.jsonl, line 1: "):
        read_organiser(file, by=zoe, name="Namur again")
    assert whole_database() == before


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
