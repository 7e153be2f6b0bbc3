"""Divisions, pairings and results by their use cases: what is refused and why, by hand, corrected, taken back."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.classic_division import (
    enter_all,
    entrant_named,
    make_director,
    make_division,
    play_round,
    players,
    report,
)
from tournaments import posts
from tournaments.classic import by_hand, divisions, joining, pairing, results
from tournaments.classic.rounds import round_shown
from tournaments.classic.scores import Outcome, Score, read_line
from tournaments.classic.standings import standings_of_division
from tournaments.classic.steps import Act, RoundFacts, next_step
from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator, Match, MatchResult, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def by(db):
    return make_director()


@pytest.fixture
def division(by):
    return make_division(by, players(6))


@pytest.fixture
def begun(division, by):
    """With a first round that has begun."""
    pairing.pair_next_round(division=division, number=1, by=by)
    pairing.begin_round(division=division, number=1, by=by)
    return division


def refused(code, act, **values):
    with pytest.raises(RuleViolation) as info:
        act(**values)
    assert info.value.code == code
    assert str(info.value)


def pairs_of(division, number):
    rows = division.rounds.get(number=number).matches.select_related("first", "second").order_by("table")
    return [(one.first.number, one.second.number if one.second else None) for one in rows]


def arbitrator_of(division, by, role=Arbitrator.Role.ARBITRATOR):
    return posts.let_in_new(event=division.event, user_name=f"the-{role}", role=role, by=by).user


class TestDivisions:
    def test_nobody_is_in_two_divisions(self, division, by):
        other = make_division(by, event=division.event, name="B")
        entry = entrant_named(division, "Player 001").entry
        refused("in_two_divisions", divisions.enter_players, division=other, entries=[entry.pk], by=by)
        assert other.entries.count() == 0

    def test_numbers_go_by_rating_until_a_round_is_paired(self, division, by):
        player = Player.named("Strong")
        player.rating = 2500
        player.save()
        divisions.enter_by_name(division=division, name="Strong", by=by)
        assert entrant_named(division, "Strong").number == 1
        Player.objects.filter(name="Player 006").update(rating=2600)
        divisions.number_by_rating(division=division, by=by)
        assert entrant_named(division, "Player 006").number == 1
        pairing.pair_next_round(division=division, number=1, by=by)
        refused("numbers_in_use", divisions.number_by_rating, division=division, by=by)
        divisions.enter_by_name(division=division, name="Late", by=by)
        assert entrant_named(division, "Late").number == 8

    def test_who_comes_late_must_be_in_the_round_before_it_begins(self, division, by):
        pairing.pair_next_round(division=division, number=1, by=by)
        late = divisions.enter_by_name(division=division, name="Late", by=by)
        assert late.first_round == 1
        refused("round_not_whole", pairing.begin_round, division=division, number=1, by=by)
        pairing.pair_again(division=division, number=1, by=by)
        pairing.begin_round(division=division, number=1, by=by)
        assert divisions.enter_by_name(division=division, name="Later", by=by).first_round == 2
        refused(
            "round_has_begun_already",
            divisions.enter_by_name,
            division=division,
            name="Last",
            by=by,
            first_round=1,
        )

    def test_dropping_out_and_coming_back(self, begun, by):
        one = entrant_named(begun, "Player 001")
        refused("entrant_plays", divisions.drop_out, entrant=one, from_round=1, by=by)
        refused("entrant_in_match", divisions.remove_entrant, entrant=one, by=by)
        divisions.drop_out(entrant=one, from_round=2, by=by)
        enter_all(begun, 1, by)
        pairing.pair_next_round(division=begun, number=2, by=by)
        playing = {number for pair in pairs_of(begun, 2) for number in pair}
        assert one.number not in playing
        divisions.come_back(entrant=one, by=by)
        refused("round_not_whole", pairing.begin_round, division=begun, number=2, by=by)

    def test_settings_that_cannot_be(self, begun, by):
        settings = divisions.DivisionSettings(name="Open", lexicon=begun.lexicon)
        for code, changed in (
            ("method_unknown", {"method": "dice"}),
            ("rounds_out_of_range", {"rounds_planned": 0}),
            ("rounds_out_of_range", {"rounds_planned": 61}),
        ):
            values = divisions.DivisionSettings(**{"name": "C", "lexicon": begun.lexicon} | changed)
            refused(code, divisions.make_division, event=begun.event, settings=values, by=by)
        refused("division_name_taken", divisions.make_division, event=begun.event, settings=settings, by=by)
        refused("division_in_use", divisions.remove_division, division=begun, by=by)

    def test_joining_by_phone_takes_the_name_that_waits(self, division):
        event = division.event
        known = entrant_named(division, "Player 003").entry
        assert joining.join_event(event=event, name="player 003").entry == known
        refused("name_taken", joining.join_event, event=event, name="Player 003")
        new = joining.join_event(event=event, name="Somebody new").entry
        assert new.in_division.division == division
        assert joining.is_join_code(event, joining.join_code(event).lower())
        assert not joining.is_join_code(event, "AAAAAA")


class TestPairing:
    def test_rounds_are_paired_in_order_and_once(self, begun, by):
        refused("paired_already", pairing.pair_next_round, division=begun, number=1, by=by)
        refused("not_the_next", pairing.pair_next_round, division=begun, number=3, by=by)
        refused("results_missing", pairing.pair_next_round, division=begun, number=2, by=by)
        pairing.pair_next_round(division=begun, number=2, by=by, without_results=True)
        refused("round_has_begun", pairing.pair_again, division=begun, number=1, by=by)
        for number in (3, 4, 5):
            pairing.pair_next_round(division=begun, number=number, by=by, without_results=True)
        refused(
            "no_round_left", pairing.pair_next_round, division=begun, number=6, by=by, without_results=True
        )
        refused("not_the_last", pairing.unpair_round, division=begun, number=3, by=by)
        pairing.unpair_round(division=begun, number=5, by=by)
        assert begun.rounds.count() == 4

    def test_nobody_meets_again_and_every_match_says_why(self, division, by):
        for number in range(1, 6):
            play_round(division, number, by)
        met = [frozenset(pair) for number in range(1, 6) for pair in pairs_of(division, number)]
        assert len(met) == len(set(met)) == 15
        assert all(match.reasons for match in Match.objects.all())

    def test_by_hand_everybody_once(self, division, by):
        values = {"division": division, "number": 1, "by": by}
        refused("numbers_missing", by_hand.pair_by_hand, pairs=[(1, 2), (3, 4)], **values)
        refused("number_twice", by_hand.pair_by_hand, pairs=[(1, 2), (2, 4)], **values)
        refused("number_unknown", by_hand.pair_by_hand, pairs=[(1, 9)], **values)
        by_hand.pair_by_hand(pairs=[(6, 1), (5, 2), (3, None), (4, None)], **values)
        assert sorted(pairs_of(division, 1), key=str) == [(3, None), (4, None), (5, 2), (6, 1)]
        pairing.begin_round(division=division, number=1, by=by)
        enter_all(division, 1, by)
        values["number"] = 2
        refused("rematch", by_hand.pair_by_hand, pairs=[(1, 6), (2, 3), (4, 5)], **values)
        by_hand.pair_by_hand(pairs=[(1, 6), (2, 3), (4, 5)], confirmed=True, **values)
        assert pairs_of(division, 2) == [(1, 6), (2, 3), (4, 5)]

    def test_swapping_players_sides_and_tables(self, division, by):
        values = {"division": division, "number": 1, "by": by}
        by_hand.pair_by_hand(pairs=[(1, 2), (3, 4), (5, 6)], **values)
        key = {one.number: one.pk for one in division.entries.all()}
        by_hand.swap_players(one=key[2], other=key[3], **values)
        assert pairs_of(division, 1) == [(1, 3), (2, 4), (5, 6)]
        refused("cannot_swap", by_hand.swap_players, one=key[1], other=key[3], **values)
        by_hand.swap_sides(table=3, **values)
        by_hand.move_table(table=3, to=1, **values)
        assert pairs_of(division, 1) == [(6, 5), (2, 4), (1, 3)]
        by_hand.move_table(table=2, to=40, **values)
        assert pairs_of(division, 1) == [(6, 5), (1, 3), (2, 4)]
        pairing.begin_round(**values)
        refused("round_has_begun", by_hand.swap_sides, table=1, **values)

    def test_only_the_chief_pairs(self, division, by):
        arbitrator = arbitrator_of(division, by)
        refused("chief_only", pairing.pair_next_round, division=division, number=1, by=arbitrator)


class TestResults:
    def enter(self, division, by, table=1, score=None, number=1):
        return results.enter_result(
            division=division, number=number, table=table, score=score or Score(400, 380), by=by
        )

    def test_the_same_again_adds_nothing_and_another_is_a_correction(self, begun, by):
        first = self.enter(begun, by)
        assert self.enter(begun, by) == first
        refused("result_is_in", self.enter, division=begun, by=by, score=Score(380, 400))
        values = {"division": begun, "number": 1, "table": 1, "score": Score(380, 400)}
        refused("reason_missing", results.correct_result, reason=" ", by=by, **values)
        refused("result_changed", results.correct_result, reason="x", by=by, seen=7, **values)
        arbitrator = arbitrator_of(begun, by)
        refused("chief_only", results.correct_result, reason="x", by=arbitrator, **values)
        results.correct_result(reason="sheets", by=by, seen=1, **values)
        kept = MatchResult.objects.order_by("version").values_list("version", "first_score", "reason")
        assert list(kept) == [(1, 400, ""), (2, 380, "sheets")]

    def test_taking_back_is_a_further_version(self, begun, by):
        self.enter(begun, by)
        values = {"division": begun, "number": 1, "table": 1, "by": by}
        results.correct_result(score=Score(1, 2), reason="x", **values)
        assert results.take_back(**values).first_score == 400
        again = results.take_back(**values)
        assert again.first_score == 1, "what held before the taking back"
        assert MatchResult.objects.count() == 4

    def test_the_only_result_taken_back_leaves_none(self, begun, by):
        self.enter(begun, by)
        arbitrator = arbitrator_of(begun, by)
        values = {"division": begun, "number": 1, "table": 1}
        refused("result_of_another", results.take_back, by=arbitrator, **values)
        assert results.take_back(by=by, **values) is None
        assert len(round_shown(begun.rounds.get(number=1)).missing) == 3
        assert standings_of_division(begun).rows[0].line.rounds == 0
        refused("nothing_to_undo", results.take_back, by=by, **values)
        assert self.enter(begun, arbitrator, score=Score(1, 2)).version == 3

    @pytest.mark.parametrize("score", [Score(1201, 0), Score(0, -301), Score(400, 0, Outcome.BOTH_FORFEIT)])
    def test_scores_that_cannot_be(self, begun, by, score):
        with pytest.raises(RuleViolation):
            self.enter(begun, by, score=score)
        assert not MatchResult.objects.exists()

    def test_helpers_enter_nothing_and_rounds_must_have_begun(self, division, by):
        pairing.pair_next_round(division=division, number=1, by=by)
        refused("round_not_begun", self.enter, division=division, by=by)
        helper = arbitrator_of(division, by, Arbitrator.Role.HELPER)
        refused("may_not_enter_results", self.enter, division=division, by=helper)

    def test_both_phones_count_and_a_difference_does_not(self, begun, by):
        match = begun.rounds.get(number=1).matches.select_related("round__division", "first", "second")[0]
        key = uuid.uuid4()
        report(match, match.first, 400, 380, key)
        report(match, match.first, 400, 380, key)
        assert match.reports.count() == 1
        report(match, match.second, 400, 380)
        assert not match.results.exists(), "both say that they won"
        assert round_shown(begun.rounds.get(number=1)).differing
        report(match, match.second, 380, 400)
        result = match.results.get()
        assert (result.first_score, result.second_score, result.by) == (400, 380, None)
        assert report(match, match.second, 380, 400) is None
        refused("result_counted", report, match=match, reporter=match.second, own=1, other=2)
        others = begun.entries.exclude(pk__in=(match.first_id, match.second_id))
        refused("not_your_match", report, match=match, reporter=others[0], own=1, other=2)

    def test_a_late_result_counts_after_the_next_round_was_paired(self, begun, by):
        pairing.pair_next_round(division=begun, number=2, by=by, without_results=True)
        self.enter(begun, by)
        assert max(row.line.half_wins for row in standings_of_division(begun).rows) == 2


@pytest.mark.parametrize(
    ("text", "table", "score"),
    [
        ("12 412 398", 12, Score(412, 398)),
        (" 12: 412-398".replace("-", " "), 12, Score(412, 398)),
        ("3 −20 398", 3, Score(-20, 398)),
        ("3 1F", 3, Score(outcome=Outcome.FIRST_FORFEITS)),
        ("3 f2", 3, Score(outcome=Outcome.SECOND_FORFEITS)),
        ("3 ff", 3, Score(outcome=Outcome.BOTH_FORFEIT)),
    ],
)
def test_lines_are_read(text, table, score):
    line = read_line(text)
    assert (line.table, line.score) == (table, score)


@pytest.mark.parametrize(
    "text", ["", "12", "12 400", "a 1 2", "12 4oo 398", "0 1 2", "-1 1 2", "12 1 2 3", "² 1f", "1 9999999 2"]
)
def test_lines_that_are_none(text):
    with pytest.raises(RuleViolation):
        read_line(text)


BEGUN, DONE = {"begun": True, "missing": 3}, {"begun": True}


@pytest.mark.parametrize(
    ("rounds", "ahead", "act", "number"),
    [
        ([], 0, Act.PAIR, 1),
        ([{"begun": False}], 0, Act.BEGIN, 1),
        ([{"begun": False, "amiss": 1}], 0, Act.PAIR_AGAIN, 1),
        ([BEGUN], 0, Act.RESULTS, 1),
        ([BEGUN | {"differing": 1}], 0, Act.SETTLE, 1),
        ([DONE], 0, Act.PAIR, 2),
        ([BEGUN], 1, Act.PAIR, 2),
        ([BEGUN, {"begun": False}], 1, Act.RESULTS, 1),
        ([DONE, DONE, DONE], 0, Act.STANDINGS, 0),
    ],
)
def test_there_is_one_next_step(rounds, ahead, act, number):
    facts = [RoundFacts(number=place, **one) for place, one in enumerate(rounds, 1)]
    step = next_step(facts, players=8, planned=3, ahead=ahead)
    assert (step.act, step.number) == (act, number)


@pytest.mark.parametrize("count", [3, 30])
def test_standings_and_a_round_take_as_many_queries_however_many_play(by, count):
    division = make_division(by, players(count))
    play_round(division, 1, by)
    play_round(division, 2, by)
    with CaptureQueriesContext(connection) as asked:
        standings = standings_of_division(division)
    assert len(standings.rows) == count
    assert len(asked) == 3
    round_ = division.rounds.get(number=2)
    with CaptureQueriesContext(connection) as asked:
        round_shown(round_)
    assert len(asked) == 4
