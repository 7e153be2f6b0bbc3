"""Placing a move: a top, or another one after it was said what is lost; and ending a round with slips missing."""

import json
import subprocess
import sys

import pytest
from django.utils import translation

from duplicate.desk.dashboard import desk_for_game
from duplicate.games.players import services as player_services
from duplicate.live.frame import make_frame
from duplicate.live.player_sheet import sheet_for_entry
from duplicate.log.messages import act_text
from duplicate.models import Game, Round
from duplicate.printing.data.game_sheet import record_for_game, sheet_for_game
from duplicate.rounds import services as round_services
from duplicate.rounds import top_search
from duplicate.rounds.confirmations import EVERYTHING, MISSING_SLIPS, WASTED_BLANK, WORSE_MOVE
from duplicate.standings.rows.game_standings import standings_for_game
from engine.duplicate_games.records import replay
from engine.errors import EngineError
from engine.rules import (
    RuleSet,
)
from tournaments.errors import RuleViolation
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("game")]


@pytest.fixture
def announce(game, arbitrator):
    def announce_it(move, *confirmed, number=1):
        reference, _space, word = move.partition(" ")
        round_services.announce(
            game=game, number=number, reference=reference, word=word, by=arbitrator, confirmed=confirmed
        )

    return announce_it


@pytest.fixture
def closed(open_round, close_round):
    """Return a function that plays a round with this rack until it is closed."""

    def close_it(rack):
        round_ = open_round(rack)
        close_round()
        top_search.find_top(round_.pk)
        round_.refresh_from_db()
        return round_

    return close_it


def refusal(function, *args, **kwargs):
    with pytest.raises(RuleViolation) as refused:
        function(*args, **kwargs)
    return refused.value


def test_d6_a_top_needs_no_word(announce, closed):
    round_ = closed("TRAINER")
    announce(f"{round_.tops[0]['reference']} {round_.tops[0]['word']}")
    round_.refresh_from_db()
    assert (round_.state, round_.score) == (Round.State.ANNOUNCED, round_.top_score)


def test_a_worse_move_must_be_confirmed(announce, closed):
    round_ = closed("TRAINER")
    asked = refusal(announce, "H8 RAIN")
    assert asked.code == WORSE_MOVE
    assert str(asked).startswith("RAIN H8 scores 8: 58 less than the top, ")
    # Other things that were confirmed say nothing of this one.
    assert refusal(announce, "H8 RAIN", MISSING_SLIPS, WASTED_BLANK).code == WORSE_MOVE
    round_.refresh_from_db()
    assert round_.state == Round.State.CLOSED
    announce("H8 RAIN", WORSE_MOVE)
    round_.refresh_from_db()
    assert (round_.word, round_.score, round_.top_score) == ("RAIN", 8, 66)


def test_a_blank_that_an_isotop_keeps_must_be_confirmed(announce, closed):
    round_ = closed("AATQAL?")
    assert {top["word"] for top in round_.tops} == {"QAbALA", "TALAQ"}
    asked = refusal(announce, "H4 QAbALA", WORSE_MOVE)
    assert asked.code == WASTED_BLANK
    assert str(asked) == "QAbALA H4 uses a blank that TALAQ H8 keeps, for the same score."
    announce("H4 QAbALA", WASTED_BLANK)
    round_.refresh_from_db()
    assert (round_.word, round_.score) == ("QAbALA", 48)


def test_the_isotop_that_keeps_the_blank_needs_no_word(announce, closed):
    closed("AATQAL?")
    announce("H8 TALAQ")


def test_where_played_blanks_come_back_none_is_lost(game, announce, closed):
    rules = 'name = "ours"\nbased_on = "classic"\n[rack]\nblanks = "recycled"\n'
    Game.objects.filter(pk=game.pk).update(rules=RuleSet.from_toml(rules).to_toml())
    game.refresh_from_db()
    closed("AATQAL?")
    announce("H4 QAbALA")


def test_a_move_that_cannot_be_played_is_refused_whatever_is_confirmed(announce, closed):
    closed("TRAINER")
    for move, code in (
        ("H8 TRAINEE", "not_in_rack"),
        ("H8 TRIANER", "not_in_lexicon"),
        ("A1 TRAINER", "not_on_centre"),
        ("H99 RAIN", "reference_off_board"),
        ("H8 R4IN", "unknown_letter"),
    ):
        with pytest.raises(EngineError) as refused:
            announce(move, *EVERYTHING)
        assert refused.value.code == code


def test_no_move_is_refused_where_there_is_one(announce, closed):
    closed("TRAINER")
    assert refusal(announce, "", *EVERYTHING).code == "move_missing"


def test_the_move_is_stored_as_it_lies(announce, closed):
    """Typed small or with brackets: on the board it is one text."""
    round_ = closed("AATQAL?")
    announce("h4 QA(B)ALA", WASTED_BLANK)
    round_.refresh_from_db()
    assert (round_.reference, round_.word) == ("H4", "QAbALA")


# --- Everything goes by the top, and the board by what was placed --------------------------------------------------


@pytest.fixture
def placed(game, players, arbitrator, announce, closed, open_round, close_round):
    """Place Noah's move in the first round; Mona has the top, Olga nothing."""
    from duplicate.slips import services as slip_services

    round_ = open_round("TRAINER")
    for (entry, _token), move in zip(players, (("TRAINER", "H2", 66), ("RAIN", "H8", 8)), strict=False):
        word, reference, score = move
        slip_services.key_slip(
            game=game, entry=entry, word=word, reference=reference, stated_score=score, by=arbitrator
        )
    close_round()
    assert refusal(announce, "H8 RAIN", WORSE_MOVE).code == MISSING_SLIPS
    announce("H8 RAIN", WORSE_MOVE, MISSING_SLIPS)
    round_.refresh_from_db()
    game.refresh_from_db()
    return round_


def test_standings_go_by_the_top(game, placed):
    standings = standings_for_game(game)
    assert standings.top_total == placed.top_score == 66
    lines = [(row.name, row.total, row.negative, row.tops) for row in standings.rows]
    assert lines == [("Mona", 66, 0, 1), ("Noah", 8, -58, 0), ("Olga", 0, -66, 0)]
    assert standings.rows[0].percent == 100


def test_the_board_and_the_next_rack_go_by_the_placed_move(game, placed, arbitrator):
    assert desk_for_game(game).board[7][7:11] == ["R", "A", "I", "N"]
    assert round_services.draw_rack(game=game, by=arbitrator).rack.startswith(("TER+", "-"))


def test_every_screen_tells_both(game, placed, players):
    last = json.loads(make_frame(game).body)["last"]
    assert (last["word"], last["ref"], last["score"]) == ("RAIN", "H8", 8)
    top = last["top"]
    assert (top["word"] in {"TRAINER", "RETRAIN"}, top["score"]) == (True, 66)
    assert {"reference": top["ref"], "word": top["word"], "preferred": True} in placed.tops
    mine = sheet_for_entry(game, players[0][0])["rounds"][0]
    assert mine["score"] == mine["top"]["score"] == 66
    history = desk_for_game(game).history[0]
    assert (history.word, history.score, history.top.score, history.cumulative) == ("RAIN", 8, 66, 66)
    printed = sheet_for_game(game).rounds[0]
    assert (printed.word, printed.score, printed.top.score, printed.running_total) == ("RAIN", 8, 66, 66)


def test_the_log_says_that_it_was_no_top(game, placed):
    entry = game.log.get(act="worse_move_announced")
    assert act_text(entry.act, entry.params) == "Round 1: RAIN H8 announced, 8; the top was 66"


def test_where_the_top_was_placed_nothing_is_told_twice(game, players, closed, announce_top):
    closed("TRAINER")
    announce_top(1)
    game.refresh_from_db()
    assert json.loads(make_frame(game).body)["last"]["top"] is None
    assert desk_for_game(game).history[0].top is None
    assert sheet_for_game(game).rounds[0].top is None


@pytest.mark.slow
def test_the_record_replays(game, placed, english, tmp_path):
    record = record_for_game(game)
    assert [(played.said, played.found, played.problem) for played in replay(record, english)] == [
        (8, 8, None)
    ]
    file = tmp_path / "game.json"
    file.write_text(record.to_json(), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "engine", "replay", str(file)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


# --- Slips missing ---------------------------------------------------------------------------------------------------


def test_ending_a_round_names_the_tables_that_are_missing(game, players, arbitrator, open_round):
    open_round("TRAINER")
    asked = refusal(round_services.end_round, game=game, by=arbitrator)
    assert asked.code == MISSING_SLIPS
    assert str(asked) == "3 slips are missing, of tables 1, 2, 3: they count zero."
    with translation.override("fr"):
        assert "3 bulletins" in str(asked)
    assert game.rounds.get().closes_at > clock.now()
    round_services.end_round(game=game, by=arbitrator, confirmed=[MISSING_SLIPS])
    assert game.rounds.get().closes_at <= clock.now()


def test_nothing_is_asked_when_all_slips_are_in(game, players, arbitrator, open_round):
    from duplicate.slips import services as slip_services

    open_round("TRAINER")
    for entry, _token in players[:2]:
        slip_services.key_slip(
            game=game, entry=entry, word="RAIN", reference="H8", stated_score=8, by=arbitrator
        )
    asked = refusal(round_services.end_round, game=game, by=arbitrator)
    assert str(asked) == "Table 3’s slip is missing: it counts zero."
    # A player who dropped out is not waited for.
    gone = players[2][0]
    gone.withdrawn_at = clock.now()
    gone.save()
    round_services.end_round(game=game, by=arbitrator)


@pytest.mark.slow
def test_many_tables_are_not_all_named(game, arbitrator, open_round):
    for number in range(1, 21):
        player_services.add_player(game=game, name=f"Player {number}", by=arbitrator)
    open_round("TRAINER")
    assert str(refusal(round_services.end_round, game=game, by=arbitrator)).endswith(
        "20 slips are missing, of tables 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 …: they count zero."
    )
