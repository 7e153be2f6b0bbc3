"""Expected players: until they have come they count nowhere, and a slip checks them in."""

from dataclasses import replace

import pytest
from django.urls import reverse

from duplicate.arbitration import bulk_top, undo
from duplicate.arbitration import services as arbitration_services
from duplicate.games import event_changes
from duplicate.games import services as game_services
from duplicate.games.players import phone_links
from duplicate.games.players import services as player_services
from duplicate.models import Game
from duplicate.slips import services as slip_services
from duplicate.standings.rows.event_results import scores_of_game, standings_for_event
from duplicate.standings.rows.game_scores import scores_for_game
from duplicate.standings.rows.game_standings import standings_for_game
from engine.rules import (
    load_rule_set,
)
from tournaments.errors import RuleViolation
from tournaments.models import Entry, ResultLine
from tournaments.people import services as people_services
from tournaments.people.services import Person
from tournaments.seasons.services import index_of_season, save_season, usual_season
from tournaments.standings.ranking import GameScore

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]


@pytest.fixture
def expect(game, arbitrator):
    """Return a function that enters expected people, and returns the entry of the last one."""

    def enter(*names):
        keys = [people_services.save_player(Person(name)).pk for name in names]
        event_changes.enter_people(event=game.event, players=keys, by=arbitrator)
        return game.event.entries.get(player=keys[-1])

    return enter


@pytest.fixture
def eve(players, expect):
    return expect("Eve")


@pytest.fixture
def key(game, arbitrator):
    """Return a function that keys the slip of an entry, for 66 points."""

    def key_it(entry, word="TRAINER", **more):
        return slip_services.key_slip(
            game=game, entry=entry, word=word, reference="H4", stated_score=66, by=arbitrator, **more
        )

    return key_it


@pytest.fixture
def leave_out(game, arbitrator):
    return lambda: event_changes.leave_out_absent(event=game.event, by=arbitrator)


def game_now(game):
    return Game.objects.select_related("event").get(pk=game.pk)


def names_in(game):
    return sorted(row.name for row in standings_for_game(game_now(game)).rows)


def names_in_event(game):
    return sorted(line.competitor.name for line in standings_for_event(game.event).lines)


def is_there(entry):
    return Entry.objects.get(pk=entry.pk).arrived_at is not None


# --- Players who never came ---------------------------------------------------------------------------------


@pytest.fixture
def over(game, eve, open_round, close_round, announce_top, key, players, arbitrator):
    """Finish a game of one round: Mona had the top; Eve never came."""
    open_round("TRAINER")
    key(players[0][0])
    close_round()
    announce_top(1)
    game_services.end_game(game=game_now(game), by=arbitrator)
    return game_now(game)


def test_who_never_came_is_in_no_result(over, eve):
    assert names_in(over) == ["Mona", "Noah", "Olga"]
    assert not ResultLine.objects.filter(entry=eve).exists()
    assert names_in_event(over) == ["Mona", "Noah", "Olga"]
    season = save_season(usual_season(over.event.date))
    assert "Eve" not in [line.competitor.name for line in index_of_season(season)]


def test_who_never_came_is_no_player_on_the_screens(over, eve, client):
    frame = client.get(reverse("api-game", args=[over.code])).json()
    assert frame["players"] == 3


def test_who_never_came_can_be_taken_out(over, eve, arbitrator):
    """No result speaks of them."""
    second = game_services.create_game(
        name="Second",
        by=arbitrator,
        event=over.event,
        lexicon="english",
        notation="duplicate",
        rules=over.rule_set,
    )
    player_services.remove_player(game=second, entry=eve, by=arbitrator)
    assert not Entry.objects.filter(pk=eve.pk).exists()


def test_who_comes_after_the_game_is_not_in_it(over, eve, arbitrator, hands):
    hands.move(60)
    event_changes.check_in(event=over.event, entries=[eve.pk], by=arbitrator)
    assert names_in(over) == ["Mona", "Noah", "Olga"]
    assert over.event.results.count() == 1
    line = next(one for one in standings_for_event(over.event).lines if one.competitor.key == eve.pk)
    assert (line.total, line.scores[0].absent) == (0, True)


@pytest.mark.parametrize("act", ["leave_out", "check_in"])
def test_a_result_that_says_otherwise_is_put_on_record_anew(over, eve, leave_out, arbitrator, hands, act):
    """As results were recorded once."""
    hands.move(60)
    result = over.event.results.get()
    ResultLine.objects.create(result=result, entry=eve, total=0, negative=-66, rounds=[0])
    if act == "leave_out":
        assert leave_out() == 1
    else:
        event_changes.check_in(event=over.event, entries=[eve.pk], by=arbitrator)
    last = over.event.results.last()
    assert last.version == 2
    assert not last.lines.filter(entry=eve).exists()


def test_a_solo_asks_for_players_who_are_there(
    game, players, expect, open_round, close_round, announce_top, key
):
    """Three there and two expected are three, where the rules want five."""
    rules = load_rule_set("fisf")
    rules = replace(rules, solo=replace(rules.solo, from_players=5))
    Game.objects.update(rules=rules.to_toml())
    expect("No Show", "Nobody")
    open_round("TRAINER")
    key(players[0][0])
    close_round()
    announce_top(1)
    [solo] = standings_for_game(game_now(game)).solos
    assert (solo.name, solo.points) == ("Mona", 0)


def test_an_average_is_that_of_who_is_there(
    game, players, expect, open_round, close_round, announce_top, key
):
    """66 of Mona and nothing of Noah, for Olga who arbitrated: (66 + 0) / 2."""
    Game.objects.update(rules=load_rule_set("fisf").to_toml())
    expect("No Show", "Nobody")
    game.event.posts.update(entry=players[2][0])
    open_round("TRAINER")
    key(players[0][0])
    close_round()
    announce_top(1)
    averages = scores_for_game(game_now(game)).averages
    assert [one.points for one in averages[players[2][0].pk].values()] == [33]


def test_the_rest_who_have_the_top_are_there(game, eve, open_round, arbitrator):
    open_round("TRAINER")
    assert bulk_top.rest_have_top(game=game, by=arbitrator) == 3
    assert not eve.slips.exists()
    assert not is_there(eve)


# --- Presence shown by a paper slip -------------------------------------------------------------------------


def test_a_slip_on_paper_says_that_its_player_is_there(
    game, eve, open_round, close_round, announce_top, key, leave_out
):
    open_round("TRAINER")
    key(eve)
    assert is_there(eve)
    close_round()
    announce_top(1)
    assert leave_out() == 0
    best = standings_for_game(game_now(game)).rows[0]
    assert (best.name, best.total, best.absent) == ("Eve", 66, False)
    assert [
        line.total for line in standings_for_event(game.event).lines if line.competitor.name == "Eve"
    ] == [66]


def test_a_top_given_by_key_says_so_too(game, eve, open_round, arbitrator):
    open_round("TRAINER")
    arbitration_services.give_top(game=game, entry=eve, by=arbitrator)
    assert is_there(eve)


def test_that_there_is_no_slip_says_nothing(game, eve, open_round, close_round, announce_top, arbitrator):
    open_round("TRAINER")
    arbitration_services.give_zero(game=game, entry=eve, by=arbitrator)
    close_round()
    announce_top(1)
    assert not is_there(eve)
    assert "Eve" not in names_in(game)


def test_who_comes_for_the_second_round_was_absent_in_the_first(
    game, eve, open_round, close_round, announce_top, key
):
    open_round("TRAINER")
    close_round()
    announce_top(1)
    before = game_now(game).version
    open_round("ANIMALS")
    slip_services.key_slip(
        game=game, entry=eve, word="ANIMALS", reference="15A", stated_score=0, by=game.event.arbitrators.get()
    )
    assert game_now(game).version > before + 2, "opening, starting, and that Eve is there"
    [scores] = [one for one in scores_for_game(game_now(game)).players if one.entry_id == eve.pk]
    assert scores.absent == (0,)


def test_a_slip_keyed_at_a_wrong_table_and_undone(game, eve, open_round, key, arbitrator):
    open_round("TRAINER")
    key(eve)
    undo.undo(game=game, by=arbitrator)
    assert not is_there(eve)
    undo.redo(game=game, by=arbitrator)
    assert is_there(eve)


def test_undoing_a_slip_leaves_who_has_been_given_a_phone(game, eve, open_round, key, arbitrator):
    open_round("TRAINER")
    key(eve)
    phone_links.give_phone(game=game, entry=eve, by=arbitrator)
    undo.undo(game=game, by=arbitrator)
    assert is_there(eve)


def test_who_has_slips_of_before_is_not_left_out(
    game, eve, open_round, close_round, announce_top, key, leave_out
):
    """Slips of games that were played before they made anybody arrive."""
    open_round("TRAINER")
    key(eve)
    close_round()
    announce_top(1)
    Entry.objects.filter(pk=eve.pk).update(arrived_at=None)
    assert "Eve" in names_in(game)
    assert leave_out() == 0
    assert is_there(eve)
    assert standings_for_game(game_now(game)).rows[0].name == "Eve"


def test_who_was_left_out_plays_once_brought_back(game, eve, open_round, key, leave_out, arbitrator):
    assert leave_out() == 1
    open_round("TRAINER")
    with pytest.raises(RuleViolation) as error:
        key(eve)
    assert error.value.code == "player_withdrawn"
    player_services.bring_back_player(game=game, entry=eve, by=arbitrator)
    assert is_there(eve)
    key(eve)


def test_dropping_out_and_undoing_it_brings_nobody_to_the_door(game, eve, arbitrator):
    player_services.withdraw_player(game=game, entry=eve, by=arbitrator)
    undo.undo(game=game, by=arbitrator)
    assert not is_there(eve)


def test_a_phone_given_after_a_round_is_seen_at_once(
    game, eve, open_round, close_round, announce_top, arbitrator
):
    open_round("TRAINER")
    close_round()
    announce_top(1)
    before = game_now(game).version
    phone_links.give_phone(game=game, entry=eve, by=arbitrator)
    assert game_now(game).version == before + 1
    assert "Eve" in names_in(game)


def test_what_games_say_of_who_is_expected(game, eve, open_round, close_round, announce_top):
    open_round("TRAINER")
    close_round()
    announce_top(1)
    assert eve.pk not in scores_of_game(game_now(game)).scores
    assert scores_of_game(game_now(game)).score_of(eve.pk) == GameScore(0, -66, absent=True, rounds=(0,))
    assert "Eve" not in names_in_event(game)
