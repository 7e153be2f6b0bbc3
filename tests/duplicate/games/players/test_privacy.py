"""People who are erased: nothing tells who they were, and the games of the others stay as they were."""

import datetime as dt
import io
import json
import uuid

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.urls import reverse

from duplicate.arbitration import questions
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from tests.factories.divisions import enter_named, make_division, play_round
from tournaments.classic.divisions import entrants
from tournaments.errors import RuleViolation
from tournaments.events.actions import act_text
from tournaments.models import Event, PeopleList, Player, PrintJob, PrintPart
from tournaments.people import privacy
from tournaments.people import services as people
from tournaments.people.imports import services
from tournaments.people.services import Person
from tournaments.time import clock

pytestmark = pytest.mark.django_db

NAMES = ("Mona", "Monique Petit", "Ramona Old", "Secret Club", "L-4711")


@pytest.fixture
def keeper():
    return User.objects.create_superuser("keeper")


@pytest.fixture
def page(client, keeper):
    client.force_login(keeper)
    return client


@pytest.fixture
def played(game, players, arbitrator, open_round, close_round, announce_top):
    """Finish a game in which Mona, who had two other names, plays in a pair and asks; return her row."""
    mona = players[0][0].player
    other = people.save_player(Person("Ramona Old", licence="L-4711", club="Secret Club"))
    people.merge_players(keep=mona, other=other)
    player_services.set_partner(game=game, entry=players[0][0], name="Nils", by=arbitrator)
    gone = player_services.join_game(game=game, name="Monique Petit").entry
    player_services.remove_player(game=game, entry=gone, by=arbitrator)
    people.merge_players(keep=mona, other=Player.objects.get(name="Monique Petit"))
    open_round("TRAINER")
    close_round()
    announce_top(1)
    questions.ask_question(
        game=game, entry=players[0][0], client_id=uuid.uuid4(), number=1, text="Why?", asked_at=clock.now()
    )
    game_services.end_game(game=game, by=arbitrator)
    mona.refresh_from_db()
    return mona


def everything():
    """Return all rows of all tables as text."""
    return "\n".join(
        repr(sorted(vars(row).items(), key=lambda item: item[0]))
        for model in apps.get_models()
        if model._meta.managed
        for row in model._default_manager.all()
    )


def test_who_played_becomes_a_number_and_nothing_else_tells_who_it_was(game, played):
    before = everything()
    assert all(name in before for name in NAMES if name != "Secret Club")
    privacy.erase_player(played)
    after = everything()
    assert [name for name in ("Mona", "Monique", "Ramona", "L-4711") if name in after] == []
    assert "Nils" in after
    player = Player.objects.get(pk=played.pk)
    assert (player.name, player.licence, player.club, player.birth_year) == (
        f"Player {player.pk}",
        "",
        None,
        None,
    )
    assert [was.name for was in player.history.all()] == [player.name]
    assert game.event.entries.get(player=player).full_name == f"{player.name} & Nils"


def test_the_game_stays_what_it_was(game, played):
    counts = (game.log.count(), game.event.entries.count(), game.rounds.count())
    version = game.version
    privacy.erase_player(played)
    game.refresh_from_db()
    assert (game.log.count(), game.event.entries.count(), game.rounds.count()) == counts
    assert game.version > version, "screens follow"
    assert game.log.filter(act="question_asked").get().params["name"] == f"Player {played.pk} & Nils"
    assert game.log.filter(act="player_removed").get().params["name"] == "–"


def test_who_never_played_is_gone_with_the_history():
    ann = people.save_player(Person("Ann", licence="12", club="Lyon"))
    pk = ann.pk
    people.save_player(Person("Anna", licence="12"), ann)
    privacy.erase_player(ann)
    assert not Player.objects.exists()
    assert not Player.history.filter(id=pk).exists()


def test_nobody_is_erased_in_the_middle_of_a_game(game, players):
    with pytest.raises(RuleViolation) as error:
        privacy.erase_player(players[0][0].player)
    assert error.value.code == "player_in_game"
    assert Player.objects.filter(name="Mona").exists()


def test_namesakes_and_lists_that_were_not_brought_in(keeper):
    people.save_player(Person("Ann", licence="1"))
    other = people.save_player(Person("Ann", licence="2"))
    for lines in ("Ann;3;", "Bob;;"):
        services.keep_list(
            data=f"Name;Licence;Club\n{lines}".encode(),
            file_name="x.csv",
            by=User.objects.create_user(lines[:3]),
        )
    privacy.erase_player(Player.objects.get(licence="1"))
    assert Player.objects.get() == other
    assert other.history.count() == 1
    assert [kept.lines[0][1][0] for kept in PeopleList.objects.all()] == ["Bob"]


def test_the_neutral_name_is_nobody_elses(played):
    people.save_player(Person(f"Player {played.pk}"))
    privacy.erase_player(played)
    assert Player.objects.get(pk=played.pk).name == f"Player {played.pk}*"


# --- When, and how many ---------------------------------------------------------------------------------------------


@pytest.fixture
def years(game, played, hands):
    """Make people: Mona played 400 days ago, Zoe was entered then, and Ann is new."""
    people.save_player(Person("Zoe"))
    hands.move(400 * 86400)
    long_ago = hands.now - dt.timedelta(days=400)
    Event.objects.update(date=long_ago.date())
    Player.objects.update(created_at=long_ago)
    Player.history.update(history_date=long_ago)
    people.save_player(Person("Ann"))
    return hands


def names_to_erase(days):
    return {player.name for player in privacy.people_to_erase(days)}


def test_people_are_erased_when_they_have_not_played_for_so_long(years):
    # Ann was made by the clock of the machine, which the history keeps.
    assert names_to_erase(399) >= {"Mona", "Noah", "Olga", "Nils", "Zoe"}
    assert names_to_erase(401) == set()
    Event.objects.update(date=years.now.date())
    assert names_to_erase(399) & {"Mona", "Nils", "Zoe"} == {"Zoe"}


def command(**options):
    said = io.StringIO()
    call_command("erase_people", stdout=said, stderr=said, **options)
    return said.getvalue()


def test_the_command(years, settings):
    assert "Everybody is kept" in command()
    settings.ERASE_PEOPLE_DAYS = 390
    trial = command(dry_run=True)
    assert "Mona" in trial
    assert Player.objects.filter(name="Mona").exists()
    *people, last = trial.splitlines()
    count = len(people)
    assert last == f"{count} would be erased"
    assert command() == f"{count} erased\n"
    assert not Player.objects.filter(name__in=["Mona", "Zoe"]).exists()
    assert command() == "0 erased\n", "once is enough"
    with pytest.raises(CommandError):
        command(days=-1)


def test_the_command_leaves_who_plays(game, players, hands):
    Event.objects.update(date=dt.date(2000, 1, 1))
    Player.objects.update(created_at=hands.now - dt.timedelta(days=400))
    Player.history.update(history_date=hands.now - dt.timedelta(days=400))
    said = command(days=390)
    assert "0 erased" in said
    assert "Mona is in the game “Tuesday”, which is not over." in said


# --- The page ------------------------------------------------------------------------------------------------------


def test_erasing_on_the_page_wants_to_be_meant(page, played):
    address = reverse("erase-person", args=[played.pk])
    assert page.post(address, follow=True).text.count("tick the box to confirm") == 1
    assert Player.objects.filter(name="Mona").exists()
    assert "Yes, erase Mona" in page.get(reverse("person", args=[played.pk])).text
    page.post(address, {"confirmed": played.pk})
    assert not Player.objects.filter(name="Mona").exists()
    (left,) = Player.objects.get(pk=played.pk).history.all()
    assert left.history_user.username == "keeper", "who did it is on record"


def test_a_refusal_is_said_on_the_page(page, game, players):
    address = reverse("erase-person", args=[players[0][0].player_id])
    answer = page.post(address, {"confirmed": players[0][0].player_id}, follow=True)
    assert "which is not over" in answer.text


def test_everything_that_is_kept_of_a_person_as_a_file(page, played, game):
    answer = page.get(reverse("person-data", args=[played.pk]))
    assert "attachment" in answer["Content-Disposition"]
    data = json.loads(answer.content)
    assert data["known"]["licence"] == "L-4711"
    assert data["known"]["club"] == "Secret Club"
    assert [event["event"] for event in data["events"]] == [game.event.name]
    assert data["questions"][0]["text"] == "Why?"
    assert [line["total"] for line in data["results"]] == [0]
    assert "player_joined" in {act["act"] for act in data["acts"]}
    assert {was["name"] for was in data["before"]} >= {"Mona"}


def test_words_that_are_written_like_the_name_stay_on_record(
    game, players, arbitrator, open_round, close_round, announce_top
):
    open_round("TRAINER")
    close_round()
    announce_top(1)
    game_services.end_game(game=game, by=arbitrator)
    [announced] = game.log.filter(act="move_announced")
    word, entry = announced.params["word"], players[0][0]
    entry.player.rename(word)
    entry.player.save()
    row = game.log.filter(entry=entry).first()
    row.params |= {"name": word, "word": word}
    row.save()
    privacy.erase_player(entry.player)
    announced.refresh_from_db()
    row.refresh_from_db()
    assert (announced.params["word"], row.params["word"]) == (word, word)
    assert row.params["name"] == f"Player {entry.player_id}"


def test_a_namesake_keeps_the_name_on_record(game, players, arbitrator):
    others = [people.save_player(Person("Ann", licence=licence)) for licence in ("A-1", "A-2")]
    entries = [
        player_services.add_player(game=game, name=other.licence, table=table, by=arbitrator).entry
        for table, other in enumerate(others, start=20)
    ]
    game_services.end_game(game=game, by=arbitrator)
    privacy.erase_player(others[0])
    told = {row.entry_id: row.params["name"] for row in game.log.filter(entry__in=entries)}
    assert told == {entries[0].pk: f"Player {others[0].pk}", entries[1].pk: "Ann"}


def test_what_was_known_before_mergings_is_told_and_erased_with_the_person():
    other = people.save_player(Person("Anna Smith", birth_year=1961))
    people.save_player(Person("Anna Jones", birth_year=1961), other)
    between = people.save_player(Person("Ann Jones"))
    people.merge_players(keep=between, other=other)
    keep = people.save_player(Person("A. Jones"))
    people.merge_players(keep=keep, other=between)
    keep.refresh_from_db()
    told = {was["name"] for was in privacy.data_of(keep)["before"]}
    assert told == {"Anna Smith", "Anna Jones", "Ann Jones", "A. Jones"}
    privacy.erase_player(keep)
    assert not Player.objects.exists()
    assert not Player.history.exists()


def print_of(event, by):
    """Store a file of the event, and a part of one in progress."""
    made = {"event": event, "kind": "event", "subject": event.pk, "document": "badges", "by": by}
    PrintJob.objects.create(**made, state=PrintJob.State.DONE, file=b"with names")
    PrintJob.objects.create(**made).parts.create(number=0, file=b"with names")


def test_what_was_printed_with_the_name_goes(game, played, arbitrator):
    elsewhere = game_services.create_game(
        name="Elsewhere", by=arbitrator, lexicon="english", notation="duplicate", rules=game.rule_set
    )
    for event in (game.event, elsewhere.event):
        print_of(event, arbitrator)
    privacy.erase_player(played)
    assert {job.event for job in PrintJob.objects.all()} == {elsewhere.event}
    assert {part.job.event for part in PrintPart.objects.all()} == {elsewhere.event}


def test_what_was_printed_while_somebody_was_entered_goes_as_well(game, arbitrator):
    entry = player_services.join_game(game=game, name="Short Visit").entry
    player = entry.player
    print_of(game.event, arbitrator)
    player_services.remove_player(game=game, entry=entry, by=arbitrator)
    privacy.erase_player(player)
    assert not PrintJob.objects.exists()
    assert not PrintPart.objects.exists()


def test_nobody_erased_by_days_stays_in_files(game, played, arbitrator, monkeypatch):
    print_of(game.event, arbitrator)
    later = clock.now() + dt.timedelta(days=400)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert privacy.erase_people(365)[0] >= 1
    assert not PrintJob.objects.exists()


def test_acts_on_divisions_tell_no_name_of_erased_people(built_in, arbitrator):
    division = make_division(arbitrator, ["Mona", "Ben", "Cleo", "Dan"])
    play_round(division, 1, arbitrator)
    left = enter_named(division, "Short Visit", arbitrator)
    entrants.remove_entrant(entrant=left, by=arbitrator)
    mona, visit = Player.objects.get(name="Mona"), left.entry.player
    left.entry.delete()
    assert "'Mona'" in everything()
    privacy.erase_player(mona)
    privacy.erase_player(visit)
    after = everything()
    assert [name for name in ("Mona", "Short Visit") if name in after] == []
    assert "Ben" in after
    told = [act_text(act) for act in division.event.acts.all()]
    assert f"Open: entered Player {mona.pk}, Ben, Cleo, Dan (4)" in told
    assert "Open: – removed" in told


def test_a_namesake_elsewhere_stays_in_the_acts_there(built_in, arbitrator):
    division = make_division(arbitrator, ["Mona", "Ben"])
    other = people.save_player(Person("Mona", licence="L-1"))
    privacy.erase_player(other)
    assert "Open: entered Mona, Ben (2)" in [act_text(act) for act in division.event.acts.all()]
