"""Results that games give to their event: recorded at the end, and again whenever a finished game changes."""

import uuid
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from duplicate.arbitration import corrections, undo
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.models import Game
from duplicate.rounds import services as round_services
from duplicate.rounds import top_search
from duplicate.rounds.confirmations import EVERYTHING
from duplicate.slips import services as slip_services
from duplicate.standings.rows.event_results import (
    complete_records,
    event_is_final,
    scores_of_game,
    standings_for_event,
)
from duplicate.standings.rows.game_standings import standings_for_game
from engine.rules import (
    RuleSet,
)
from engine.rules.rule_settings import EndRules
from tournaments.errors import RuleViolation
from tournaments.models import Event, GameResult, ResultLine
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players"), pytest.mark.database]


def hand_in(game, entry, number, word, reference, score):
    slip_services.submit_slip(
        game=game,
        entry=entry,
        client_id=uuid.uuid4(),
        number=number,
        word=word,
        reference=reference,
        score=score,
        received_at=clock.now(),
    )


@pytest.fixture
def announced(game, players, open_round, close_round, announce_top):
    """Announce round 1: Mona has 12 points, the others none."""
    open_round("TRAINER")
    hand_in(game, players[0][0], 1, "TRAIN", "H4", 12)
    close_round()
    announce_top(1)
    game.refresh_from_db()
    return game


@pytest.fixture
def over(announced, arbitrator):
    game_services.end_game(game=announced, by=arbitrator)
    announced.refresh_from_db()
    return announced


def next_game(event, by, **more):
    return game_services.create_game(
        name="Second",
        by=by,
        event=event,
        lexicon="english",
        notation="duplicate",
        rules=RuleSet(),
        **more,
    )


def versions(game):
    return list(game.event.results.filter(game=game.code).values_list("version", "state"))


def totals(event):
    return [
        (line.rank, line.competitor.name, line.total, [score.total for score in line.scores])
        for line in standings_for_event(event).lines
    ]


def test_a_game_in_progress_counts_as_it_stands(announced):
    assert not GameResult.objects.exists()
    standings = standings_for_event(announced.event)
    assert not standings.final
    assert standings.top_total == standings_for_game(announced).top_total > 0
    assert totals(announced.event)[0] == (1, "Mona", 12, [12])


def test_a_game_without_a_round_is_no_column_yet(over, arbitrator):
    second = next_game(over.event, arbitrator)
    assert second.number == 2
    assert [game.name for game in standings_for_event(over.event).games] == ["Tuesday"]


def test_the_end_of_a_game_puts_its_result_on_record(over, arbitrator):
    result = over.event.results.get()
    assert (result.version, result.state, result.number, result.name) == (1, "final", 1, "Tuesday")
    assert result.by == arbitrator
    standings = standings_for_game(over)
    assert result.top_total == standings.top_total
    lines = {line.entry_id: line for line in result.lines.all()}
    assert {(key, line.total, line.negative) for key, line in lines.items()} == {
        (row.entry_id, row.total, row.negative) for row in standings.rows
    }
    assert totals(over.event)[0] == (1, "Mona", 12, [12])
    assert standings_for_event(over.event).final
    assert event_is_final(over.event)


def test_a_correction_of_a_game_that_is_over_is_a_further_version(over, players, arbitrator):
    slip_services.key_slip(
        game=over,
        number=1,
        entry=players[1][0],
        word="TRAINER",
        reference="H4",
        stated_score=66,
        by=arbitrator,
        reason="found under the table",
    )
    assert versions(over) == [(1, "final"), (2, "final")]
    second = over.event.results.last()
    assert (second.by, second.reason) == (arbitrator, "found under the table")
    assert totals(over.event)[0][:2] == (1, "Noah")
    first = over.event.results.first()
    assert first.lines.get(entry=players[1][0]).total == 0, "what was on record stays as it was"
    undo.undo(game=over, by=arbitrator)
    assert versions(over)[-1] == (3, "final")
    assert totals(over.event)[0][:2] == (1, "Mona")


def test_what_changes_no_score_adds_no_version(over):
    from duplicate.acts.publish import publish

    publish(over)
    assert versions(over) == [(1, "final")]


def test_a_game_that_goes_on_is_provisional_until_it_ends_again(over, arbitrator):
    corrections.resume_game(game=over, reason="too early", by=arbitrator)
    assert versions(over) == [(1, "final"), (2, "provisional")]
    assert over.event.results.last().reason == "too early"
    assert not standings_for_event(over.event).final
    assert not event_is_final(over.event)
    over.refresh_from_db()
    game_services.end_game(game=over, by=arbitrator)
    assert versions(over)[-1] == (3, "final")


def test_a_last_round_cancelled_takes_its_points_back(over, arbitrator):
    corrections.cancel_round(game=over, number=1, reason="a wrong tile", by=arbitrator)
    assert versions(over)[-1] == (2, "provisional")
    assert over.event.results.last().top_total == 0
    standings = standings_for_event(over.event)
    assert (standings.games, standings.lines[0].total) == ((), 0)


def test_a_move_changed_in_a_game_that_ended_records_once(game, players, open_round, close_round, arbitrator):
    """The rules end the game again at once: there is no version of the moment in between."""
    rules = replace(game.rule_set, end=EndRules(rounds=1))
    Game.objects.filter(pk=game.pk).update(rules=rules.to_toml())
    game.refresh_from_db()
    open_round("TRAINER")
    close_round()
    round_ = game.rounds.get()
    top_search.find_top(round_.pk)
    round_.refresh_from_db()
    top = next(each for each in round_.tops if each["preferred"])
    round_services.announce(
        game=game,
        number=1,
        reference=top["reference"],
        word=top["word"],
        by=arbitrator,
        confirmed=EVERYTHING,
    )
    game.refresh_from_db()
    assert game.state == "finished"
    assert versions(game) == [(1, "final")]
    corrections.change_placed_move(
        game=game, number=1, reference="H4", word="TRAIN", reason="as it lay", by=arbitrator
    )
    game.refresh_from_db()
    assert game.state == "finished"
    assert {state for _version, state in versions(game)} == {"final"}


def test_a_failed_act_leaves_no_result(announced, arbitrator, monkeypatch):
    from tournaments.live import broadcast

    monkeypatch.setattr(game_services, "publish", lambda game: broadcast.no_such_thing)
    with pytest.raises(AttributeError):
        game_services.end_game(game=announced, by=arbitrator)
    assert not GameResult.objects.exists()


def test_who_comes_for_the_second_game_is_not_in_the_first(over, arbitrator, hands):
    hands.move(60)
    second = next_game(over.event, arbitrator)
    late = player_services.add_player(game=second, name="Zoe", by=arbitrator).entry
    assert "Zoe" not in [row.name for row in standings_for_game(over).rows]
    assert scores_of_game(over) == scores_of_game(Game.objects.get(pk=over.pk))
    line = next(each for each in standings_for_event(over.event).lines if each.competitor.key == late.pk)
    assert (line.total, line.scores[0].absent) == (0, True)
    assert versions(over) == [(1, "final")]


def test_who_is_in_a_result_stays_entered(over, players, arbitrator):
    second = next_game(over.event, arbitrator)
    with pytest.raises(RuleViolation) as error:
        player_services.remove_player(game=second, entry=players[2][0], by=arbitrator)
    assert error.value.code == "player_has_results"
    assert ResultLine.objects.filter(entry=players[2][0]).count() == 1


def test_a_further_game_is_made_by_the_chief_alone(over, stranger):
    over.event.posts.create(user=stranger, role="arbitrator")
    with pytest.raises(RuleViolation) as error:
        next_game(over.event, stranger)
    assert error.value.code == "chief_only"
    assert Game.objects.count() == 1


def test_a_game_that_ended_before_its_first_round_is_no_game_of_the_event(over, arbitrator):
    game_services.end_game(game=next_game(over.event, arbitrator), by=arbitrator)
    assert [game.name for game in standings_for_event(over.event).games] == ["Tuesday"]


def test_games_that_were_over_before_results_were_kept_count_as_they_are(over):
    ResultLine.objects.all().delete()
    GameResult.objects.all().delete()
    assert totals(over.event)[0] == (1, "Mona", 12, [12])


def test_the_number_of_queries_is_that_of_games_in_progress_and_not_of_players(over, arbitrator):
    event = Event.objects.get()

    def queries():
        with CaptureQueriesContext(connection) as asked:
            standings_for_event(event)
        return len(asked)

    before = queries()
    second = next_game(over.event, arbitrator)
    for number in range(5):
        player_services.add_player(game=second, name=f"Player {number}", by=arbitrator)
    game_services.end_game(game=second, by=arbitrator)
    assert before == queries() == 6


def test_results_from_before_runs_were_counted_are_completed_in_place(over, players):
    line = ResultLine.objects.get(entry=players[0][0])
    recorded = GameResult.objects.count()
    ResultLine.objects.update(top_run=None)
    complete_records()
    again = ResultLine.objects.get(pk=line.pk)
    assert (again.top_run, again.solos, again.climb) == (line.top_run, line.solos, line.climb)
    assert line.top_run is not None
    assert GameResult.objects.count() == recorded
    assert not ResultLine.objects.filter(top_run=None).exists()


def test_completing_leaves_results_alone_that_are_complete(over):
    with CaptureQueriesContext(connection) as asked:
        complete_records()
    assert len(asked) == 1
    assert "UPDATE" not in asked[0]["sql"]
