"""An evening under the French rule from beginning to end: 20 rounds, 40 players, phones and paper, two
arbitrators.

Everything that arbitrators do happens at least once. Final results are added up a second time from the rows
(`evening_recount`); a replay of the log gives the same, and the record of the game has the same tops.
"""

import json
import subprocess
import sys
import uuid

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.urls import reverse

from duplicate.arbitration import corrections, questions
from duplicate.games import playing_arbitrators
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.models import Game, Ruling, Slip
from duplicate.standings.rows.game_standings import standings_for_game
from engine.rules import (
    load_rule_set,
)
from tests.e2e import slips as write
from tests.e2e.hall import Hall, Ticking
from tests.oracles import scorer
from tests.oracles.recount import recount
from tests.oracles.replay import play_log_again
from tests.server import ROOT
from tournaments.models import Arbitrator
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ROUNDS = 20
SEED = "forty players"
TABLES = range(1, 41)
JOINS_LATE, PAIR, ARBITER, AWAY = 40, 24, 39, 7
# The only player with the top, by round.
ALONE = {4: 3, 6: 25, 11: 5, 13: 26}
# Each is done in the first round in which the rack and the board allow it.
ERRANDS = [
    *((21, write.miscounted), (21, write.without_score), (21, write.hard_to_read), (21, write.miscounted)),
    *((21, write.without_score), (21, write.miscounted), (2, write.miscounted), (4, write.without_score)),
    *((23, write.hard_to_read), (8, write.blank_not_marked), (27, write.blank_wrong_letter)),
    *((9, write.wrong_reference), (28, write.wrong_reference), (29, write.without_reference)),
    *((30, write.last_letter_altered), (31, write.small_without_reference), (11, write.not_in_rack)),
    *((12, write.no_word), (32, write.not_in_full), (33, write.top_at_wrong_reference)),
]


@pytest.fixture
def hall(built_in, monkeypatch):
    cache.clear()
    ticking = Ticking()
    monkeypatch.setattr(clock, "now", ticking)
    chief, second = User.objects.create_user("ann"), User.objects.create_user("bob")
    hall = Hall(new_game(chief), ticking, chief, second)
    Arbitrator.objects.create(event=hall.game.event, user=second, role=Arbitrator.Role.ARBITRATOR)
    for table in TABLES:
        if table != JOINS_LATE:
            hall.join(table, "Eve & Finn" if table == PAIR else f"Player {table:02}")
    third = User.objects.create_user("cleo")
    post = Arbitrator.objects.create(event=hall.game.event, user=third, role=Arbitrator.Role.ARBITRATOR)
    playing_arbitrators.name_arbitrators(game=hall.game, entries={post.pk: hall.entries[ARBITER]}, by=chief)
    return hall


def new_game(chief):
    game = game_services.create_game(
        name="Friday",
        by=chief,
        lexicon="english",
        notation="duplicate",
        rules=load_rule_set("fisf"),
        double_arbitration=True,
    )
    Game.objects.filter(pk=game.pk).update(seed=SEED)
    game.refresh_from_db()
    return game


def test_an_evening_under_the_french_rule(hall, tmp_path):
    errands = list(ERRANDS)
    for number in range(1, ROUNDS + 1):
        if number == 7:
            play_and_cancel(hall)
        play_round(hall, number, errands)
    assert not errands
    game_services.end_game(game=hall.game, by=hall.chief)
    hall.game.refresh_from_db()
    check_slips(hall)
    check_every_sanction(hall)
    check_standings(hall)
    check_record(hall, tmp_path)
    check_log(hall)


def play_round(hall, number, errands):
    if number == 5:
        hall.join(JOINS_LATE, "Player 40")
    opened, spot = hall.open()
    assert opened == number
    written = hall.slips_for(number, spot, plan(number, spot, errands), ALONE.get(number))
    before = BEFORE.get(number, lambda *_: None)(hall, spot, written)
    checker = User.objects.get(username="cleo") if number in (8, 12) else None
    hall.hand_in(number, written, checker=checker)
    DURING.get(number, lambda *_: None)(hall, spot, before)
    hall.close()
    CLOSED.get(number, lambda *_: None)(hall, spot)
    hall.announce(number)
    AFTER.get(number, lambda *_: None)(hall)


def plan(number, spot, errands):
    """Return the errands of this round, one for each table; the same fault in rounds 8 to 10 at table 22."""
    planned = {22: write.nowhere(spot)} if number in (8, 9, 10) else {}
    if number == 1 or number in ALONE:
        return planned
    return write.take_errands(errands, spot, planned)


# --- The evening, round by round ----------------------------------------------------------------------------


def hand_in_nothing(hall, _spot, written):
    """Leave table 19 without a slip."""
    del written[19]


def put_nothing_on_record(hall, *_):
    hall.both("19 0")
    assert hall.ruling(2, 19).sanction == "zero"


def give_marks(hall, *_):
    """Give marks for conduct: a penalty taken back by the key, and one undone and redone."""
    hall.line(hall.second, "34W", reason="talks")
    hall.undo(hall.second)
    assert hall.ruling(3, 34).sanction == "none"
    hall.redo(hall.second)
    assert (hall.ruling(3, 34).sanction, hall.ruling(3, 34).conduct) == ("none", True)
    hall.line(hall.chief, "35P")
    hall.line(hall.chief, "35P")
    assert hall.ruling(3, 35).sanction == "none"
    hall.line(hall.chief, "36P", reason="looked at the table beside")
    hall.line(hall.chief, "37 0", reason="several different slips")
    hall.line(hall.chief, "38 =7 half of it can be read")
    hall.undo(hall.chief)
    for table in (34, 36, 37):
        hall.decided(3, table)


def leave_the_rest(hall, spot, written):
    """Give tables 36 to 38 the top without typing their slips."""
    for table in (36, 37, 38):
        del written[table]


def give_the_rest_the_top(hall, spot, _before):
    hall.line(hall.chief, "*")
    hall.undo(hall.chief)
    assert hall.ruling(5, 36) is None
    hall.redo(hall.chief)
    for table in (36, 37, 38):
        hall.line(hall.second, f"{table}T")
        assert hall.ruling(5, table).worth == spot.top


def drop_out(hall, *_):
    player_services.withdraw_player(game=hall.game, entry=hall.entries[AWAY], by=hall.chief)
    hall.absent.add(AWAY)


def come_back(hall):
    player_services.bring_back_player(game=hall.game, entry=hall.entries[AWAY], by=hall.chief)
    hall.absent.discard(AWAY)


def play_and_cancel(hall):
    """Announce round 7 with a wrong rack, then cancel it and draw again."""
    board = dict(hall.board)
    play_round(hall, 7, [])
    corrections.cancel_round(game=hall.game, number=7, reason="the rack was another", by=hall.chief)
    hall.board = board
    for key in [key for key in hall.expected if key[0] == 7]:
        del hall.expected[key]


def disagree(hall, spot, written):
    """Key table 35 in two ways, and a paper slip for table 15 that differs from its phone's."""
    return {table: written.pop(table) for table in (35,)}


def settle(hall, spot, apart):
    right, wrong = apart[35], write.good(spot.moves[30])
    hall.line(hall.second, f"35 {wrong.line}")
    hall.line(hall.chief, f"35 {right.line}")
    hall.line(hall.second, f"15 {wrong.line}")
    hall.line(hall.chief, f"15 {wrong.line}")
    for table, chosen in ((35, right), (15, wrong)):
        slip = standing(hall, 10, table, chosen)
        if table == 35:
            assert "chief" in hall.refused(hall.second, f"{table} {chosen.line}", slip=slip.pk)
        hall.line(hall.chief, f"{table} {chosen.line}", slip=slip.pk)
        hall.expected[10, table] = chosen


def standing(hall, number, table, written):
    chosen = Slip.objects.filter(
        round__game=hall.game, round__number=number, entry__table=table, word=written.word
    )
    return chosen.exclude(effective=False, in_conflict=False).filter(reference=written.reference).first()


def grant_a_solo(hall, *_):
    """Give a solo against the moves; take it from one table first, since only one can have it."""
    hall.line(hall.chief, "30S")
    assert hall.refused(hall.chief, "31S")
    hall.line(hall.chief, "30S")
    hall.line(hall.chief, "30S")
    hall.line(hall.chief, "31S")
    hall.undo(hall.chief)
    hall.redo(hall.chief)


def withhold_the_solo(hall, *_):
    hall.line(hall.chief, "26S")
    hall.line(hall.chief, "26S", reason="found on the board beside")


def hand_in_late(hall, spot):
    """Send the top from table 19 after time."""
    hall.phone(19, 14, write.good(spot.moves[0]))


def be_silent(hall, _spot, written):
    del written[19]


def send_twice(hall, spot, written):
    """Send two slips from a phone: under this rule set the second replaces the first."""
    hall.phone(6, 14, write.good(spot.moves[20]))
    be_silent(hall, spot, written)


def change_round_3(hall, *_):
    """Correct round 3 during round 15: table 32 had the top; without a reason nothing changes."""
    top = hall.game.rounds.announced().get(number=3).top_score
    assert hall.refused(hall.chief, "32T", number=3)
    answer = hall.post(hall.chief, "correct", 3, "slip", line="32T", reason="two slips were mixed up")
    assert answer.status_code == 302, answer.content.decode()
    assert hall.ruling(3, 32).score == top
    hall.decided(3, 32)
    hall.line(hall.chief, "38 =0", number=3, reason="the slip was the neighbour's")
    hall.decided(3, 38)


def ask(hall):
    asked = questions.ask_question(
        game=hall.game,
        entry=hall.entries[12],
        client_id=uuid.uuid4(),
        number=15,
        text="Is this really no word?",
        asked_at=clock.now(),
    )
    answer = "It is none in this list."
    questions.answer_question(game=hall.game, question_id=asked.question.pk, answer=answer, by=hall.chief)


BEFORE = {2: hand_in_nothing, 5: leave_the_rest, 10: disagree, 14: send_twice}
DURING = {
    2: put_nothing_on_record,
    3: give_marks,
    5: give_the_rest_the_top,
    6: drop_out,
    10: settle,
    11: grant_a_solo,
    13: withhold_the_solo,
    15: change_round_3,
}
CLOSED = {14: hand_in_late}
AFTER = {9: come_back, 15: ask}


# --- Expected results ---------------------------------------------------------------------------------------


def check_slips(hall):
    """Check reason and points of each slip against how it was written; score its move once more."""
    board = {}
    for round_ in hall.game.rounds.announced():
        number, rack = round_.number, scorer.letters_of(round_.rack)
        for (at, table), written in hall.expected.items():
            if at != number or at == 1:
                continue
            ruling = hall.ruling(number, table)
            what = f"round {number}, table {table}, {written}"
            assert (ruling.code, ruling.worth) == (written.code, written.worth), what
            if ruling.code == "good":
                worth = scorer.worth(board, rack, written.word, written.reference)
                assert ruling.score == worth == written.worth, what
        board = scorer.place(board, round_.word, round_.reference)


def check_every_sanction(hall):
    counting = {}
    for ruling in Ruling.objects.filter(slip__round__game=hall.game, slip__effective=True).order_by("pk"):
        counting[ruling.slip_id] = ruling
    for ruling in counting.values():
        left = {"penalty": ruling.worth - 5 if ruling.worth > 4 else 0, "zero": 0}
        assert ruling.score == left.get(ruling.sanction, ruling.worth)
    assert any(ruling.sanction == "penalty" and ruling.worth <= 4 for ruling in counting.values())
    assert {ruling.code for ruling in counting.values()} >= {
        *("score_corrected", "score_missing", "illegible", "blank_not_marked", "blank_wrong_letter"),
        *("penalty_given", "zero_given", "overruled", "reference_wrong"),
        *("reference_missing", "last_letter_altered", "not_in_rack", "not_in_lexicon", "incomplete_word"),
        *("no_place_fits", "no_slip"),
    }
    assert any(ruling.conduct for ruling in counting.values())
    assert Slip.objects.filter(late=True).count() == 1


def check_standings(hall):
    standings = standings_for_game(hall.game)
    assert {row.table: (row.rank, row.total) for row in standings.rows} == recount(hall.game)
    rows = {row.table: row for row in standings.rows}
    assert (rows[21].warnings, rows[21].warning_points) == (6, 15)
    assert {number: average.why for number, average in rows[22].averages.items()} == {8: "second_zero"}
    assert {number: average.why for number, average in rows[ARBITER].averages.items()} == {
        7: "arbitrated",
        11: "arbitrated",
    }
    tables = [solo and solo.table for solo in standings.solos]
    assert (tables[3], tables[5], tables[10], tables[12]) == (3, 25, 31, None)


def check_record(hall, tmp_path):
    """Check that the engine's own replay finds the same tops."""
    text = hall.browsers[hall.chief].get(reverse("record-json", args=[hall.game.code])).content.decode()
    tops = [(round_.reference, round_.word, round_.score) for round_ in hall.game.rounds.announced()]
    assert [(line["ref"], line["word"], line["score"]) for line in json.loads(text)["rounds"]] == tops
    path = tmp_path / "record.json"
    path.write_text(text)
    replay = [sys.executable, "-m", "engine", "replay", path]
    replayed = subprocess.run(replay, cwd=ROOT, capture_output=True, text=True, check=False)
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr


def check_log(hall):
    """Repeat all acts in force from the log in another game, with the slips that phones sent."""
    again = play_log_again(hall.game, new_game(hall.chief), hall.clock)
    assert outcome(again) == outcome(hall.game)


def outcome(game):
    """Return the ruling on each slip that counts, and the standings."""
    ruled = {}
    rulings = Ruling.objects.filter(slip__round__in=game.rounds.announced(), slip__effective=True)
    for ruling in rulings.select_related("slip__round", "slip__entry").order_by("pk"):
        key = ruling.slip.round.number, ruling.slip.entry.table
        ruled[key] = (ruling.score, ruling.worth, ruling.sanction, ruling.code, ruling.solo)
    rows = standings_for_game(game).rows
    return ruled, [(row.rank, row.table, row.total, row.tops, row.solo_points) for row in rows]
