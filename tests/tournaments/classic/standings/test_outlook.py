"""The outlook of a division: chances of places and prizes, worked out in the background for its director."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests.bounds import at_most
from tests.factories.divisions import enter_all, make_division, play_round, players
from tests.factories.pairing_fields import people
from tests.worlds.division import division_of
from tournaments.classic.models import DivisionOutlook, DivisionPrize
from tournaments.classic.pairing.plan import Stage
from tournaments.classic.rounds import pairing
from tournaments.classic.rounds.plan import set_plan
from tournaments.classic.rules.outlook import DivisionState, work_out_outlook
from tournaments.classic.rules.prizes import Prize
from tournaments.classic.rules.standings import StandingRules, rank_division
from tournaments.classic.rules.values import Contestant, MatchFacts
from tournaments.classic.standings import outlook
from tournaments.classic.standings.prizes import set_prizes


def played(number, *results):
    return tuple(MatchFacts(number, one, other, "played", 400 + by, 400) for one, other, by in results)


FIRST = played(1, (1, 2, 100), (3, 4, 50))
STATE = DivisionState(people(4), FIRST, (), 2, prize_places=2)


def shares(state):
    return {one.key: one for one in work_out_outlook(state).players}


@pytest.mark.parametrize(
    ("matches", "left"),
    [((), 2), (FIRST, 1), ((FIRST[0], MatchFacts(1, 3, 4)), 2), (FIRST + played(2, (1, 3, 1), (2, 4, 1)), 0)],
    ids=["none begun", "one over", "one begun", "all over"],
)
def test_the_rounds_that_are_left_are_those_without_results(matches, left):
    assert replace(STATE, matches=matches).rounds_left == left


class TestTheFigures:
    def test_known_pairings_are_played_and_compared_with_others(self):
        # 1 and 3 have won. Paired with each other, one of them comes first; otherwise both may win.
        meeting = replace(STATE, paired=(MatchFacts(2, 1, 3), MatchFacts(2, 2, 4)))
        found = shares(meeting)
        assert found[1].places[0] + found[3].places[0] == pytest.approx(1)
        assert found[2].places[0] == 0
        apart = shares(replace(STATE, paired=(MatchFacts(2, 1, 4), MatchFacts(2, 2, 3))))
        # In the last round neighbours meet: that is how it goes without pairings.
        assert found[1].unpaired == pytest.approx((found[1].places[0], found[1].prize), abs=0.03)
        # Both may win now, and 1 has more spread.
        assert apart[1].places[0] > found[1].places[0] + 0.05
        assert apart[2].prize > 0
        assert apart[1].unpaired == pytest.approx(found[1].unpaired)
        assert shares(STATE)[1].unpaired is None

    def test_open_results_are_played(self):
        opened = replace(STATE, matches=(FIRST[0], MatchFacts(1, 3, 4)), rounds=1)
        found = shares(opened)
        # 2 has lost by 100, which the loser of the open match may do too.
        assert (found[2].places[0], found[2].places[1]) == (0, 0)
        assert found[3].places[0] + found[1].places[0] + found[4].places[0] == pytest.approx(1)
        assert found[3].places[3] == pytest.approx(found[4].places[3], abs=0.05)

    def test_ratings_count_and_those_without_have_the_mean(self):
        strong = tuple(
            Contestant(one.key, one.number, rating=rating)
            for one, rating in zip(people(4), (1500, 1500, 1900, None), strict=True)
        )
        state = replace(
            STATE,
            contestants=strong,
            matches=(),
            rounds=1,
            certain=(MatchFacts(1, 1, 3), MatchFacts(1, 2, 4)),
        )
        found = shares(state)
        assert found[3].prize > 0.85
        # The mean is 1633.
        assert found[4].prize > found[2].prize + 0.1

    @pytest.mark.parametrize(("tie_break", "first"), [("spread", 1), ("opponents_wins", 4)])
    def test_ends_are_ranked_by_the_tie_breaks_of_the_division(self, tie_break, first):
        # 1 and 4 have two wins; those whom 4 met have more.
        matches = (*FIRST, *played(2, (1, 2, 90), (4, 3, 10)), *played(3, (4, 1, 20), (3, 2, 10)))
        rules = StandingRules(tie_breaks=("wins", tie_break))
        found = shares(replace(STATE, matches=matches, rounds=3, rules=rules))
        lines = rank_division(STATE.contestants, matches, rules)
        assert lines[0].contestant.key == first
        assert [found[line.contestant.key].places.index(1) for line in lines] == [0, 1, 2, 3]

    @pytest.mark.parametrize(("caps", "share"), [((20, 500), 3 / 8), ((500, 20), 1 / 4)])
    def test_a_round_to_come_has_its_own_cap(self, caps, share):
        # 1 and 3 have won. If both win again, 3 passes 1 half the time, or cannot, 100 and 50 ahead.
        certain = (MatchFacts(2, 1, 4), MatchFacts(2, 3, 2))
        found = shares(replace(STATE, certain=certain, rules=StandingRules(caps)))
        assert found[3].places[0] == pytest.approx(share, abs=0.02)

    @pytest.mark.parametrize("tie_break", ["spread", "opponents_wins"])
    def test_who_will_have_no_rank_takes_no_place(self, tie_break):
        # 1 has won by most, and leaves.
        gone = [replace(one, present=False, last_round=1) if one.key == 1 else one for one in people(4)]
        rules = StandingRules(leavers_unranked=True, tie_breaks=("wins", tie_break))
        state = replace(STATE, contestants=tuple(gone), rules=rules, prizes=(Prize("First"),))
        found = shares(state)
        assert found.keys() == {2, 3, 4}
        assert sum(one.places[0] for one in found.values()) == pytest.approx(1)
        assert sum(one.prizes[0] for one in found.values()) == pytest.approx(1)
        assert shares(replace(state, rules=replace(rules, leavers_unranked=False))).keys() == {1, 2, 3, 4}

    @pytest.mark.parametrize("count", [0, 1])
    def test_a_list_of_nobody_or_one_has_figures_too(self, count):
        found = work_out_outlook(
            DivisionState(people(count), (), (), 3, prizes=(Prize("First"), Prize("Second", place=2)))
        )
        assert [(one.places, one.prizes) for one in found.players] == [((1,), (1, 0))] * count

    def test_with_nothing_left_everybody_has_the_own_place(self):
        found = shares(replace(STATE, rounds=1))
        assert [found[key].places.index(1) for key in (1, 3, 4, 2)] == [0, 1, 2, 3]
        assert (found[3].best, found[3].worst, found[3].prize, found[4].prize) == (2, 2, 1, 0)

    @pytest.mark.parametrize(
        ("one_each", "out", "expected"),
        [
            # First, and the best of class B, who may be the first.
            (False, False, [{1}, {1}, {3}]),
            (True, False, [{1}, {4}, {3}]),
            (False, True, [{1}, {4}, {3}]),
        ],
    )
    def test_prizes_go_as_at_the_end(self, one_each, out, expected):
        classes = {1: frozenset({"B"}), 4: frozenset({"B"})}
        contestants = tuple(replace(one, classes=classes.get(one.key, frozenset())) for one in people(4))
        prizes = (
            Prize("First"),
            Prize("Best of B", class_name="B", out_of_the_money=out),
            Prize("Second", place=2),
        )
        found = shares(replace(STATE, contestants=contestants, rounds=1, prizes=prizes, one_each=one_each))
        winners = [{key for key, one in found.items() if one.prizes[at]} for at in range(3)]
        assert winners == expected


@pytest.mark.slow
def test_many_prizes_of_a_large_division_are_given_in_fewer_ends():
    prizes = tuple(Prize(f"Prize {place}", place=place) for place in range(1, 101))
    with at_most(30):
        figures = work_out_outlook(DivisionState(people(400), (), (), 15, prizes=prizes, one_each=True))
        assert figures.ends == 1_000
    few = DivisionState(people(40), (), (), 15, prizes=prizes[:20])
    assert work_out_outlook(few).ends == 10_000


def test_the_version_is_the_same_in_every_process():
    """The web server and the worker order sets differently."""
    code = (
        "from tournaments.classic.rules.outlook import DivisionState;"
        "from tournaments.classic.rules.values import Contestant;"
        "print(DivisionState((Contestant(1, 1, classes=frozenset('ABCDEFG')),), (), (), 3).version)"
    )
    versions = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in "123"
    }
    assert len(versions) == 1


@pytest.fixture
def world(db, english):
    return division_of(*players(6))


@pytest.fixture
def division(world):
    return world[1]


@pytest.fixture
def shown(division, by, client):
    """Return a function that asks for the page as the director."""
    client.force_login(by)
    address = reverse("division-outlook", args=[division.event_id, division.pk])
    return lambda **headers: client.get(address, headers=headers)


@pytest.mark.django_db
class TestThePage:
    def test_figures_are_worked_out_once_and_again_after_a_result(self, division, by, shown, monkeypatch):
        asked = []
        monkeypatch.setattr(outlook, "run_when_idle", lambda *what: asked.append(what))
        play_round(division, 1, by)
        assert "being simulated" in shown().content.decode()
        shown()
        assert asked == [work := ("tournaments.classic.standings.outlook.work_out", division.pk)]
        outlook.work_out(division.pk)
        row = DivisionOutlook.objects.get()
        page = shown().content.decode()
        assert "10000 times" in page.replace(",", "").replace("\u202f", "")
        assert "hx-get" not in page
        outlook.work_out(division.pk)
        assert DivisionOutlook.objects.get().worked_out_at == row.worked_out_at
        pairing.pair_next_round(division=division, number=2, by=by)
        page = shown().content.decode()
        assert "out of date" in page
        assert asked == [work, work]
        outlook.work_out(division.pk)
        assert "before round 2 was paired" in shown().content.decode()

    def test_the_page_asks_for_its_part_alone(self, division, shown, monkeypatch):
        monkeypatch.setattr(outlook, "run_when_idle", lambda *_what: None)
        part = shown(**{"HX-Request": "true"}).content.decode()
        assert part.lstrip().startswith('<div class="stack" id="outlook"')

    def test_after_a_while_it_is_asked_for_again(self, division, shown, monkeypatch):
        asked = []
        monkeypatch.setattr(outlook, "run_when_idle", lambda *what: asked.append(what))
        shown()
        cache.clear()
        shown()
        assert len(asked) == 2

    def test_a_round_robin_is_played_by_its_table(self, by):
        division = make_division(by, players(4), method="round_robin", rounds_planned=3)
        play_round(division, 1, by)
        state = outlook._add_certain(division, outlook.read_state(division))
        assert {match.round for match in state.certain} == {2, 3}
        met = [frozenset((match.first, match.second)) for match in (*state.matches, *state.certain)]
        assert len(set(met)) == 6
        pairing.pair_next_round(division=division, number=2, by=by)
        again = outlook._add_certain(division, outlook.read_state(division))
        assert not again.paired
        assert {frozenset((one.first, one.second)) for one in again.certain} == set(met[2:])

    def test_a_plan_ends_the_rounds_that_are_known_beforehand(self, by):
        division = make_division(by, players(4), rounds_planned=3)
        set_plan(division=division, stages=[Stage(1, "round_robin"), Stage(3, "king_of_the_hill")], by=by)
        before = outlook.read_state(division)
        assert {match.round for match in outlook._add_certain(division, before).certain} == {1, 2}
        set_plan(division=division, stages=[Stage(1, "round_robin")], by=by)
        after = outlook.read_state(division)
        assert {match.round for match in outlook._add_certain(division, after).certain} == {1, 2, 3}
        assert before.version != after.version

    def test_prizes_are_named_with_those_who_win_them(self, division, by, shown):
        set_prizes(
            division=division, prizes=[DivisionPrize(name="Silver cup", place=2)], one_each=False, by=by
        )
        for number in range(1, 6):
            play_round(division, number, by)
        outlook.work_out(division.pk)
        page = shown().content.decode()
        assert "<strong>Silver cup:</strong>" in page
        assert "100&nbsp;%" in page

    def test_prizes_for_the_first_places_have_a_line_together(self, division, by, shown):
        prizes = [DivisionPrize(name=f"Prize {place}", place=place) for place in (1, 2, 3)]
        set_prizes(
            division=division, prizes=[*prizes, DivisionPrize(name="Sixth", place=6)], one_each=False, by=by
        )
        play_round(division, 1, by)
        outlook.work_out(division.pk)
        page = shown().content.decode()
        assert "<strong>Places 1–3:</strong>" in page
        assert "Places 1–6" not in page
        assert page.count("<strong>Places") == 1

    def test_a_tie_break_that_needs_scores_is_named_as_left_out(self, division, by, shown):
        play_round(division, 1, by)
        assert "Left out as a tie-break" not in shown().content.decode()
        division.tie_break, division.second_tie_break = "points", "spread"
        division.save()
        outlook.work_out(division.pk)
        page = shown().content.decode()
        assert "Left out as a tie-break: points scored." in page

    def test_who_has_dropped_out_is_ranked_and_wins_nothing_more(self, division, by):
        play_round(division, 1, by)
        pairing.pair_next_round(division=division, number=2, by=by)
        pairing.begin_round(division=division, number=2, by=by)
        enter_all(division, 2, by)
        division.entries.filter(number=1).update(last_round=2)
        outlook.work_out(division.pk)
        assert len(DivisionOutlook.objects.get().figures["players"]) == 6
