"""A list of people is entered in one transaction while others enter or merge the same people: none waits for ever."""

from functools import partial

import pytest
from django.contrib.auth.models import User

from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.games.players.entering import add_players
from engine.rules import (
    RuleSet,
)
from tests.concurrency.hall import during
from tournaments.events.check_in import enter_people
from tournaments.events.registration.pasted import TypedName
from tournaments.models import Player
from tournaments.people.services import merge_players

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_in_background")]

NAMES = ["Ann", "Bob", "Cid", "Dan"]


@pytest.fixture
def arbitrator(db):
    return User.objects.create_user("ann")


@pytest.fixture
def other_game(built_in, arbitrator):
    return game_services.create_game(
        name="Noon", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
    )


def entering(game, by, names):
    return partial(add_players, game=game, lines=[TypedName(name) for name in names], by=by)


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("known", "at"),
    [
        (False, 'INSERT INTO "tournaments_player"'),
        (False, "commit"),
        (True, 'FROM "tournaments_player"'),
        (True, "commit"),
    ],
)
def test_two_events_enter_the_same_people_in_another_order(game, other_game, arbitrator, known, at):
    if known:
        for name in NAMES:
            Player.named(name).save()
    one, other = entering(game, arbitrator, NAMES), entering(other_game, arbitrator, NAMES[::-1])
    assert during(one, other, at=at) == (4, 4)
    assert Player.objects.filter(name__in=NAMES).count() == 4


@pytest.mark.repeats
@pytest.mark.parametrize("merging_first", [True, False])
@pytest.mark.parametrize("at", ['FROM "tournaments_player"', 'FROM "tournaments_entry"', "commit"])
def test_two_rows_of_one_player_are_merged_while_both_are_entered(game, arbitrator, at, merging_first):
    for name in NAMES:
        Player.named(name).save()
    keep, other = Player.objects.get(name="Dan"), Player.objects.get(name="Ann")
    merge = partial(merge_players, keep=keep, other=other)
    enter = entering(game, arbitrator, NAMES[::-1])
    outcomes = during(merge, enter, at=at) if merging_first else during(enter, merge, at=at)
    names = list(game.event.entries.order_by("table").values_list("player__name", flat=True))
    # Whole or not at all, and nobody is in it twice.
    assert names in ([], ["Dan", "Cid", "Bob"], ["Dan", "Cid", "Bob", "Ann"]), outcomes
    if names == ["Dan", "Cid", "Bob", "Ann"]:
        assert Player.objects.filter(name="Ann").exists()


# A list is read, and its lines are checked, before the transaction that enters it.
READ = 'SELECT "tournaments_player"'


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([TypedName("Ann"), TypedName("Eve")], "name_taken"),
        ([TypedName("Dan", 1), TypedName("Eve")], "table_taken"),
    ],
)
def test_a_list_is_refused_whole_for_what_has_changed_since_it_was_read(game, arbitrator, lines, code):
    enter = partial(add_players, game=game, lines=lines, by=arbitrator)
    join = partial(player_services.join_game, game=game, name="Ann")
    outcome, _joined = during(enter, join, at=READ)
    assert outcome == code
    assert list(game.event.entries.values_list("player__name", "table")) == [("Ann", 1)]
    assert not Player.objects.filter(name__in=["Dan", "Eve"]).exists()
    assert not Player.history.filter(name__in=["Dan", "Eve"]).exists()


def test_a_list_that_is_refused_keeps_new_people_who_are_entered_elsewhere(game, other_game, arbitrator):
    enter = entering(game, arbitrator, ["Ann", "Eve"])

    def join_both():
        player_services.join_game(game=game, name="Ann")
        player_services.join_game(game=other_game, name="Eve")

    outcome, _joined = during(enter, join_both, at=READ)
    assert outcome == "name_taken"
    assert list(other_game.event.entries.values_list("player__name", flat=True)) == ["Eve"]


def test_a_list_takes_the_tables_that_are_free_when_it_is_entered(game, arbitrator):
    join = partial(player_services.join_game, game=game, name="Zoe")
    assert during(entering(game, arbitrator, NAMES), join, at=READ)[0] == 4
    tables = {"Zoe": 1} | {name: table for table, name in enumerate(NAMES, start=2)}
    assert dict(game.event.entries.values_list("player__name", "table")) == tables


def test_a_list_enters_once_who_arrives_by_phone_meanwhile(game, arbitrator):
    player = Player.named("Ann")
    player.save()
    enter_people(event=game.event, players=[player.pk], by=arbitrator)
    join = partial(player_services.join_game, game=game, name="Ann")
    assert during(entering(game, arbitrator, ["Ann", "Bob"]), join, at=READ)[0] == "name_taken"
    assert game.event.entries.get().phone_number == 1
