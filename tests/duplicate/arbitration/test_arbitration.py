"""Rulings of arbitrators at the desk: T, 0, W, P, S, overruling, all the rest; in progress, closed and
announced.
"""

import uuid
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from duplicate.arbitration import bulk_top
from duplicate.arbitration import services as arbitration_services
from duplicate.games.players import services as player_services
from duplicate.log.messages import act_text
from duplicate.models import Game, Round, Ruling, Slip
from duplicate.rounds import closing, top_search
from duplicate.rounds import services as round_services
from duplicate.slips import services as slip_services
from duplicate.slips.paper import version_tag
from engine.rules import (
    load_rule_set,
)
from tests.factories.games import create_game, start_round, totals_of
from tests.factories.refusals import refusal_code
from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator
from tournaments.time import clock

FISF = load_rule_set("fisf")
# The FISF's rules, except that solos count from three players.
RULES = replace(FISF, solo=replace(FISF.solo, from_players=3))
pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players", rules=RULES)]

MARKS = {
    "T": arbitration_services.give_top,
    "0": arbitration_services.give_zero,
    "W": arbitration_services.mark_warning,
    "P": arbitration_services.mark_penalty,
    "S": arbitration_services.mark_solo,
}


@pytest.fixture
def key(game, players, arbitrator):
    """Return a function that keys a slip of a player, by index."""

    def key_it(player, word="TRAIN", reference="H4", score=12, **more):
        return slip_services.key_slip(
            **{"game": game, "entry": players[player][0], "by": arbitrator}
            | {"word": word, "reference": reference, "stated_score": score}
            | more
        )

    return key_it


@pytest.fixture
def mark(game, players, arbitrator):
    """Return a function that presses a key for a player's slip."""

    def mark_it(pressed, player, **more):
        return MARKS[pressed](game=game, entry=players[player][0], **{"by": arbitrator} | more)

    return mark_it


@pytest.fixture
def phone(game, players):
    """Return a function that hands in a slip by phone."""

    def hand_in(player, word="TRAIN", reference="H4", score=12, number=1):
        return slip_services.submit_slip(
            game=game,
            entry=players[player][0],
            client_id=uuid.uuid4(),
            number=number,
            word=word,
            reference=reference,
            score=score,
            received_at=clock.now(),
        ).slip

    return hand_in


@pytest.fixture
def helper(game):
    user = User.objects.create_user("hal", password="a good long one")
    Arbitrator.objects.create(event=game.event, user=user, role="helper")
    return user


def ruled(slip):
    ruling = slip.rulings.order_by("pk").last()
    return ruling.score, ruling.worth, ruling.sanction, ruling.code


# --- One key each ---------------------------------------------------------------------------------------------------


def test_t_gives_the_top_though_nobody_has_searched_it_yet(open_round, mark):
    round_ = open_round("TRAINER")
    slip = mark("T", 0)
    round_.refresh_from_db()
    assert (slip.says_top, slip.word, slip.reference, slip.stated_score) == (True, "", "", None)
    assert (slip.source, slip.effective) == (Slip.Source.DESK, True)
    assert ruled(slip) == (66, 66, "none", "good")


def test_t_agrees_with_any_isotop_that_is_there(open_round, phone, mark):
    round_ = open_round("TRAINER")
    top_search.find_top(round_.pk)
    round_.refresh_from_db()
    other = next(top for top in round_.tops if not top["preferred"])
    slip = phone(0, other["word"], other["reference"], 66)
    assert mark("T", 0) == slip
    assert Slip.objects.count() == 1


def test_nobody_has_the_top_where_no_move_is_possible(open_round, mark):
    open_round("VVCCUUI")
    Round.objects.update(top_score=0, tops=[])
    assert refusal_code(mark, "T", 0) == "no_top"


def test_0_without_a_slip_puts_on_record_that_there_is_none(open_round, mark):
    open_round("TRAINER")
    slip = mark("0", 0)
    assert (slip.word, slip.source, slip.effective) == ("", Slip.Source.DESK, True)
    assert ruled(slip) == (0, 0, "zero", "no_slip")


@pytest.mark.parametrize(
    ("pressed", "given", "lifted"),
    [
        ("P", (7, 12, "penalty", "penalty_given"), (12, 12, "none", "good")),
        ("0", (0, 0, "zero", "zero_given"), (12, 12, "none", "good")),
    ],
)
def test_a_mark_is_given_and_pressed_again_taken_back(open_round, key, mark, pressed, given, lifted):
    open_round("TRAINER")
    slip = key(0)
    mark(pressed, 0)
    assert ruled(slip) == given
    mark(pressed, 0)
    assert ruled(slip) == lifted
    assert slip.rulings.count() == 3


def test_a_warning_for_conduct_counts_beside_what_the_slip_deserves(open_round, key, mark):
    open_round("TRAINER")
    slip = key(0, score=11)
    before = ruled(slip)
    assert before == (12, 12, "warning", "score_corrected")
    for pressed, warnings in (("W", 2), ("P", 2), ("W", 1), ("P", 1), ("0", 1), ("W", 2)):
        mark(pressed, 0)
        assert slip.rulings.last().warnings == warnings
    assert ruled(slip) == (0, 0, "zero", "zero_given")
    mark("W", 0)
    mark("0", 0)
    assert ruled(slip) == before


def test_a_penalty_of_the_program_is_lifted_by_its_key_and_its_warning_stays(open_round, key, mark, game):
    rules = replace(
        game.rule_set, slips=replace(game.rule_set.slips, wrong_score="warning", unmarked_blank="penalty")
    )
    Game.objects.filter(pk=game.pk).update(rules=rules.to_toml())
    open_round("TRAINE?")
    slip = key(0, word="TRAINER", reference="H4", score=3)
    assert slip.rulings.last().sanction == "penalty"
    mark("P", 0)
    last = slip.rulings.last()
    assert (last.sanction, last.warnings, last.score) == ("warning", 1, last.worth)


def test_a_slip_from_a_phone_is_marked_before_the_round_is_closed(open_round, phone, mark, close_round):
    round_ = open_round("TRAINER")
    slip = phone(0)
    mark("P", 0)
    assert ruled(slip) == (7, 12, "penalty", "penalty_given")
    close_round()
    closing.judge_round(round_.pk)
    assert ruled(slip) == (7, 12, "penalty", "penalty_given")


def test_s_gives_withholds_and_leaves_the_solo_to_the_rules(
    open_round, key, mark, close_round, announce_top, game
):
    open_round("TRAINER")
    key(0, "TRAINER", "H2", 66)
    key(1)
    mark("S", 1)
    close_round()
    announce_top(1)
    assert totals_of(game) == {"Mona": 66, "Noah": 22, "Olga": 0}
    mark("S", 1, number=1, reason="seen too late")
    assert totals_of(game)["Mona"] == 76
    mark("S", 0, number=1, reason="x")
    mark("S", 0, number=1, reason="not alone")
    assert totals_of(game) == {"Mona": 66, "Noah": 12, "Olga": 0}


def test_one_solo_a_round_by_hand(open_round, key, mark):
    open_round("TRAINER")
    key(0)
    key(1)
    mark("S", 0)
    assert refusal_code(mark, "S", 1) == "solo_taken"
    mark("S", 0)
    mark("S", 1)


def test_marks_want_a_slip(open_round, mark):
    open_round("TRAINER")
    for pressed in "WPS":
        assert refusal_code(mark, pressed, 0) == "table_without_slip"


def test_a_slip_hard_to_read(open_round, key):
    open_round("TRAINER")
    slip = key(0, illegible=True)
    assert ruled(slip) == (12, 12, "warning", "illegible")


# --- Overruling -----------------------------------------------------------------------------------------------------


def test_overruling_wants_a_reason_and_stays_on_record(open_round, key, game, players, arbitrator):
    open_round("TRAINER")
    slip = key(0, "TRAIL", "H4", 10)
    where = {"game": game, "entry": players[0][0], "by": arbitrator}
    assert refusal_code(arbitration_services.overrule, score=12, **where) == "reason_missing"
    arbitration_services.overrule(score=7, worth=12, sanction="penalty", reason="the N is an L", **where)
    assert ruled(slip) == (7, 12, "penalty", "overruled")
    last = slip.rulings.last()
    assert (last.reason, last.by, slip.rulings.count()) == ("the N is an L", arbitrator, 2)
    entry = game.log.last()
    assert "the N is an L" in act_text(entry.act, entry.params)


def test_the_reason_for_a_score_stays_beside_a_warning_or_a_solo_without_one(
    open_round, key, mark, game, players, arbitrator
):
    open_round("TRAINER")
    slip = key(0)
    where = {"game": game, "entry": players[0][0], "by": arbitrator}
    arbitration_services.overrule(**where, score=0, sanction="zero", reason="Wet")
    mark("W", 0)
    mark("S", 0)
    assert slip.rulings.order_by("pk").last().reason == "Wet"


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"score": 67}, "above_top"),
        ({"score": -1}, "above_top"),
        ({"score": 20, "worth": 10}, "above_top"),
        ({"score": 5, "sanction": "zero"}, "zero_is_nothing"),
    ],
)
def test_overruling_within_bounds(open_round, key, game, players, arbitrator, values, code):
    open_round("TRAINER")
    key(0)
    where = {"game": game, "entry": players[0][0], "by": arbitrator, "reason": "so"}
    assert refusal_code(arbitration_services.overrule, **values, **where) == code
    assert Ruling.objects.count() == 1


def test_where_no_move_is_possible_no_slip_is_overruled_to_points(open_round, key, game, players, arbitrator):
    open_round("VVCCUUI")
    key(0)
    Round.objects.update(top_score=0, tops=[])
    where = {"game": game, "entry": players[0][0], "by": arbitrator, "reason": "so"}
    assert refusal_code(arbitration_services.overrule, score=1, **where) == "above_top"


# --- All the rest have the top ---------------------------------------------------------------------------------------


def test_all_the_rest_have_the_top(
    open_round, key, phone, game, players, arbitrator, close_round, announce_top
):
    open_round("TRAINER")
    key(0)
    phone(1, "RETAIN", "H4", 14)
    players[2][0].refresh_from_db()
    gone = player_services.add_player(game=game, name="Gone", by=arbitrator).entry
    type(gone).objects.filter(pk=gone.pk).update(withdrawn_at=clock.now())
    assert bulk_top.rest_have_top(game=game, by=arbitrator) == 1
    assert refusal_code(bulk_top.rest_have_top, game=game, by=arbitrator) == "no_rest"
    close_round()
    announce_top(1)
    assert totals_of(game) == {"Mona": 12, "Noah": 14, "Olga": 76, "Gone": 0}


def test_who_has_no_slip_is_told_where_it_is_another_arbitrators(
    open_round, key, game, players, arbitrator, stranger
):
    """The desk counts one slip of three: that everybody has one would contradict it."""
    game.event.posts.filter(user=arbitrator).update(first_table=1, last_table=1)
    game.event.posts.create(user=stranger, role="arbitrator", first_table=2, last_table=3)
    open_round("TRAINER")
    assert bulk_top.rest_have_top(game=game, by=arbitrator) == 1
    with pytest.raises(RuleViolation) as refused:
        bulk_top.rest_have_top(game=game, by=arbitrator)
    assert refused.value.code == "no_rest"
    assert str(refused.value) == (
        "All your tables (1) have a slip. Other arbitrators’ tables without one: 2–3."
    )
    assert bulk_top.rest_have_top(game=game, by=stranger) == 2
    with pytest.raises(RuleViolation, match="Everybody has a slip"):
        bulk_top.rest_have_top(game=game, by=arbitrator)


@pytest.fixture
def listed(desk, game):
    """Return a function that returns the number of remaining tables on the desk."""

    def rest_of(number):
        return desk.get(reverse("tables", args=[game.code]), {"number": number}).json()["list"]["rest"]

    return rest_of


def test_who_came_after_a_round_is_none_of_its_rest(
    open_round, key, game, players, arbitrator, close_round, announce_top, hands, listed
):
    open_round("TRAINER")
    key(1)
    close_round()
    announce_top(1)
    hands.move(60)
    player_services.join_game(game=game, name="Late")
    player_services.add_player(game=game, name="Later", by=arbitrator)
    assert listed(1) == 2
    assert bulk_top.rest_have_top(game=game, by=arbitrator, number=1, reason="the runner lost them") == 2
    assert totals_of(game) == {"Mona": 66, "Noah": 12, "Olga": 66, "Late": 0, "Later": 0}
    assert (
        refusal_code(bulk_top.rest_have_top, game=game, by=arbitrator, number=1, reason="again") == "no_rest"
    )
    open_round("BOTHOSX")
    assert listed(2) == 5


def test_who_was_away_in_a_round_is_none_of_its_rest(
    open_round, key, game, players, arbitrator, close_round, announce_top, hands, listed
):
    open_round("TRAINER")
    key(1)
    player_services.withdraw_player(game=game, entry=players[0][0], by=arbitrator)
    close_round()
    announce_top(1)
    hands.move(60)
    player_services.bring_back_player(game=game, entry=players[0][0], by=arbitrator)
    assert listed(1) == 1
    assert bulk_top.rest_have_top(game=game, by=arbitrator, number=1, reason="the runner lost it") == 1
    assert totals_of(game) == {"Mona": 0, "Noah": 12, "Olga": 66}


def test_who_joins_after_time_is_none_of_the_rest_and_paper_players_are(
    open_round, key, game, arbitrator, close_round, hands, listed
):
    """A player on paper is often entered only when the first slip is collected; a phone shows when it came."""
    open_round("TRAINER")
    player_services.join_game(game=game, name="In time")
    key(1)
    close_round()
    hands.move(10)
    player_services.join_game(game=game, name="Late")
    player_services.add_player(game=game, name="Paper", by=arbitrator)
    assert listed(1) == 4
    assert bulk_top.rest_have_top(game=game, by=arbitrator) == 4


def test_a_slip_that_came_late_is_none_of_the_rest(open_round, phone, game, arbitrator, close_round, listed):
    """Or else a player without an idea sends anything after time, and has the top with those on paper."""
    open_round("TRAINER")
    close_round()
    assert phone(1).late
    assert listed(1) == 2
    assert bulk_top.rest_have_top(game=game, by=arbitrator) == 2
    assert refusal_code(bulk_top.rest_have_top, game=game, by=arbitrator) == "no_rest"
    assert not game.rounds.get().slips.counting().filter(entry__player__name="Noah").exists()


@pytest.mark.slow
def test_all_the_rest_in_a_constant_number_of_queries(arbitrator):
    game = create_game(arbitrator, rules=RULES)
    round_ = start_round(game, arbitrator, "TRAINER")
    top_search.find_top(round_.pk)
    asked = []
    for more in (1, 30):
        for number in range(more):
            player_services.add_player(game=game, name=f"P{more} {number}", by=arbitrator)
        with CaptureQueriesContext(connection) as queries:
            assert bulk_top.rest_have_top(game=game, by=arbitrator) == more
        asked.append(len(queries))
    assert asked[0] == asked[1]


# --- When, who, and what they saw -------------------------------------------------------------------------------------


def test_nothing_is_ruled_while_the_rack_is_not_out(game, arbitrator, mark, players):
    round_services.draw_rack(game=game, by=arbitrator)
    assert refusal_code(mark, "T", 0) == "round_not_open"
    assert refusal_code(bulk_top.rest_have_top, game=game, by=arbitrator) == "round_not_open"


def test_after_the_announcement_every_change_has_a_reason(
    open_round, key, mark, close_round, announce_top, game, arbitrator
):
    open_round("TRAINER")
    key(0)
    close_round()
    announce_top(1)
    version = Game.objects.get(pk=game.pk).version
    for pressed in "T0WPS":
        assert refusal_code(mark, pressed, 0, number=1) == "round_announced"
    assert refusal_code(key, 1, number=1) == "round_announced"
    assert refusal_code(bulk_top.rest_have_top, game=game, by=arbitrator, number=1) == "round_announced"
    assert totals_of(game) == {"Mona": 22, "Noah": 0, "Olga": 0}
    mark("T", 1, number=1, reason="the runner lost it")
    assert totals_of(game) == {"Mona": 12, "Noah": 76, "Olga": 0}
    key(0, "TRAINER", "H2", 66, number=1, reason="misread")
    assert totals_of(game) == {"Mona": 66, "Noah": 66, "Olga": 0}
    assert Game.objects.get(pk=game.pk).version > version
    assert game.log.last().params["why"] == "misread"


def test_helpers_do_not_judge(open_round, key, mark, helper, game):
    open_round("TRAINER")
    key(0)
    for pressed in "T0WPS":
        assert refusal_code(mark, pressed, 0, by=helper) == "may_not_judge"
    assert refusal_code(key, 1, by=helper) == "may_not_judge"
    assert refusal_code(bulk_top.rest_have_top, game=game, by=helper) == "may_not_judge"
    assert game.log.filter(by=helper).count() == 0


def test_what_another_one_changed_is_not_overwritten(open_round, key, mark, stranger, game):
    game.event.arbitrators.add(stranger)
    open_round("TRAINER")
    assert refusal_code(mark, "W", 0, seen="1-0") == "slip_changed"
    slip = key(0, seen="0")
    seen = version_tag(slip)
    assert refusal_code(key, 0, "RETAIN", by=stranger, seen="0") == "slip_changed"
    mark("W", 0, seen=seen)
    with pytest.raises(RuleViolation) as error:
        mark("P", 0, seen=seen, by=stranger)
    assert "TRAIN H4, 12" in str(error.value)
    mark("P", 0, seen=version_tag(slip), by=stranger)
    assert slip.rulings.count() == 3


def test_the_programs_own_ruling_is_no_change(open_round, phone, close_round, mark):
    round_ = open_round("TRAINER")
    seen = version_tag(phone(0))
    close_round()
    closing.judge_round(round_.pk)
    mark("W", 0, seen=seen)


def test_every_act_reads_as_a_sentence(open_round, key, mark, game):
    open_round("TRAINER")
    key(0)
    for pressed in "WWPP00SSST":
        mark(pressed, 0)
    mark("0", 1)
    for entry in game.log.all():
        assert act_text(entry.act, entry.params)


def test_the_desk_tells_how_many_were_skipped_as_not_checked_in(
    open_round, game, players, arbitrator, listed
):
    open_round("TRAINER")
    assert listed(1) == 3
    assert bulk_top.count_not_checked_in(game, arbitrator) == 0
    players[2][0].__class__.objects.filter(pk=players[2][0].pk).update(arrived_at=None)
    assert listed(1) == 2
    assert bulk_top.rest_have_top(game=game, by=arbitrator) == 2
    assert bulk_top.count_not_checked_in(game, arbitrator) == 1
    game.event.posts.filter(user=arbitrator).update(first_table=1, last_table=1)
    assert bulk_top.count_not_checked_in(game, arbitrator) == 0
