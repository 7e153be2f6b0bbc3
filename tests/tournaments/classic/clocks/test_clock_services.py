"""Clocks of matches as they are stored: who may do what, what is on record, and what is sent twice."""

import uuid
from dataclasses import replace
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from tests.factories.matches import clock_of, clocks_of, make_matches
from tests.tournaments.classic.clocks.devices import FULL, MINUTE, Table
from tests.tournaments.classic.refusals import expect_refusal
from tournaments.classic.clocks import services as clock_services
from tournaments.classic.models import ClockAct, MatchClock
from tournaments.repeats import IdUsed
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def director(db):
    return User.objects.create_user("director")


@pytest.fixture
def match(director):
    return make_matches(by=director)[0]


@pytest.fixture
def table(hands, match, director):
    return Table(clock_of(match), director)


def test_a_clock_is_set_as_its_division_says(director, hands):
    (match,) = make_matches(by=director, clock_minutes=10, overtime_points=5, turn_seconds=120)
    match.second.turn_seconds = 180
    match.second.save()
    given = clock_of(match)
    assert given.stood.left == (10 * MINUTE, 10 * MINUTE)
    assert given.stood.limits == (2 * MINUTE, 3 * MINUTE), "C7: the handicap is the player's own"
    assert given.overtime_points == 5
    assert clock_of(match) == given
    # Later settings of the division apply to later matches.
    match.round.division.clock_minutes = 20
    match.round.division.save()
    assert clock_of(match).full_ms == 10 * MINUTE


def test_every_match_of_a_round_but_the_bye_gets_one(director, hands):
    matches = make_matches(3, by=director)
    matches[2].second = matches[2].table = None
    matches[2].save()
    given = clocks_of(matches[0].round)
    assert [each.match for each in given] == matches[:2]
    assert clocks_of(matches[0].round) == given
    assert not MatchClock.objects.filter(match=matches[2]).exists()


def test_the_time_of_who_is_on_turn_runs(table, hands):
    table.start()
    hands.move(61)
    table.press(0, 1)
    hands.move(30)
    table.press(1, 2)
    assert table.left() == (FULL - 61_000, FULL - 30_000)
    acts = ClockAct.objects.values_list("kind", "holder", "turn", "turn_number", "first_left_ms")
    assert list(acts) == [
        ("start", "table", 0, 1, FULL),
        ("press", "table", 1, 2, FULL - 61_000),
        ("press", "table", 0, 3, FULL - 61_000),
    ]


class TestPressedTwice:
    def test_the_same_press_sent_again_does_nothing(self, table, hands):
        table.start()
        hands.move(10)
        press = table.by()
        first = clock_services.press_clock(table=press, side=0, number=1)
        hands.move(5)
        again = clock_services.press_clock(table=press, side=0, number=1)
        assert (first.again, again.again) == (False, True)
        assert again.clock.version == first.clock.version
        assert table.left() == (FULL - 10_000, FULL)
        assert ClockAct.objects.filter(kind="press").count() == 1

    def test_two_tablets_that_end_the_same_turn_end_it_once(self, table, hands):
        table.start()
        hands.move(10)
        table.press(0, 1)
        with expect_refusal("turn_over"):
            table.press(0, 1)
        assert MatchClock.objects.get().turn_number == 2

    def test_the_first_does_not_start_the_time_of_the_other_one(self, table):
        """Or else they think about their first turn at the other's cost."""
        with expect_refusal("not_your_side"):
            table.start(holder="first", side=1)
        assert table.start(holder="second").turn == 0

    def test_the_other_one_cannot_end_a_turn(self, table, hands):
        table.start()
        with expect_refusal("not_on_turn"):
            table.press(1, 1)
        with expect_refusal("not_your_side"):
            table.press(0, 1, holder="second")
        table.press(0, 1, holder="first")
        table.press(1, 2, holder="second")

    def test_the_key_of_another_act_is_refused(self, table, hands):
        key = uuid.uuid4()
        table.start(key=key)
        with expect_refusal("key_taken"):
            table.press(0, 1, key=key)

    def test_another_act_with_the_same_key_is_refused_with_what_is_on_record(self, table, hands):
        table.start()
        began = hands.ms
        hands.move(10)
        press = clock_services.ClockPress(table.by().link, uuid.uuid4(), began + 8_000)
        acts = [partial(clock_services.press_clock, side=0, number=1), clock_services.neutralise_clock]
        assert [acts[0](table=press).again, acts[0](table=press).again] == [False, True]
        hands.move(5)
        for act, other in (
            (acts[1], {}),
            (partial(clock_services.press_clock, side=1, number=1), {}),
            (partial(clock_services.press_clock, side=0, number=2), {}),
            (acts[0], {"made_at": began + 8_001}),
            (acts[0], {"made_at": None}),
        ):
            with pytest.raises(IdUsed) as refused:
                act(table=replace(press, **other))
            assert refused.value.on_record == {"act": "press", "side": 0, "number": 1, "at": began + 8_000}
        assert table.left() == (FULL - 8_000, FULL)

    @pytest.mark.parametrize("made_at", [None, 0, 10**12, 2**43])
    def test_a_moment_that_was_limited_is_the_same_when_it_is_sent_again(self, table, hands, made_at):
        """It was received in the future, before the last act, or without a moment."""
        for act in (clock_services.start_clock, clock_services.neutralise_clock, clock_services.stop_clock):
            sent = clock_services.ClockPress(table.by().link, uuid.uuid4(), made_at)
            hands.move(3)
            assert not act(table=sent).again
            hands.move(40)
            assert act(table=sent).again

    def test_what_is_refused_leaves_no_trace(self, table, hands):
        before = MatchClock.objects.values().get()
        with expect_refusal("clock_not_begun"):
            table.press(0, 0)
        assert MatchClock.objects.values().get() == before
        assert not ClockAct.objects.exists()


class TestCutOff:
    """A press counts from when it was made, as far as that can be."""

    def test_what_a_tablet_kept_counts_from_when_it_was_made(self, table, hands):
        table.start()
        began = hands.ms
        hands.move(300)
        table.press(0, 1, made_at=began + 20_000)
        table.press(1, 2, made_at=began + 50_000)
        table.press(0, 3, made_at=began + 60_000)
        assert table.left() == (FULL - 30_000, FULL - 30_000)
        act = ClockAct.objects.last()
        assert (act.received_at - act.at).total_seconds() == 240

    def test_it_is_never_before_the_last_act_nor_in_the_future(self, table, hands):
        table.start()
        hands.move(10)
        table.press(0, 1, made_at=hands.ms - 99_000)
        assert table.left() == (FULL, FULL)
        table.press(1, 2, made_at=hands.ms + 99_000)
        assert table.left() == (FULL, FULL - 10_000)

    def test_a_players_own_device_is_believed_by_a_few_seconds(self, table, hands):
        table.start()
        hands.move(60)
        table.press(0, 1, holder="first", made_at=hands.ms - 60_000)
        assert table.left() == (FULL - 55_000, FULL)

    def test_a_press_from_before_a_pause_comes_too_late(self, table, hands, director):
        table.start()
        hands.move(10)
        clock_services.pause_clock(clock_=table.given, by=director)
        with expect_refusal("clock_paused"):
            table.press(0, 1, made_at=hands.ms - 5_000)


class TestChallenge:
    def test_nobody_loses_time_while_the_clock_is_neutral(self, table, hands):
        table.start()
        hands.move(10)
        clock_services.neutralise_clock(table=table.by("second"))
        hands.move(100)
        with expect_refusal("clock_neutral"):
            table.press(0, 1)
        with expect_refusal("not_your_side"):
            clock_services.resume_clock(table=table.by("first"), side=1)
        clock_services.resume_clock(table=table.by("second"), side=1)
        hands.move(5)
        clock_services.stop_clock(table=table.by())
        hands.move(50)
        assert table.left() == (FULL - 10_000, FULL - 5_000)
        with expect_refusal("clock_over"):
            table.press(1, 2)


class TestDirector:
    def test_pausing_all_holds_the_hall(self, hands, director):
        matches = make_matches(3, by=director)
        tables = [Table(given, director) for given in clocks_of(matches[0].round)]
        tables[0].start()
        tables[1].start()
        clock_services.neutralise_clock(table=tables[1].by())
        event = tables[0].given.event
        assert clock_services.pause_clocks(event=event, by=director) == 3
        hands.move(600)
        with expect_refusal("clock_paused"):
            tables[0].press(0, 1)
        with expect_refusal("clock_paused"):
            tables[2].start()
        assert clock_services.lift_pauses(event=event, by=director) == 3
        assert clock_services.lift_pauses(event=event, by=director) == 0
        tables[0].press(0, 1)
        assert tables[0].left() == (FULL, FULL)
        assert MatchClock.objects.get(pk=tables[1].given.pk).state == "neutral"

    def test_a_correction_says_what_was_and_why(self, table, hands, director):
        table.start()
        hands.move(60)
        paused = clock_services.pause_clock(clock_=table.given, by=director)
        with expect_refusal("reason_missing"):
            clock_services.correct_times(
                clock_=paused, left=(1, 2), reason=" ", seen=paused.version, by=director
            )
        with expect_refusal("clock_changed"):
            clock_services.correct_times(clock_=paused, left=(1, 2), reason="Late", seen=1, by=director)
        clock_services.correct_times(
            clock_=paused, left=(FULL, FULL - 300_000), reason="Late", seen=paused.version, by=director
        )
        act = ClockAct.objects.get(kind="correct")
        assert (act.by, act.reason) == (director, "Late")
        assert (act.first_was_ms, act.second_was_ms) == (FULL - 60_000, FULL)
        assert table.left() == (FULL, FULL - 300_000)

    def test_a_clock_that_runs_is_not_corrected(self, table, hands, director):
        begun = table.start()
        with expect_refusal("clock_runs"):
            clock_services.correct_times(
                clock_=begun, left=(1, 2), reason="Why", seen=begun.version, by=director
            )

    def test_nobody_else_may(self, table, hands, match):
        helper = User.objects.create_user("helper")
        table.given.event.posts.create(user=helper, role="helper")
        for by in (helper, User.objects.create_user("stranger")):
            for act in (
                lambda by: clock_services.give_links(round_=match.round, by=by),
                lambda by: clock_services.give_link(clock_=table.given, by=by),
                lambda by: clock_services.pause_clock(clock_=table.given, by=by),
                lambda by: clock_services.pause_clocks(event=table.given.event, by=by),
                lambda by: clock_services.correct_times(
                    clock_=table.given, left=(1, 1), reason="x", seen=1, by=by
                ),
            ):
                with expect_refusal("not_director"):
                    act(by)
        assert not ClockAct.objects.exists()

    def test_a_clock_stopped_too_early_is_reopened(self, table, hands, director):
        table.start()
        clock_services.stop_clock(table=table.by())
        hands.move(60)
        clock_services.reopen_clock(clock_=table.given, side=0, by=director)
        hands.move(10)
        clock_services.end_clock(clock_=table.given, by=director)
        assert table.left() == (FULL - 10_000, FULL)


def test_a_players_own_device_stops_no_time_of_its_own(table, hands):
    table.start()
    with expect_refusal("own_time_runs"):
        clock_services.stop_clock(table=table.by("first"))
    assert clock_services.stop_clock(table=table.by("second")).clock.state == "over"


def test_the_table_does_not_stop_what_the_director_has_paused(table, hands, director):
    table.start()
    clock_services.pause_clock(clock_=table.given, by=director)
    with expect_refusal("clock_paused"):
        clock_services.stop_clock(table=table.by())
    assert clock_services.end_clock(clock_=table.given, by=director).state == "over"


def test_a_start_counts_from_half_a_minute_before_it_was_received_at_most(table, hands):
    """Before it there is no act that would bound it: the time since the clock was given is nobody's."""
    hands.move(3600)
    table.start(made_at=0)
    table.press(0, 1)
    assert table.left() == (FULL - 30_000, FULL)


def test_a_new_link_makes_the_one_before_worthless(table, director):
    old = clock_services.give_link(clock_=table.given, by=director)
    new = clock_services.give_link(clock_=table.given, by=director)
    assert clock_services.link_for_token(old) is None
    assert clock_services.link_for_token(new).clock == table.given


def test_the_database_knows_who_did_it(table, director):
    with pytest.raises(IntegrityError), transaction.atomic():
        ClockAct.objects.create(
            clock=table.given,
            key=uuid.uuid4(),
            kind="pause",
            at=clock.now(),
            received_at=clock.now(),
            turn=0,
            turn_number=0,
            first_left_ms=0,
            second_left_ms=0,
        )
