"""Pasted results and running clocks: a refused line changes nothing, an open question stops the clocks first."""

import pytest

from tests.factories.divisions import players
from tests.factories.matches import clocks_of
from tests.tournaments.classic.clocks.devices import Table
from tests.tournaments.classic.refusals import expect_refusal
from tests.worlds.division import division_of
from tournaments.classic.clocks import services as clock_services
from tournaments.classic.exchange.pasted import read_results
from tournaments.classic.models import ClockAct, Match, MatchClock, MatchResult
from tournaments.classic.rounds.result_lines import enter_results
from tournaments.errors import LinesRefused

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db, english):
    return division_of(*players(4), then="begun")


@pytest.fixture
def division(world):
    return world[1]


@pytest.fixture
def late(hands, division, by):
    """Return the clocks of both tables, each half a minute over the time of the first."""
    given = clocks_of(division.rounds.get())
    for one in given:
        Table(one, by).start()
    hands.move(25 * 60 + 30)
    return given


def paste(division, by, text, **said):
    return enter_results(division=division, number=1, lines=read_results(text), by=by, **said)


def states():
    return list(MatchClock.objects.order_by("match__table").values_list("state", flat=True))


@pytest.mark.parametrize("wrong", ["9 400 380", "2 4000 380", "2"])
def test_lines_with_an_error_change_nothing_and_clocks_run_on(late, hands, division, by, wrong):
    acts = ClockAct.objects.count()
    with pytest.raises(LinesRefused) as refused:
        paste(division, by, f"1 400 380\n{wrong}")
    assert "overtime_in_doubt" not in {error.code for _text, error in refused.value.refused}
    assert (states(), ClockAct.objects.count(), MatchResult.objects.count()) == (["running"] * 2, acts, 0)


def test_the_answer_counts_for_the_overtime_that_was_shown(late, hands, division, by):
    with expect_refusal("overtime_in_doubt") as question:
        paste(division, by, "1 400 380")
    assert "(−10)" in str(question.value)
    assert (states(), MatchResult.objects.count()) == (["over", "running"], 0)
    hands.move(600)
    assert paste(division, by, "1 400 380", take_overtime_off=True) == 1
    result = MatchResult.objects.get()
    assert (result.first_score, result.second_score, result.first_overtime) == (390, 380, 10)


def test_clocks_stand_while_it_is_asked_who_went_first(late, hands, division, by):
    match = Match.objects.select_related("first", "second").get(table=1)
    turned = f"{match.second.number} 380 {match.first.number} 400"
    with expect_refusal("firsts_in_doubt"):
        paste(division, by, turned, take_overtime_off=True)
    assert (states(), MatchResult.objects.count()) == (["over", "running"], 0)
    hands.move(600)
    paste(division, by, turned, take_overtime_off=True, firsts="paired")
    result = MatchResult.objects.get()
    assert (result.first_score, result.second_score, result.first_overtime) == (390, 380, 10)


def test_a_clock_of_a_match_with_a_result_is_left_alone(late, division, by):
    paste(division, by, "1 400 380", take_overtime_off=False)
    MatchClock.objects.filter(match__table=1).update(state="running")
    assert paste(division, by, "1 400 380\n2 400 380", take_overtime_off=False) == 2
    assert states() == ["running", "over"]


def test_far_more_lines_than_matches_are_refused_before_any_is_looked_up(
    division, by, django_assert_max_num_queries
):
    lines = "\n".join(f"{table} 400 380" for table in range(1, 9_000))
    with django_assert_max_num_queries(12), expect_refusal("too_many_lines"):
        paste(division, by, lines)


def test_scores_are_kept_only_where_the_overtime_is_in_doubt(late, hands, division, by):
    """The overtime of a clock that was stopped is deducted whatever is said of the other one (T1)."""
    clock_services.stop_clock(table=Table(late[0], by).by())
    with expect_refusal("overtime_in_doubt"):
        paste(division, by, "1 400 380\n2 400 380")
    assert paste(division, by, "1 400 380\n2 400 380", take_overtime_off=False) == 2
    values = MatchResult.objects.order_by("match__table").values_list("first_score", "first_overtime")
    assert list(values) == [(390, 10), (400, 0)]
