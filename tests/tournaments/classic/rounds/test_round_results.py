"""Results of a round: entered, corrected, taken back, reported by phones; and what standings cost."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories.divisions import make_division, play_round, players, report
from tests.tournaments.classic.rounds.play import arbitrator_of, check_refused
from tournaments.classic.divisions import phone_page
from tournaments.classic.models import MatchReport, MatchResult
from tournaments.classic.rounds import pairing, results
from tournaments.classic.rounds.selectors import load_round_view
from tournaments.classic.scores.scores import Outcome, Score
from tournaments.classic.standings.rows import standings_of_division
from tournaments.errors import RuleViolation
from tournaments.events.tokens import issue_token
from tournaments.models import Arbitrator, Event

pytestmark = [pytest.mark.django_db, pytest.mark.database]


class TestResults:
    def enter(self, division, by, table=1, score=None, number=1):
        return results.enter_result(
            division=division, number=number, table=table, score=score or Score(400, 380), by=by
        )

    def test_the_same_again_adds_nothing_and_another_is_a_correction(self, begun, by):
        first = self.enter(begun, by)
        assert self.enter(begun, by) == first
        check_refused("result_is_in", self.enter, division=begun, by=by, score=Score(380, 400))
        values = {"division": begun, "number": 1, "table": 1, "score": Score(380, 400)}
        check_refused("reason_missing", results.correct_result, reason=" ", by=by, **values)
        check_refused("result_changed", results.correct_result, reason="x", by=by, seen=7, **values)
        arbitrator = arbitrator_of(begun, by)
        check_refused("chief_only", results.correct_result, reason="x", by=arbitrator, **values)
        results.correct_result(reason="sheets", by=by, seen=1, **values)
        kept = MatchResult.objects.order_by("version").values_list("version", "first_score", "reason")
        assert list(kept) == [(1, 400, ""), (2, 380, "sheets")]

    def test_taking_back_is_a_further_version(self, begun, by):
        self.enter(begun, by)
        values = {"division": begun, "number": 1, "table": 1, "by": by}
        results.correct_result(score=Score(1, 2), reason="x", **values)
        assert results.take_back(**values).first_score == 400
        assert results.take_back(**values) is None, "one after the other, not back and forth"
        assert MatchResult.objects.count() == 4
        check_refused("nothing_to_undo", results.take_back, **values)
        self.enter(begun, by, score=Score(390, 380))
        assert results.take_back(**values) is None

    def test_a_changed_result_makes_final_standings_provisional_again(self, begun, by):
        values = {"division": begun, "number": 1, "table": 1, "by": by}

        def released_after(act, **said):
            Event.objects.update(released=Event.Released.FINAL)
            act(**values, **said)
            return Event.objects.get().released

        final, provisional = Event.Released.FINAL, Event.Released.PROVISIONAL
        enter, correct = results.enter_result, results.correct_result
        assert released_after(enter, score=Score(400, 380)) == final
        assert released_after(enter, score=Score(400, 380)) == final
        assert released_after(correct, score=Score(400, 380), reason="x") == final
        assert released_after(correct, score=Score(1, 2), reason="x") == provisional
        assert released_after(results.take_back) == provisional
        assert released_after(results.take_back) == provisional
        assert released_after(enter, score=Score(1, 2)) == provisional
        acts = begun.event.acts.filter(act="standings_changed")
        assert [act.params["game"] for act in acts] == [begun.name] * 4

    def test_the_page_undoes_the_result_that_it_shows(self, begun, by, client):
        self.enter(begun, by)
        client.force_login(by)
        back = reverse("take-result-back", args=[begun.event_id, begun.pk, 1, 1])
        assert "This page is out of date" in client.post(back, follow=True).content.decode()
        assert "has changed meanwhile" in client.post(back, {"seen": 7}, follow=True).content.decode()
        assert MatchResult.objects.count() == 1
        client.post(back, {"seen": 1})
        assert MatchResult.objects.count() == 2

    def test_undoing_an_undoing_asks_who_entered_what_holds(self, begun, by):
        self.enter(begun, by)
        arbitrator = arbitrator_of(begun, by)
        values = {"division": begun, "number": 1, "table": 1}
        results.correct_result(score=Score(1, 2), reason="x", by=by, **values)
        results.take_back(by=by, **values)
        check_refused("result_of_another", results.take_back, by=arbitrator, **values)

    def test_the_only_result_taken_back_leaves_none(self, begun, by):
        self.enter(begun, by)
        arbitrator = arbitrator_of(begun, by)
        values = {"division": begun, "number": 1, "table": 1}
        check_refused("result_of_another", results.take_back, by=arbitrator, **values)
        assert results.take_back(by=by, **values) is None
        assert len(load_round_view(begun.rounds.get(number=1)).missing) == 3
        assert standings_of_division(begun).rows[0].line.rounds == 0
        check_refused("nothing_to_undo", results.take_back, by=by, **values)
        assert self.enter(begun, arbitrator, score=Score(1, 2)).version == 3

    @pytest.mark.parametrize("score", [Score(1201, 0), Score(0, -301), Score(400, 0, Outcome.BOTH_FORFEIT)])
    def test_scores_that_cannot_be(self, begun, by, score):
        with pytest.raises(RuleViolation):
            self.enter(begun, by, score=score)
        assert not MatchResult.objects.exists()

    def test_helpers_enter_nothing_and_rounds_must_have_begun(self, division, by):
        pairing.pair_next_round(division=division, number=1, by=by)
        check_refused("round_not_begun", self.enter, division=division, by=by)
        helper = arbitrator_of(division, by, Arbitrator.Role.HELPER)
        check_refused("may_not_enter_results", self.enter, division=division, by=helper)

    def test_both_phones_count_and_a_difference_does_not(self, begun, by):
        match = begun.rounds.get(number=1).matches.select_related("round__division", "first", "second")[0]
        key = uuid.uuid4()
        report(match, match.first, 400, 380, key)
        report(match, match.first, 400, 380, key)
        assert match.reports.count() == 1
        report(match, match.second, 400, 380)
        assert not match.results.exists(), "both say that they won"
        assert load_round_view(begun.rounds.get(number=1)).for_desk[0].differs
        report(match, match.second, 380, 400)
        result = match.results.get()
        assert (result.first_score, result.second_score, result.by) == (400, 380, None)
        assert report(match, match.second, 380, 400) is None
        check_refused("result_counted", report, match=match, reporter=match.second, own=1, other=2)
        others = begun.entries.exclude(pk__in=(match.first_id, match.second_id))
        check_refused("not_your_match", report, match=match, reporter=others[0], own=1, other=2)

    def test_another_report_with_the_same_id_is_refused_with_what_is_on_record(self, begun, client):
        match = begun.rounds.get(number=1).matches.select_related("round__division", "first", "second")[0]
        said = {"id": str(uuid.uuid4()), "match": match.pk, "own": 380, "other": 400}

        def send(reporter, **values):
            answer = client.post(
                reverse("api-match-reports", args=[begun.event_id]),
                said | values,
                content_type="application/json",
                headers={"Authorization": f"Bearer {issue_token(reporter.entry)}"},
            )
            return answer.status_code, answer.json()

        receipt = {"id": said["id"]}
        assert [send(match.second), send(match.second)] == [(201, receipt), (200, receipt)]
        for other in ({"own": 400, "other": 380}, {"own": 381}):
            status, refused = send(match.second, **other)
            assert (status, refused["code"]) == (409, "key_taken")
            assert refused["on_record"] == {"match": match.pk, "own": 380, "other": 400}
        status, refused = send(match.first)
        assert (status, refused["code"], "on_record" in refused) == (409, "key_taken", False)
        assert [one.said for one in match.reports.all()] == [(400, 380)]
        assert send(match.second, id=str(uuid.uuid4()), own=381)[0] == 201
        assert match.reports.last().said == (400, 381)

    def test_a_report_that_differs_from_the_entered_result_is_seen(self, begun, by):
        match = begun.rounds.get(number=1).matches.select_related("round__division", "first", "second")[0]

        def row():
            return next(line for line in load_round_view(match.round).lines if line.match == match)

        report(match, match.first, 410, 377)
        assert row().contradicted == []
        self.enter(begun, by, table=match.table, score=Score(390, 407))
        assert [one.said for one in row().contradicted] == [(410, 377)]
        results.correct_result(
            division=begun, number=1, table=match.table, score=Score(391, 407), reason="sheets", by=by
        )
        assert row().contradicted == [], "the desk has looked again"

    def test_overtime_that_is_deducted_is_no_difference(self, begun, by):
        match = begun.rounds.get(number=1).matches.select_related("round__division", "first", "second")[0]
        report(match, match.first, 410, 377)
        MatchResult.objects.create(
            match=match, version=1, first_score=400, second_score=377, first_overtime=10
        )
        assert load_round_view(match.round).lines[0].contradicted == []

    def test_what_both_said_before_a_result_was_taken_back_is_not_said_any_more(self, begun, by):
        match = begun.rounds.get(number=1).matches.select_related("round__division", "first", "second")[0]
        report(match, match.first, 400, 380)
        report(match, match.second, 380, 400)
        results.take_back(division=begun, number=1, table=match.table, by=by)
        shown = load_round_view(begun.rounds.get(number=1))
        assert not shown.for_desk
        assert phone_page.phone_page_of(match.first.entry)["state"] == phone_page.PhoneState.PLAYING
        assert phone_page.phone_page_of(match.first.entry)["match"]["their_report"] is None
        report(match, match.first, 410, 380)
        assert phone_page.phone_page_of(match.second.entry)["state"] == phone_page.PhoneState.PLAYING
        report(match, match.second, 380, 410)
        assert phone_page.phone_page_of(match.second.entry)["state"] == phone_page.PhoneState.COUNTED

    def test_two_reports_that_are_the_same_do_not_differ(self, begun):
        """They have no result if the overtime is in doubt: the desk settles it."""
        match = begun.rounds.get(number=1).matches.select_related("round__division", "first", "second")[0]
        MatchReport.objects.bulk_create(
            MatchReport(match=match, reporter=one, key=uuid.uuid4(), first_score=400, second_score=380)
            for one in (match.first, match.second)
        )
        (line,) = load_round_view(begun.rounds.get(number=1)).for_desk
        assert not line.differs
        assert phone_page.phone_page_of(match.first.entry)["state"] == phone_page.PhoneState.REPORTED

    def test_a_late_result_counts_after_the_next_round_was_paired(self, begun, by):
        pairing.pair_next_round(division=begun, number=2, by=by, without_results=True)
        self.enter(begun, by)
        assert max(row.line.half_wins for row in standings_of_division(begun).rows) == 2


def test_phones_ask_for_ranks_that_are_worked_out_once_an_act(begun, by):
    Event.objects.filter(pk=begun.event_id).update(released="provisional")
    entries = [one.entry for one in begun.entries.select_related("entry__event", "entry__player")]

    def ranks():
        return [phone_page.phone_page_of(entry)["standing"]["rank"] for entry in entries]

    assert ranks() == [1] * 6
    with CaptureQueriesContext(connection) as asked:
        phone_page.phone_page_of(entries[0])
    assert len(asked) <= 7
    results.enter_result(division=begun, number=1, table=1, score=Score(400, 300), by=by)
    assert sorted(ranks()) == [1, 2, 2, 2, 2, 6]
    results.take_back(division=begun, number=1, table=1, by=by)
    assert ranks() == [1] * 6


@pytest.mark.repeats
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
        load_round_view(round_)
    assert len(asked) == 4
