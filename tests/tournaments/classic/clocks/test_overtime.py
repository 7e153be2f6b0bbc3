"""The clock of a match and its result: the first that is heard of it stops the clock, and what nobody stopped takes no
points off unless the desk says so.
"""

import uuid

import pytest
from django.urls import reverse

from tests.factories.divisions import players, report
from tests.factories.matches import clocks_of
from tests.tournaments.classic.clocks.devices import FULL, Table
from tests.tournaments.classic.refusals import expect_refusal
from tests.worlds.division import division_of
from tournaments.classic.clocks import services as clock_services
from tournaments.classic.clocks.overtime import overtime_of
from tournaments.classic.match_records import selectors as record_selectors
from tournaments.classic.match_records import services as record_services
from tournaments.classic.match_records.services import Keeper, enter_turn
from tournaments.classic.models import ClockAct, Match, MatchClock, MatchRecord
from tournaments.classic.rounds import results
from tournaments.classic.scores.scores import Score, score_of

pytestmark = pytest.mark.django_db

DAY = 24 * 3600


@pytest.fixture
def world(db, english):
    return division_of(*players(4), then="begun")


@pytest.fixture
def division(world):
    return world[1]


@pytest.fixture
def match(division):
    related = ("round__division", "first__entry__player", "second__entry__player")
    return Match.objects.select_related(*related).get(round__division=division, table=1)


@pytest.fixture
def table(hands, match, by):
    """Return a match in which both used 20 minutes, so that the first has 5 left; the clock runs on."""
    given = clocks_of(match.round)[0]
    table = Table(given, by)
    table.start()
    hands.move(20 * 60)
    table.press(0, 1)
    hands.move(20 * 60)
    table.press(1, 2)
    return table


def enter(division, by, **said):
    return results.enter_result(division=division, number=1, table=1, score=Score(400, 380), by=by, **said)


def held(table):
    return MatchClock.objects.get(pk=table.given.pk)


def test_a_result_stops_the_clock(table, hands, division, by):
    enter(division, by)
    hands.move(3600)
    assert (held(table).state, held(table).first_left_ms) == ("over", FULL - 20 * 60_000)
    assert ClockAct.objects.values_list("kind", "by", "holder").last() == ("result", by.pk, "")
    with expect_refusal("clock_over"):
        table.press(0, 3)


def test_the_first_report_stops_the_clock(table, hands, match, by):
    report(match, match.second, 380, 400)
    assert ClockAct.objects.values_list("kind", "by", "holder").last() == ("result", None, "second")
    hands.move(3600)
    report(match, match.first, 400, 380)
    result = match.results.get()
    assert (result.first_score, result.second_score, result.first_overtime) == (400, 380, 0)


def test_nobody_stops_their_own_time_by_a_report(table, hands, match):
    """Or else a player who runs out of time reports anything, and thinks on for nothing."""
    report(match, match.first, 400, 380)
    assert held(table).state == "running"
    hands.move(60)
    report(match, match.second, 380, 400)
    assert (held(table).state, held(table).first_left_ms) == ("over", FULL - 21 * 60_000)
    assert match.results.exists()


def test_a_forgotten_clock_takes_nothing_off_by_itself(table, hands, division, match, by):
    hands.move(5 * 60 + 19 * 60 + 30)
    with expect_refusal("overtime_in_doubt") as question:
        enter(division, by)
    assert question.value.params == {"table": 1, "over": f"{match.first.entry.name} 19:30 (−200)"}
    assert not match.results.exists()
    assert held(table).state == "over", "it stays stopped while the desk thinks"
    hands.move(DAY)
    result = enter(division, by, take_overtime_off=False)
    assert (result.first_score, result.second_score, result.first_overtime) == (400, 380, 0)


def test_the_desk_may_take_the_points_off(table, hands, division, by):
    hands.move(24 * 60 + 30)
    with expect_refusal("overtime_in_doubt"):
        enter(division, by)
    hands.move(600)
    result = enter(division, by, take_overtime_off=True)
    assert (score_of(result).figures, result.first_overtime) == ("200–380", 200)


def test_times_that_were_corrected_are_in_no_doubt(table, hands, division, match, by):
    hands.move(24 * 60 + 30)
    report(match, match.second, 380, 400)
    version = held(table).version
    clock_services.correct_times(
        clock_=table.given, left=(-61_000, 300_000), reason="They say so", seen=version, by=by
    )
    assert score_of(enter(division, by)).figures == "380–380"


def test_phones_that_agree_after_a_forgotten_clock_go_to_the_desk(table, hands, division, match, by):
    hands.move(24 * 60 + 30)
    report(match, match.first, 400, 380)
    report(match, match.second, 380, 400)
    assert not match.results.exists()
    assert enter(division, by, take_overtime_off=False).by == by


def test_overtime_of_a_clock_that_was_stopped_comes_off(table, hands, division, by):
    hands.move(5 * 60 + 61)
    clock_services.stop_clock(table=table.by())
    hands.move(3600)
    result = enter(division, by)
    assert (result.first_score, result.first_overtime) == (380, 20)


def test_a_forfeit_stops_the_clock_and_asks_nothing(table, hands, division, match, by):
    hands.move(3600)
    score = Score(outcome="first_forfeits")
    assert results.enter_result(division=division, number=1, table=1, score=score, by=by).first_overtime == 0
    assert held(table).state == "over"


@pytest.mark.parametrize("days", [1, 3, 26, 400])
def test_a_clock_that_was_left_for_days_counts_a_day_at_most(table, hands, division, by, days):
    hands.move(days * DAY)
    with expect_refusal("overtime_in_doubt"):
        enter(division, by)
    assert held(table).first_left_ms == max(FULL - 20 * 60_000 - days * DAY * 1000, -DAY * 1000)
    with expect_refusal("impossible_score"):
        enter(division, by, take_overtime_off=True)
    assert enter(division, by, take_overtime_off=False).first_score == 400


def test_phones_that_agree_on_what_cannot_be_with_the_overtime_go_to_the_desk(table, hands, match):
    hands.move(2 * DAY)
    clock_services.stop_clock(table=table.by())
    report(match, match.first, 400, 380)
    report(match, match.second, 380, 400)
    assert not match.results.exists()


def test_pausing_all_leaves_out_matches_that_have_a_result(table, hands, division, match, by):
    other = Table(MatchClock.objects.exclude(pk=table.given.pk).get(), by)
    other.start()
    enter(division, by)
    clock_services.reopen_clock(clock_=table.given, side=0, by=by)
    assert clock_services.pause_clocks(event=division.event, by=by) == 1
    clock_services.lift_pauses(event=division.event, by=by)
    results.take_back(division=division, number=1, table=1, by=by)
    assert clock_services.pause_clocks(event=division.event, by=by) == 2


def test_a_clock_left_for_a_month_does_not_keep_the_others_from_being_paused(table, hands, division, by):
    hands.move(30 * DAY)
    assert clock_services.pause_clocks(event=division.event, by=by) == 2


class TestRecords:
    @pytest.fixture
    def record(self, match, by):
        return record_services.open_record(match=match, keeper=MatchRecord.Keeper.ANNOTATOR, by=by)

    def enter(self, record, *lines):
        for line in lines:
            record = enter_turn(record=record, keeper=Keeper(), key=uuid.uuid4(), line=line)
        return record_selectors.final_scores(record)

    ENDING = ("-", "-", "-", "-", "=AEINRST", "==AEINRSD", ".")

    def test_the_end_of_a_record_stops_the_clock(self, table, record):
        assert self.enter(record, *self.ENDING) == (-7, -8)
        assert held(table).state == "over"
        assert ClockAct.objects.values_list("kind", "holder").last() == ("result", "table")

    def test_a_player_who_keeps_it_does_not_stop_their_own_time(self, table, record, match, by):
        """Or else one ends the record, thinks on for nothing, and takes the end back."""
        self.enter(record, *self.ENDING[:-1])
        record_services.open_record(match=match, keeper=MatchRecord.Keeper.PLAYERS, by=by)
        for player, state in ((match.first, "running"), (match.second, "over")):
            keeper = Keeper(player=player)
            enter_turn(record=record, keeper=keeper, key=uuid.uuid4(), line=".")
            record_services.take_back(record=record, keeper=keeper, key=uuid.uuid4())
            assert held(table).state == state

    def test_overtime_in_doubt_is_not_in_the_record(self, table, hands, record, division, by):
        hands.move(3600)
        assert self.enter(record, *self.ENDING) == (-7, -8)
        with expect_refusal("overtime_in_doubt"):
            enter(division, by)

    def test_the_minutes_of_the_clock_cost_what_the_record_says(self, table, hands, record, division):
        """The division may have changed its points between the two."""
        hands.move(6 * 60 + 1)
        clock_services.stop_clock(table=table.by())
        MatchRecord.objects.update(
            settings=record.settings.replace("overtime_points = 10", "overtime_points = 7")
        )
        assert self.enter(record, *self.ENDING) == (-7 - 14, -8)
        record.refresh_from_db()
        assert record_selectors.sheet_scores(record) == (-7, -8)


class TestDesk:
    def test_the_line_asks_and_takes_the_answer(self, table, hands, client, division, match, by):
        hands.move(24 * 60 + 30)
        client.force_login(by)
        line = reverse("result-line", args=[division.event_id, division.pk, 1])
        asked = client.post(line, {"line": "1 400 380"})
        assert asked.status_code == 422
        page = asked.content.decode()
        assert "19:30 (−200)" in page
        assert 'name="overtime" value="off"' in page
        assert 'value="1 400 380"' in page
        client.post(line, {"line": "1 400 380", "overtime": "leave"})
        assert match.results.get().first_score == 400

    def test_the_score_of_a_record_asks_too(self, table, hands, client, division, match, by):
        record = record_services.open_record(match=match, keeper=MatchRecord.Keeper.ANNOTATOR, by=by)
        hands.move(24 * 60 + 30)
        TestRecords().enter(record, *TestRecords.ENDING)
        client.force_login(by)
        where = [division.event_id, division.pk, 1, 1]
        page = client.get(reverse("division-match", args=where)).content.decode()
        assert 'name="overtime" value="leave"' in page
        client.post(reverse("take-record-score", args=where), {"overtime": "off"})
        assert match.results.get().first_overtime == 200


class TestOvertime:
    """T1: ten points for each minute, or part of one, over."""

    def test_t1_overtime_becomes_points(self, table, hands, match, by):
        def stopped_after(seconds):
            hands.move(seconds)
            clock_services.end_clock(clock_=table.given, by=by)
            return overtime_of(match).points

        assert stopped_after(5 * 60) == (0, 0)
        clock_services.reopen_clock(clock_=table.given, side=0, by=by)
        assert stopped_after(0.001) == (10, 0)
        clock_services.reopen_clock(clock_=table.given, side=0, by=by)
        assert stopped_after(61) == (20, 0)
        clock_services.reopen_clock(clock_=table.given, side=1, by=by)
        assert stopped_after(5 * 60 + 1) == (20, 10)

    def test_t1_a_match_without_a_clock_has_none(self, match):
        assert overtime_of(match).points == (0, 0)
