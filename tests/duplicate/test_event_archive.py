"""A whole event as one file: it goes out without secrets, and comes back the same."""

import io
import json

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection, models
from django.test import Client
from django.urls import reverse

from duplicate import play, undo
from duplicate.event_archive.reading import read_archive
from duplicate.event_archive.tables import EXCLUDED, SHARED, TABLE_OF, TABLES
from duplicate.frame import frame_for_game
from duplicate.games import add_player, create_game
from duplicate.messages import act_text
from duplicate.models import ClubRules, Game, Round
from duplicate.selectors import record_for_game, standings_for_game
from engine.rules import RuleSet
from tests.classic_division import make_division
from tests.duplicate.archived_event import festival, lose_everything, rows_of, saved
from tournaments.board_frames import board_values
from tournaments.classic import divisions
from tournaments.classic.acts import acts_of
from tournaments.classic.messages import reasons_in_words
from tournaments.classic.standings import standings_of_division
from tournaments.models import Arbitrator, ClockLink, Event, Match, MatchClock, MatchRecord, Player

pytestmark = pytest.mark.django_db
# In frames: what has the keys of rows in it, which are this installation's.
KEYS = {"id", "entry", "round_id", "public_page"}
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
    ours = [model for app in ("tournaments", "duplicate") for model in apps.get_app_config(app).get_models()]
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


@pytest.fixture
def event(built_in, arbitrator, hands):
    return festival(arbitrator, hands)


def read_elsewhere(file, name="zoe"):
    lose_everything()
    by = User.objects.create_user(name)
    return read_archive(file, by=by)


def without_keys(told):
    """What a frame says but for keys of rows, which are this installation's, alone or in an address."""
    if isinstance(told, list):
        return [without_keys(each) for each in told]
    if not isinstance(told, dict):
        return told
    return {name: without_keys(value) for name, value in told.items() if name not in KEYS}


def shown(event):
    """What pages show of an event."""
    games = list(event.games.order_by("number"))
    matches = Match.objects.filter(round__division__event=event).order_by("pk")
    return {
        "standings": [
            [(row.rank, row.name, row.total) for row in standings_for_game(game).rows] for game in games
        ],
        "records": [record_for_game(game).to_json() for game in games],
        "frames": [without_keys(json.loads(frame_for_game(game).body)) for game in games],
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
    }


def test_the_event_comes_back_as_it_was(event):
    file = saved(event)
    told, before = rows_of(file), shown(event)
    assert not [name for name, rows in told.items() if not rows], "every table has something to lose"
    there = read_elsewhere(file)
    again = rows_of(saved(there))
    # What everybody may see is for the chief here to say.
    told["event"][0] |= {"public": False, "shows_games": False, "released": "hidden"}
    for name, rows in told.items():
        assert again[name][: len(rows)] == rows, name
        assert len(again[name]) == len(rows) + GROWN.get(name, 0), name
    assert shown(there) == before


def test_acts_know_their_divisions_again(event, arbitrator):
    gone = make_division(arbitrator, event=event, name="Gone")
    kept = make_division(arbitrator, ["Uma"], event=event, name="Second")
    divisions.remove_division(division=gone, by=arbitrator)
    settings = divisions.DivisionSettings(name="Gone", lexicon=kept.lexicon, rounds_planned=4)
    divisions.change_division(division=kept, settings=settings, by=arbitrator)

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


def test_no_secret_goes_out(event):
    Game.objects.filter(name="Sunday").update(seed="a seed of racks to come")
    entry = event.entries.get(player__name="Olga")
    record = MatchRecord.objects.get()
    secrets = [
        "a seed of racks to come",
        *(game.seed for game in event.games.filter(state="playing")),
        *(one.token_hash for one in (entry, record, ClockLink.objects.get())),
        record.code,
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


def test_a_game_goes_on_elsewhere_and_acts_can_be_undone(event):
    there = read_elsewhere(saved(event))
    by = User.objects.get(username="zoe")
    sunday = there.games.get(name="Sunday")
    drawn = sunday.rounds.in_progress().get()
    play.open_round(game=sunday, by=by)
    play.start_clock(game=sunday, by=by)
    assert sunday.rounds.get(pk=drawn.pk).state == Round.State.OPEN
    ann = User.objects.get(username="ann@archive")
    assert undo.next_steps(sunday, ann)[0] is not None


def test_it_comes_in_hidden_whatever_everybody_saw_there(event, client):
    assert (event.public, event.shows_games, event.released) == (True, True, "provisional")
    there = read_elsewhere(saved(event))
    assert (there.public, there.shows_games, there.released) == (False, False, "hidden")
    for game in there.games.all():
        assert json.loads(frame_for_game(game).body)["public_page"] is None
    assert there.name not in client.get(reverse("public-events")).content.decode()


def test_no_slip_waits_for_an_archive(event, desk, arbitrator):
    file = saved(event).getvalue()
    lose_everything()
    by = User.objects.create_user("zoe")
    desk.force_login(by)
    game = create_game(name="Tuesday", by=by, lexicon="english", notation="duplicate", rules=RuleSet())
    add_player(game=game, name="Mona", by=by)
    play.draw_rack(game=game, by=by)
    play.open_round(game=game, by=by)
    answer = bring_in(desk, file)
    if connection.vendor == "sqlite":
        assert answer.status_code == 422
        assert "A round of “Tuesday” is open" in answer.content.decode()
        assert not Event.objects.filter(name=event.name).exists()
        read_archive(io.BytesIO(file), by=by)  # as the command does
    assert Event.objects.filter(name=event.name).exists()


def test_clocks_stand_with_what_they_had(event, hands, arbitrator):
    sunday = event.games.get(name="Sunday")
    play.open_round(game=sunday, by=arbitrator)
    play.start_clock(game=sunday, by=arbitrator)
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


def test_pages_save_it_and_bring_it_in(event, desk):
    answer = desk.get(reverse("save-event", args=[event.pk]))
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"].endswith(f'feria-o-{event.date}.isotop.zip"')
    file = answer.content
    page = desk.get(reverse("event", args=[event.pk])).content.decode()
    assert reverse("save-event", args=[event.pk]) in page
    assert reverse("bring-in-event") in desk.get(reverse("events")).content.decode()
    again = bring_in(desk, file)
    assert again.status_code == 422
    assert reverse("event", args=[event.pk]) in again.content.decode()
    assert "is here already" in again.content.decode()
    lose_everything()
    browser = Client(headers={"Accept-Language": "en"})
    browser.force_login(User.objects.create_user("zoe"))
    answer = bring_in(browser, file)
    assert answer.url == reverse("event", args=[Event.objects.get().pk])
    page = browser.get(answer.url).content.decode()
    assert "Brought in from an archive" in page
    assert "hidden and it is not public" in page


def bring_in(browser, data):
    from django.core.files.uploadedfile import SimpleUploadedFile

    return browser.post(
        reverse("bring-in-event"),
        {"file": SimpleUploadedFile("e.zip", data)},
        headers={"Accept-Language": "en"},
    )


def test_only_the_chief_saves_it(event, client):
    bob = User.objects.get(username="bob")
    client.force_login(bob)
    address = reverse("save-event", args=[event.pk])
    assert client.get(address).status_code == 403
    Arbitrator.objects.filter(user=bob).delete()
    assert client.get(address).status_code == 404


def test_commands(event, tmp_path, capsys):
    path = tmp_path / "event.isotop.zip"
    call_command("save_event", str(event.pk), str(path))
    with pytest.raises(CommandError, match="File exists"):
        call_command("save_event", str(event.pk), str(path))
    with pytest.raises(CommandError, match="here already"):
        call_command("bring_in_event", str(path), "ann")
    lose_everything()
    User.objects.create_user("zoe")
    call_command("bring_in_event", str(path), "zoe")
    assert "Féria “ö”: event" in capsys.readouterr().out
