"""A whole event as one file: it goes out without secrets, and comes back the same."""

import hashlib
import io
import json
import zipfile

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import models
from django.test import Client
from django.urls import reverse

from duplicate.arbitration import undo
from duplicate.games.players.services import add_player
from duplicate.games.services import create_game
from duplicate.live.frame import make_frame
from duplicate.log.messages import act_text
from duplicate.models import ClubRules, Game, Round, Slip
from duplicate.models.round_arbitrator import RoundArbitrator
from duplicate.printing.data.game_sheet import record_for_game
from duplicate.rounds import services as round_services
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.website.archive.exporter import hash_tables
from duplicate.website.archive.format import ABOUT, path_of
from duplicate.website.archive.importer import read_archive
from duplicate.website.archive.tables import ADDED_OF_PLAYERS, EXCLUDED, SHARED, TABLE_OF, TABLES
from engine.rules import (
    RuleSet,
)
from tests.factories.archives import import_file, let_import, lose_everything, rows_of, saved
from tests.factories.divisions import make_division
from tests.lanes import quick
from tests.worlds.festivals import play_festival
from tests.worlds.images import enter, image_of
from tournaments.classic.acts.audit_log import acts_of
from tournaments.classic.divisions import services as division_services
from tournaments.classic.match_records.annotated_boards import replay_values
from tournaments.classic.match_records.frames import board_values
from tournaments.classic.models import AnnotatedGame, ClockLink, Division, Match, MatchClock, MatchRecord
from tournaments.classic.rounds.pairing_reasons import reasons_in_words
from tournaments.classic.standings.rows import standings_of_division
from tournaments.described_settings.setting_columns import defaults_of
from tournaments.models import Arbitrator, Event, Player

pytestmark = [pytest.mark.django_db, pytest.mark.database]
# In frames: what has the keys of rows in it, which are this installation's, and pages that the desk has to show anew.
OURS = ("tournaments", "classic", "club_tables", "duplicate", "website")
KEYS = {"id", "entry", "round_id", "public_page", "recap"}
# To these the reading adds who reads: their post, and that they did.
GROWN = {"posts": 1, "users": 1, "event_acts": 1}


def parents(model):
    return [
        field.related_model
        for field in model._meta.concrete_fields
        if isinstance(field, models.ForeignKey) and field.related_model is not model
    ]


def leads_to_event(model):
    return model is Event or any(leads_to_event(parent) for parent in parents(model))


def test_every_model_of_an_event_is_listed_or_excluded_with_a_reason():
    ours = [model for app in OURS for model in apps.get_app_config(app).get_models()]
    listed = {table.model for table in TABLES}
    assert {model for model in ours if leads_to_event(model)} - listed == set(EXCLUDED)
    assert all(EXCLUDED.values())
    assert not listed & set(EXCLUDED)


def test_a_table_comes_after_all_that_its_rows_refer_to():
    before = set(SHARED)
    for table in TABLES:
        told = {
            TABLE_OF[field.related_model]
            for field in table.fields
            if isinstance(field, models.ForeignKey) and field.related_model is not table.model
        }
        assert told <= before, table.name
        before.add(table.name)


@pytest.fixture(scope="module")
def played(rows_of_file, english):
    """Return the rows of an event, its chief, and its time."""
    return enter(image_of(play_festival))


@pytest.fixture
def event(played, db, hands):
    event, _chief, hands.now = played
    return Event.objects.get(pk=event.pk)


@pytest.fixture
def arbitrator(played, db):
    return User.objects.get(pk=played[1].pk)


def read_elsewhere(file, name="zoe"):
    lose_everything()
    by = User.objects.create_user(name)
    return read_archive(file, by=by)


def without_keys(told):
    """Return a frame without the keys of rows, which belong to this installation, alone or in an address."""
    if isinstance(told, list):
        return [without_keys(each) for each in told]
    if not isinstance(told, dict):
        return told
    return {name: without_keys(value) for name, value in told.items() if name not in KEYS}


def shown(event):
    """Return the contents of an event's pages."""
    games = list(event.games.order_by("number"))
    matches = Match.objects.filter(round__division__event=event).order_by("pk")
    return {
        "standings": [
            [(row.rank, row.name, row.total) for row in standings_for_game(game).rows] for game in games
        ],
        "records": [record_for_game(game).to_json() for game in games],
        "frames": [without_keys(json.loads(make_frame(game).body)) for game in games],
        "log": [act_text(row.act, row.params) for game in games for row in game.log.all()],
        "divisions": [
            [
                (row.line.rank, row.line.contestant.name, row.line.wins, row.line.spread)
                for row in standings_of_division(division).rows
            ]
            for division in event.divisions.all()
        ],
        "reasons": [reasons_in_words(match) for match in matches],
        "boards": [
            board_values(record) for record in MatchRecord.objects.filter(match__in=matches).order_by("pk")
        ],
        "annotated": [
            replay_values(game) for game in AnnotatedGame.objects.filter(division__event=event).order_by("pk")
        ],
    }


def test_the_event_comes_back_as_it_was(event):
    file = saved(event)
    told, before = rows_of(file), shown(event)
    assert not [name for name, rows in told.items() if not rows], "every table has something to lose"
    there = read_elsewhere(file)
    again = rows_of(saved(there))
    # The chief of this installation decides on the event's visibility.
    told["event"][0] |= {"public": False, "shows_games": False, "released": "hidden"}
    for name, rows in told.items():
        assert again[name][: len(rows)] == rows, name
        assert len(again[name]) == len(rows) + GROWN.get(name, 0), name
    assert shown(there) == before


def as_format_1(file):
    """Return the archive in format 1: without tops without a word, arbitrators of rounds, time zones, ways of
    writing names, and their parts; a division has one cap on its spread, and nothing else that nobody has to set.
    """
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    about = json.loads(parts[ABOUT]) | {"version": 1}
    rows = [json.loads(line) for line in parts[path_of("slips")].splitlines()]
    for row in rows:
        if row.pop("says_top"):
            row |= {"word": "RETRAIN", "reference": "H4", "stated_score": 66}
    parts[path_of("slips")] = "".join(json.dumps(row) + "\n" for row in rows).encode()
    events = [json.loads(line) for line in parts[path_of("event")].splitlines()]
    people = [json.loads(line) for line in parts[path_of("players")].splitlines()]
    divisions = [json.loads(line) for line in parts[path_of("divisions")].splitlines()]
    for row in divisions:
        row["spread_cap"] = row["spread_caps"][0]
    for table, rows, added in (
        ("divisions", divisions, defaults_of(Division).keys()),
        ("event", events, {"time_zone", "name_style", "one_prize_each"}),
        ("players", people, ADDED_OF_PLAYERS.keys()),
    ):
        parts[path_of(table)] = "".join(
            json.dumps({name: value for name, value in row.items() if name not in added}) + "\n"
            for row in rows
        ).encode()
        about["tables"][table]["sha256"] = hashlib.sha256(parts[path_of(table)]).hexdigest()
    newer = (
        "round_arbitrators game_words game_additions event_words event_prizes planned_stages annotated_games"
    )
    for name in newer.split():
        del parts[path_of(name)], about["tables"][name]
    about["tables"]["slips"]["sha256"] = hashlib.sha256(parts[path_of("slips")]).hexdigest()
    about["sha256"] = hash_tables(about["tables"])
    older = io.BytesIO()
    with zipfile.ZipFile(older, "w") as archive:
        for name, data in (parts | {ABOUT: json.dumps(about).encode()}).items():
            archive.writestr(name, data)
    older.seek(0)
    return older


def test_an_older_archive_is_read(event, settings):
    """The scores are the same, and so is the word that T gave to a slip then."""
    assert Slip.objects.filter(says_top=True).exists()
    before = [standings_for_game(game).rows for game in event.games.order_by("number")]
    arbitrated = RoundArbitrator.objects.count()
    settings.TIME_ZONE = "America/Toronto"
    there = read_elsewhere(as_format_1(saved(event)))
    assert there.time_zone == "America/Toronto"
    again = [standings_for_game(game).rows for game in there.games.order_by("number")]
    told = [[(row.name, row.rank, row.total) for row in rows] for rows in before]
    assert [[(row.name, row.rank, row.total) for row in rows] for rows in again] == told
    assert not Slip.objects.filter(says_top=True).exists()
    assert RoundArbitrator.objects.count() == arbitrated > 0
    division = there.divisions.get()
    assert {name: getattr(division, name) for name in defaults_of(Division)} == {
        **defaults_of(Division),
        "spread_caps": [200],
    }


@pytest.mark.slow
@pytest.mark.parametrize(("time_zone", "told"), [("America/Toronto", "America/Toronto"), ("", "Asia/Tokyo")])
def test_the_zone_travels_with_the_event(event, settings, time_zone, told):
    """An event that an older program made has no zone of its own: the installation's goes with it."""
    Event.objects.filter(pk=event.pk).update(time_zone=time_zone)
    settings.TIME_ZONE = "Asia/Tokyo"
    file = saved(event)
    settings.TIME_ZONE = "Europe/Paris"
    assert read_elsewhere(file).time_zone == told


@pytest.mark.slow
def test_acts_know_their_divisions_again(event, arbitrator):
    gone = make_division(arbitrator, event=event, name="Gone")
    kept = make_division(arbitrator, ["Uma"], event=event, name="Second")
    division_services.remove_division(division=gone, by=arbitrator)
    settings = Division(name="Gone", lexicon=kept.lexicon, rounds_planned=4)
    division_services.change_division(division=kept, settings=settings, by=arbitrator)

    def told(event):
        return {
            division.name: list(event.acts.filter(acts_of(division)).values_list("act", flat=True))
            for division in event.divisions.all()
        }

    before, keys = told(event), {one.pk for one in event.divisions.all()}
    assert before["Gone"] == ["division_made", "division_entered", "division_changed"]
    there = read_elsewhere(saved(event))
    assert not {one.pk for one in there.divisions.all()} & keys, "or nothing had to be translated"
    assert told(there) == before


@pytest.mark.slow
def test_who_reads_is_chief_and_the_others_are_names_alone(event):
    there = read_elsewhere(saved(event))
    posts = there.posts.select_related("user").order_by("pk")
    assert [(post.user.username, post.role, post.user.is_active) for post in posts] == [
        ("ann@archive", "chief", False),
        ("bob@archive", "arbitrator", False),
        ("zoe", "chief", True),
    ]
    assert not User.objects.get(username="ann@archive").has_usable_password()
    assert there.acts.last().act == "archive_read"
    assert there.posts.get(user__username="bob@archive").room.name == "Lyon"


def test_an_account_of_that_name_is_never_taken_for_them(event):
    file = saved(event)
    lose_everything()
    real = User.objects.create_user("ann@archive", password="a good long one")
    there = read_archive(file, by=User.objects.create_user("zoe"))
    assert not there.posts.filter(user=real).exists()
    assert there.posts.filter(user__username="ann@archive2").exists()


@pytest.mark.slow
def test_the_archive_of_an_event_that_somebody_of_that_name_imported_is_read(event):
    """The account and the name from the archive are two users, and two names."""
    again = saved(read_elsewhere(saved(event), "ann"))
    names = [row["username"] for row in rows_of(again)["users"]]
    assert names == ["ann", "bob", "ann@archive"]
    assert read_elsewhere(again).posts.count() == 4


def test_no_secret_goes_out(event):
    Game.objects.filter(name="Sunday").update(seed="a seed of racks to come")
    entry = event.entries.get(player__name="Olga")
    record = MatchRecord.objects.get()
    secrets = [
        "a seed of racks to come",
        *(game.seed for game in event.games.filter(state="playing")),
        *(one.token_hash for one in (entry, record, ClockLink.objects.get())),
        record.code,
        AnnotatedGame.objects.get().code,
        *User.objects.values_list("password", flat=True),
    ]
    assert all(secrets)
    text = str(rows_of(saved(event)))
    assert "Olga" in text
    assert not [secret for secret in secrets if secret in text]
    there = read_elsewhere(saved(event))
    assert not there.entries.exclude(token_hash=None).exists()
    assert there.games.get(name="Sunday").seed not in {"", "a seed of racks to come"}
    assert MatchRecord.objects.get().code != record.code


@pytest.mark.slow
def test_a_game_goes_on_elsewhere_and_acts_can_be_undone(event):
    there = read_elsewhere(saved(event))
    by = User.objects.get(username="zoe")
    sunday = there.games.get(name="Sunday")
    drawn = sunday.rounds.in_progress().get()
    round_services.open_round(game=sunday, by=by)
    round_services.start_clock(game=sunday, by=by)
    assert sunday.rounds.get(pk=drawn.pk).state == Round.State.OPEN
    ann = User.objects.get(username="ann@archive")
    assert undo.next_steps(sunday, ann)[0] is not None


@pytest.mark.slow
def test_it_comes_in_hidden_whatever_everybody_saw_there(event, client):
    assert (event.public, event.shows_games, event.released) == (True, True, "provisional")
    there = read_elsewhere(saved(event))
    assert (there.public, there.shows_games, there.released) == (False, False, "hidden")
    for game in there.games.all():
        assert json.loads(make_frame(game).body)["public_page"] is None
    assert there.name not in client.get(reverse("public-events")).content.decode()


@pytest.mark.slow
def test_it_is_brought_in_while_a_round_is_open(event, desk, arbitrator):
    file = saved(event).getvalue()
    lose_everything()
    by = let_import(User.objects.create_user("zoe"))
    desk.force_login(by)
    game = create_game(name="Tuesday", by=by, lexicon="english", notation="duplicate", rules=RuleSet())
    add_player(game=game, name="Mona", by=by)
    round_services.draw_rack(game=game, by=by)
    round_services.open_round(game=game, by=by)
    answer = import_file(desk, file)
    assert answer.status_code == 302
    assert Event.objects.filter(name=event.name).exists()


def test_clocks_stand_with_what_they_had(event, hands, arbitrator):
    sunday = event.games.get(name="Sunday")
    round_services.open_round(game=sunday, by=arbitrator)
    round_services.start_clock(game=sunday, by=arbitrator)
    full = (sunday.rounds.in_progress().get().closes_at - hands.now).total_seconds()
    MatchClock.objects.filter(pk=MatchClock.objects.last().pk).update(state="running", as_of=hands.now)
    hands.move(60)
    file = saved(event)
    hands.move(100_000)
    there = read_elsewhere(file)
    round_ = there.games.get(name="Sunday").rounds.in_progress().get()
    assert (round_.closes_at, round_.remaining_ms) == (None, 1000 * (full - 60))
    clock = MatchClock.objects.last()
    assert clock.paused
    assert clock.full_ms - clock.first_left_ms == 60_000


def test_people_who_are_here_stay_as_they_are(event):
    file = saved(event)
    lose_everything()
    known = Player.named("Zoé Sommer")
    known.licence, known.rating = "FR7", 1234
    known.save()
    mona = Player.named("mona")
    mona.save()
    namesakes = [Player.named("Noah") for _two in range(2)]
    for number, noah in enumerate(namesakes):
        noah.licence = f"N{number}"
        noah.save()
    there = read_archive(file, by=User.objects.create_user("zoe"))
    players = {entry.player for entry in there.entries.select_related("player")}
    known.refresh_from_db()
    assert (known.name, known.rating, known.birth_year) == ("Zoé Sommer", 1234, None)
    assert {known, mona} <= players
    assert not set(namesakes) & players, "which of two it is, nobody knows"
    assert Player.objects.filter(key="noah").count() == 3


@pytest.mark.slow
def test_a_code_that_is_taken_is_given_anew(event, built_in):
    file, code = saved(event), event.games.get(name="Saturday").code
    lose_everything()
    by = User.objects.create_user("zoe")
    other = create_game(name="Other", by=by, lexicon="english", notation="duplicate", rules=RuleSet())
    Game.objects.filter(pk=other.pk).update(code=code)
    there = read_archive(file, by=by)
    saturday = there.games.get(name="Saturday")
    assert saturday.code != code
    assert there.results.filter(game=saturday.code).exists()


def test_rules_whose_name_another_set_has_are_not_taken_for_them(event):
    file = saved(event)
    lose_everything()
    ClubRules.objects.create(name="OURS", preset="classic", rules='name = "OURS"')
    there = read_archive(file, by=User.objects.create_user("zoe"))
    assert ClubRules.objects.count() == 1
    assert there.games.get(name="Saturday").club_rules is None
    assert there.games.get(name="Saturday").rule_set.name == "Ours"


def test_pages_save_it_and_bring_it_in(event, desk, arbitrator):
    let_import(arbitrator)
    answer = desk.get(reverse("save-event", args=[event.pk]))
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"].endswith(f'feria-o-{event.date}.isotop.zip"')
    file = answer.content
    page = desk.get(reverse("event", args=[event.pk])).content.decode()
    assert reverse("save-event", args=[event.pk]) in page
    assert reverse("import-event") in desk.get(reverse("events")).content.decode()
    again = import_file(desk, file)
    assert again.status_code == 422
    assert reverse("event", args=[event.pk]) in again.content.decode()
    assert "already exists here" in again.content.decode()
    lose_everything()
    browser = client_of(let_import(User.objects.create_user("zoe")))
    answer = import_file(browser, file)
    assert answer.url == reverse("event", args=[Event.objects.get().pk])
    page = browser.get(answer.url).content.decode()
    assert "Imported from an archive" in page
    assert "not public and its standings are hidden" in page


@pytest.mark.parametrize("role", quick(Arbitrator.Role, Arbitrator.Role.CHIEF, Arbitrator.Role.HELPER))
def test_nobody_brings_an_event_in_without_the_right_to(event, client, role):
    file = saved(event).getvalue()
    lose_everything()
    there = create_game(
        name="Tuesday",
        by=User.objects.create_user("zoe"),
        lexicon="english",
        notation="duplicate",
        rules=RuleSet(),
    ).event
    user = User.objects.create_user("bob")
    Arbitrator.objects.create(event=there, user=user, role=role)
    client.force_login(user)
    assert reverse("import-event") not in client.get(reverse("events")).content.decode()
    assert client.get(reverse("import-event")).status_code == 403
    assert import_file(client, file).status_code == 403
    assert Event.objects.count() == 1
    assert import_file(client_of(let_import(user)), file).status_code == 302


def client_of(user):
    browser = Client(headers={"Accept-Language": "en"})
    browser.force_login(user)
    return browser


def test_only_the_chief_saves_it(event, client):
    bob = User.objects.get(username="bob")
    client.force_login(bob)
    address = reverse("save-event", args=[event.pk])
    assert client.get(address).status_code == 403
    Arbitrator.objects.filter(user=bob).delete()
    assert client.get(address).status_code == 404


def test_commands(event, tmp_path, capsys):
    path = tmp_path / "event.isotop.zip"
    call_command("export_event", str(event.pk), str(path))
    with pytest.raises(CommandError, match="File exists"):
        call_command("export_event", str(event.pk), str(path))
    with pytest.raises(CommandError, match="already exists here"):
        call_command("import_event", str(path), "ann")
    lose_everything()
    User.objects.create_user("zoe")
    call_command("import_event", str(path), "zoe")
    assert "Féria “ö”: event" in capsys.readouterr().out
