"""Divisions, pairings and results by their use cases: what is refused and why, by hand, corrected, taken back."""

import uuid
from collections import Counter
from dataclasses import fields

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories.divisions import (
    enter_all,
    enter_named,
    entrant_named,
    make_director,
    make_division,
    play_round,
    players,
    report,
)
from tournaments.classic.core.scores import Outcome, Score, read_line
from tournaments.classic.divisions import entrants, entry_by_name, phone_page, phones
from tournaments.classic.divisions import services as division_services
from tournaments.classic.forms import DivisionForm
from tournaments.classic.models import Division, Match, MatchReport, MatchResult
from tournaments.classic.rounds import manual_pairing, pairing, results
from tournaments.classic.rounds.next_steps import Act, RoundFacts, next_step
from tournaments.classic.rounds.selectors import round_shown
from tournaments.classic.rounds.values import rules_of
from tournaments.classic.standings.prizes import awards_of
from tournaments.classic.standings.rows import standings_of_division
from tournaments.core.errors import LinesRefused, RuleViolation
from tournaments.events import services as event_services
from tournaments.events import staff
from tournaments.models import Arbitrator, Club, Entry, Event, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def by(db):
    return make_director()


@pytest.fixture
def division(by):
    return make_division(by, players(6))


@pytest.fixture
def begun(division, by):
    """A division with a first round that has begun."""
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


def enter_wins(division, number, wins, by):
    """Enter results: winners by number with their margin, since the first move is drawn by lot."""
    for table, (first, second) in enumerate(pairs_of(division, number), start=1):
        score = Score(400 + wins[first], 400) if first in wins else Score(400, 400 + wins[second])
        results.enter_result(division=division, number=number, table=table, score=score, by=by)


def arbitrator_of(division, by, role=Arbitrator.Role.ARBITRATOR):
    return staff.let_in_new(event=division.event, user_name=f"the-{role}", role=role, by=by).user


class TestDivisions:
    def test_nobody_is_in_two_divisions(self, division, by):
        other = make_division(by, event=division.event, name="B")
        entry = entrant_named(division, "Player 001").entry
        refused("in_two_divisions", entrants.enter_players, division=other, entries=[entry.pk], by=by)
        assert other.entries.count() == 0

    def test_numbers_go_by_rating_until_a_round_is_paired(self, division, by):
        player = Player.named("Strong")
        player.rating = 2500
        player.save()
        enter_named(division, "Strong", by)
        assert entrant_named(division, "Strong").number == 1
        Player.objects.filter(name="Player 006").update(rating=2600)
        entrants.number_by_rating(division=division, by=by)
        assert entrant_named(division, "Player 006").number == 1
        pairing.pair_next_round(division=division, number=1, by=by)
        refused("numbers_in_use", entrants.number_by_rating, division=division, by=by)
        enter_named(division, "Late", by)
        assert entrant_named(division, "Late").number == 8

    def test_who_comes_late_must_be_in_the_round_before_it_begins(self, division, by):
        pairing.pair_next_round(division=division, number=1, by=by)
        late = enter_named(division, "Late", by)
        assert late.first_round == 1
        refused("round_not_whole", pairing.begin_round, division=division, number=1, by=by)
        pairing.pair_again(division=division, number=1, by=by)
        pairing.begin_round(division=division, number=1, by=by)
        assert enter_named(division, "Later", by).first_round == 2
        refused(
            "round_has_begun_already",
            entry_by_name.enter_by_name,
            division=division,
            names=["Last"],
            by=by,
            first_round=1,
        )

    def test_dropping_out_and_coming_back(self, begun, by):
        one = entrant_named(begun, "Player 001")
        refused("entrant_plays", entrants.drop_out, entrant=one, from_round=1, by=by)
        refused("entrant_in_match", entrants.remove_entrant, entrant=one, by=by)
        entrants.drop_out(entrant=one, from_round=2, by=by)
        enter_all(begun, 1, by)
        pairing.pair_next_round(division=begun, number=2, by=by)
        playing = {number for pair in pairs_of(begun, 2) for number in pair}
        assert one.number not in playing
        entrants.come_back(entrant=one, by=by)
        refused("round_not_whole", pairing.begin_round, division=begun, number=2, by=by)

    def test_who_does_not_come_is_taken_out_of_a_round_that_has_not_begun(self, division, by):
        pairing.pair_next_round(division=division, number=1, by=by)
        gone = entrant_named(division, "Player 001")
        entrants.drop_out(entrant=gone, from_round=1, by=by)
        assert not division.entries.filter(pk=gone.pk).exists()
        refused("round_not_whole", pairing.begin_round, division=division, number=1, by=by)
        pairing.pair_again(division=division, number=1, by=by)
        pairing.begin_round(division=division, number=1, by=by)
        assert sum(match.is_bye for match in division.rounds.get().matches.all()) == 1

    def test_who_plays_in_another_division_is_told_so(self, division, by):
        other = make_division(by, (), event=division.event, name="B")
        with pytest.raises(RuleViolation, match="Player 001 plays in the division “Open”"):
            enter_named(other, "Player 001", by)

    def test_settings_that_cannot_be(self, begun, by):
        settings = division_services.DivisionSettings(name="Open", lexicon=begun.lexicon)
        for code, changed in (
            ("method_unknown", {"method": "dice"}),
            ("rounds_out_of_range", {"rounds_planned": 0}),
            ("rounds_out_of_range", {"rounds_planned": 61}),
        ):
            values = division_services.DivisionSettings(**{"name": "C", "lexicon": begun.lexicon} | changed)
            refused(code, division_services.make_division, event=begun.event, settings=values, by=by)
        refused(
            "division_name_taken",
            division_services.make_division,
            event=begun.event,
            settings=settings,
            by=by,
        )
        refused("division_in_use", division_services.remove_division, division=begun, by=by)

    def test_joining_by_phone_takes_the_name_that_waits(self, division):
        event = division.event
        known = entrant_named(division, "Player 003").entry
        assert phones.join_event(event=event, name="player 003").entry == known
        refused("name_taken", phones.join_event, event=event, name="Player 003")
        new = phones.join_event(event=event, name="Somebody new").entry
        assert new.in_division.division == division
        assert phones.is_join_code(event, phones.join_code(event).lower())
        assert not phones.is_join_code(event, "AAAAAA")

    def test_names_are_taken_by_phones_until_the_first_round_begins(self, division, by):
        event = division.event
        pairing.pair_next_round(division=division, number=1, by=by)
        claimed = phones.join_event(event=event, name="Player 003").entry
        assert claimed.phone_claimed
        pairing.begin_round(division=division, number=1, by=by)
        refused("phone_from_desk", phones.join_event, event=event, name="Player 004")
        Entry.objects.filter(in_division__number=5).update(arrived_at=None)
        refused("phone_from_desk", phones.join_event, event=event, name="005 Player")
        assert phones.join_event(event=event, name="Somebody new").token
        entrants.give_phone(entrant=entrant_named(division, "Player 003"), by=by)
        claimed.refresh_from_db()
        assert not claimed.phone_claimed

    @pytest.mark.parametrize("claims", [True, False])
    def test_what_claimed_phones_agree_on_is_marked(self, division, by, client, claims):
        manual_pairing.pair_by_hand(division=division, number=1, pairs=[(1, 2), (3, 4), (5, 6)], by=by)
        if claims:
            phones.join_event(event=division.event, name="Player 001")
        pairing.begin_round(division=division, number=1, by=by)
        match = division.rounds.get().matches.select_related("round__division", "first", "second")[0]
        report(match, match.first, 400, 380)
        report(match, match.second, 380, 400)
        assert match.results.get().claimed is claims
        client.force_login(by)
        page = client.get(
            reverse("division-round", args=[division.event_id, division.pk, 1])
        ).content.decode()
        assert ("one of them was taken by name" in page) is claims

    def test_many_are_entered_in_one_act_and_those_refused_are_told(self, division, by):
        event_services.write_act(division.event, "tables_by_rank", by=by)
        names = [f"New {number:03}" for number in range(40)]
        with pytest.raises(LinesRefused) as told:
            entry_by_name.enter_by_name(
                division=division, names=[*names, "New 001", "Player 001", " "], by=by
            )
        assert [(name, error.code) for name, error in told.value.refused] == [
            ("New 001", "name_twice"),
            ("Player 001", "plays_in_division"),
            (" ", "name_missing"),
        ]
        assert division.entries.count() == 6
        entry_by_name.enter_by_name(division=division, names=names, by=by)
        assert sorted(division.entries.values_list("number", flat=True)) == list(range(1, 47))
        assert [act.act for act in division.event.acts.all()][-2:] == ["tables_by_rank", "division_entered"]

    @pytest.mark.parametrize("round_", [0, 62, 99_999])
    def test_rounds_that_there_cannot_be(self, begun, by, round_):
        one = entrant_named(begun, "Player 001")
        refused("no_such_round", entrants.drop_out, entrant=one, from_round=round_, by=by)
        values = {"names": ["Late"], "first_round": round_, "by": by}
        refused("no_such_round", entry_by_name.enter_by_name, division=begun, **values)

    @pytest.mark.parametrize("digits", [10, 20, 5000])
    def test_keys_that_there_cannot_be_enter_nobody(self, begun, by, client, digits):
        client.force_login(by)
        page = reverse("enter-players", args=[begun.event_id, begun.pk])
        assert client.post(page, {"entry": "9" * digits}).status_code == 302
        assert client.post(page, {"names": "Zoe", "first_round": "99999"}).status_code == 422
        assert begun.entries.count() == 6


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
        refused("numbers_missing", manual_pairing.pair_by_hand, pairs=[(1, 2), (3, 4)], **values)
        refused("number_twice", manual_pairing.pair_by_hand, pairs=[(1, 2), (2, 4)], **values)
        refused("number_unknown", manual_pairing.pair_by_hand, pairs=[(1, 9)], **values)
        manual_pairing.pair_by_hand(pairs=[(6, 1), (5, 2), (3, None), (4, None)], **values)
        assert sorted(pairs_of(division, 1), key=str) == [(3, None), (4, None), (5, 2), (6, 1)]
        pairing.begin_round(division=division, number=1, by=by)
        enter_all(division, 1, by)
        values["number"] = 2
        refused("confirm_pairings", manual_pairing.pair_by_hand, pairs=[(1, 6), (2, 3), (4, 5)], **values)
        manual_pairing.pair_by_hand(pairs=[(1, 6), (2, 3), (4, 5)], confirmed=True, **values)
        assert pairs_of(division, 2) == [(1, 6), (2, 3), (4, 5)]

    def test_swapping_players_sides_and_tables(self, division, by):
        values = {"division": division, "number": 1, "by": by}
        manual_pairing.pair_by_hand(pairs=[(1, 2), (3, 4), (5, 6)], **values)
        key = {one.number: one.pk for one in division.entries.all()}
        manual_pairing.swap_players(one=key[2], other=key[3], **values)
        assert pairs_of(division, 1) == [(1, 3), (2, 4), (5, 6)]
        refused("cannot_swap", manual_pairing.swap_players, one=key[1], other=key[3], **values)
        manual_pairing.swap_sides(table=3, **values)
        manual_pairing.move_table(table=3, to=1, **values)
        assert pairs_of(division, 1) == [(6, 5), (2, 4), (1, 3)]
        manual_pairing.move_table(table=2, to=40, **values)
        assert pairs_of(division, 1) == [(6, 5), (1, 3), (2, 4)]
        pairing.begin_round(**values)
        refused("round_has_begun", manual_pairing.swap_sides, table=1, **values)

    def test_a_bye_again_by_hand_is_asked_about(self, by):
        division = make_division(by, players(5))
        play_round(division, 1, by)
        pairing.pair_next_round(division=division, number=2, by=by)
        had = division.rounds.get(number=1).matches.get(second=None).first_id
        has = division.rounds.get(number=2).matches.get(second=None).first_id
        values = {"division": division, "number": 2, "one": had, "other": has, "by": by}
        with pytest.raises(RuleViolation, match="has had 1 byes"):
            manual_pairing.swap_players(**values)
        manual_pairing.swap_players(confirmed=True, **values)
        assert division.rounds.get(number=2).matches.get(second=None).first_id == had

    def test_by_hand_a_forfeited_match_was_not_played(self, division, by):
        manual_pairing.pair_by_hand(division=division, number=1, pairs=[(1, 2), (3, 4), (5, 6)], by=by)
        pairing.begin_round(division=division, number=1, by=by)
        forfeit = Score(outcome=Outcome.BOTH_FORFEIT)
        results.enter_result(division=division, number=1, table=1, score=forfeit, by=by)
        enter_all(division, 1, by)
        pairs = [(1, 2), (4, 5), (6, 3)]
        manual_pairing.pair_by_hand(division=division, number=2, pairs=pairs, by=by)

    def test_clubs_are_asked_about_where_they_are_kept_apart(self, by):
        division = make_division(by, players(4), apart_clubs=True)
        Player.objects.update(club=Club.objects.create(name="Lions"))
        values = {"division": division, "number": 1, "by": by, "pairs": [(1, 2), (3, 4)]}
        refused("confirm_pairings", manual_pairing.pair_by_hand, **values)
        Division.objects.update(apart_clubs=False)
        manual_pairing.pair_by_hand(**values)

    def test_a_double_round_robin(self, by):
        division = make_division(by, players(4), method="round_robin", cycles=2, rounds_planned=6)
        for number in range(1, 7):
            play_round(division, number, by)
        met = Counter(frozenset(pair) for number in range(1, 7) for pair in pairs_of(division, number))
        assert set(met.values()) == {2}
        assert len(met) == 6

    @pytest.mark.parametrize(
        ("changed", "pairs"),
        [
            ({}, {(1, 3), (2, 4)}),
            ({"opponents": "fold"}, {(1, 4), (2, 3)}),
            ({"opponents": "neighbours"}, {(1, 2), (3, 4)}),
            ({"method": "quartiles", "quarters": "423"}, {(1, 4), (2, 3)}),
            ({"method": "quartiles", "quarters": "243"}, {(1, 2), (3, 4)}),
        ],
    )
    def test_a_round_goes_by_the_settings(self, by, changed, pairs):
        division = make_division(by, players(4), **changed)
        pairing.pair_next_round(division=division, number=1, by=by)
        assert {tuple(sorted(pair)) for pair in pairs_of(division, 1)} == pairs

    @pytest.mark.parametrize(("balanced", "winners_meet"), [(True, False), (False, True)])
    def test_the_swiss_puts_first_moves_or_wins_first(self, by, balanced, winners_meet):
        """Both who have won went first: who of them goes first again has done so twice."""
        division = make_division(by, players(4), balance_first=balanced)
        manual_pairing.pair_by_hand(division=division, number=1, pairs=[(1, 2), (3, 4)], by=by)
        pairing.begin_round(division=division, number=1, by=by)
        enter_all(division, 1, by)
        pairing.pair_next_round(division=division, number=2, by=by)
        assert ({1, 3} in map(set, pairs_of(division, 2))) is winners_meet

    @pytest.mark.parametrize(("repeats", "again"), [(True, True), (False, False)])
    def test_the_king_of_the_hill_repeats_matches_if_he_may(self, by, repeats, again):
        division = make_division(by, players(4), method="king_of_the_hill", hill_rematches=repeats)
        for number, wins in ((1, {1: 100, 3: 200}), (2, {1: 10, 2: 10})):
            pairing.pair_next_round(division=division, number=number, by=by)
            pairing.begin_round(division=division, number=number, by=by)
            enter_wins(division, number, wins, by)
        pairing.pair_next_round(division=division, number=3, by=by)
        before = {frozenset(pair) for number in (1, 2) for pair in pairs_of(division, number)}
        assert bool(before & set(map(frozenset, pairs_of(division, 3)))) is again

    def test_tie_breaks_are_those_of_the_settings(self, by):
        division = make_division(by, players(4), tie_break="high_game")
        manual_pairing.pair_by_hand(division=division, number=1, pairs=[(1, 2), (3, 4)], by=by)
        pairing.begin_round(division=division, number=1, by=by)
        enter_all(division, 1, by, score=lambda table: {1: (300, 200), 2: (450, 440)}[table])

        def order():
            return [row.line.contestant.number for row in standings_of_division(division).rows]

        assert order() == [3, 1, 4, 2]
        Division.objects.update(tie_break="spread")
        division.refresh_from_db()
        assert order() == [1, 3, 4, 2]

    def test_every_setting_has_a_field_and_a_column(self):
        """A setting without a field would fall back to its default whenever the form is saved."""
        settings = {field.name for field in fields(division_services.DivisionSettings)}
        assert set(DivisionForm.base_fields) == settings
        assert settings <= {field.name for field in Division._meta.concrete_fields}

    def test_the_settings_are_in_the_form(self, division, by, client):
        client.force_login(by)
        address = reverse("division-settings", args=[division.event_id, division.pk])
        typed = {
            **DivisionForm.of(division).initial,
            "lexicon": division.lexicon_id,
            "cycles": 2,
            "tie_break": "opponents_wins",
            "second_tie_break": "spread",
            "apart_teams": "on",
            "quarters": "432",
        }
        client.post(address, {name: "" if value is None else value for name, value in typed.items()})
        division.refresh_from_db()
        assert rules_of(division).tie_breaks == ("wins", "opponents_wins", "spread")
        assert (division.cycles, division.apart_teams, division.quarters) == (2, True, "432")
        assert (
            client.post(address, {**typed, "cycles": 0, "spread_cap": "", "turn_seconds": ""}).status_code
            == 422
        )

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
        assert results.take_back(**values) is None, "one after the other, not back and forth"
        assert MatchResult.objects.count() == 4
        refused("nothing_to_undo", results.take_back, **values)
        self.enter(begun, by, score=Score(390, 380))
        assert results.take_back(**values) is None

    def test_undoing_an_undoing_asks_who_entered_what_holds(self, begun, by):
        self.enter(begun, by)
        arbitrator = arbitrator_of(begun, by)
        values = {"division": begun, "number": 1, "table": 1}
        results.correct_result(score=Score(1, 2), reason="x", by=by, **values)
        results.take_back(by=by, **values)
        refused("result_of_another", results.take_back, by=arbitrator, **values)

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
        assert round_shown(begun.rounds.get(number=1)).for_desk[0].differs
        report(match, match.second, 380, 400)
        result = match.results.get()
        assert (result.first_score, result.second_score, result.by) == (400, 380, None)
        assert report(match, match.second, 380, 400) is None
        refused("result_counted", report, match=match, reporter=match.second, own=1, other=2)
        others = begun.entries.exclude(pk__in=(match.first_id, match.second_id))
        refused("not_your_match", report, match=match, reporter=others[0], own=1, other=2)

    def test_what_both_said_before_a_result_was_taken_back_is_not_said_any_more(self, begun, by):
        match = begun.rounds.get(number=1).matches.select_related("round__division", "first", "second")[0]
        report(match, match.first, 400, 380)
        report(match, match.second, 380, 400)
        results.take_back(division=begun, number=1, table=match.table, by=by)
        shown = round_shown(begun.rounds.get(number=1))
        assert not shown.for_desk
        assert phone_page.shown_to(match.first.entry)["state"] == phone_page.PLAYING
        assert phone_page.shown_to(match.first.entry)["match"]["their_report"] is None
        report(match, match.first, 410, 380)
        assert phone_page.shown_to(match.second.entry)["state"] == phone_page.PLAYING
        report(match, match.second, 380, 410)
        assert phone_page.shown_to(match.second.entry)["state"] == phone_page.COUNTED

    def test_two_reports_that_are_the_same_do_not_differ(self, begun):
        """They have no result if the overtime is in doubt: the desk settles it."""
        match = begun.rounds.get(number=1).matches.select_related("round__division", "first", "second")[0]
        MatchReport.objects.bulk_create(
            MatchReport(match=match, reporter=one, key=uuid.uuid4(), first_score=400, second_score=380)
            for one in (match.first, match.second)
        )
        (line,) = round_shown(begun.rounds.get(number=1)).for_desk
        assert not line.differs
        assert phone_page.shown_to(match.first.entry)["state"] == phone_page.REPORTED

    def test_a_late_result_counts_after_the_next_round_was_paired(self, begun, by):
        pairing.pair_next_round(division=begun, number=2, by=by, without_results=True)
        self.enter(begun, by)
        assert max(row.line.half_wins for row in standings_of_division(begun).rows) == 2


class TestRoundsNotBegun:
    @pytest.fixture
    def next_paired(self, by):
        """Five players, of whom somebody has a bye in the second round, which has not begun."""
        division = make_division(by, players(5))
        play_round(division, 1, by)
        pairing.pair_next_round(division=division, number=2, by=by)
        return division

    def test_nothing_of_them_counts(self, next_paired, by):
        standings = standings_of_division(next_paired)
        assert (standings.rounds, standings.open) == (1, 0)
        assert {row.line.rounds for row in standings.rows} == {1}
        assert all(len(row.cells) == 1 for row in standings.rows)
        next_paired.prizes.create(number=1, name="Byes", kind="rank", place=1)
        (award,) = awards_of(next_paired)
        assert [winner.name for winner in award.winners] == [standings.rows[0].line.contestant.name]
        pairing.begin_round(division=next_paired, number=2, by=by)
        assert standings_of_division(next_paired).rounds == 2

    def test_they_are_the_directors_alone(self, next_paired, client):
        Event.objects.filter(pk=next_paired.event_id).update(public=True, released="provisional")
        page = client.get(reverse("public-division", args=[next_paired.pk]), {"view": "rounds"})
        assert page.content.decode().count('<td class="round-cell">') == 5
        assert page.content.decode().count('<th class="round-cell"') == 1


def test_phones_ask_for_ranks_that_are_worked_out_once_an_act(begun, by):
    Event.objects.filter(pk=begun.event_id).update(released="provisional")
    entries = [one.entry for one in begun.entries.select_related("entry__event", "entry__player")]

    def ranks():
        return [phone_page.shown_to(entry)["standing"]["rank"] for entry in entries]

    assert ranks() == [1] * 6
    with CaptureQueriesContext(connection) as asked:
        phone_page.shown_to(entries[0])
    assert len(asked) <= 7
    results.enter_result(division=begun, number=1, table=1, score=Score(400, 300), by=by)
    assert sorted(ranks()) == [1, 2, 2, 2, 2, 6]
    results.take_back(division=begun, number=1, table=1, by=by)
    assert ranks() == [1] * 6


@pytest.mark.parametrize("ahead", [1, 2])
def test_results_come_in_while_a_round_is_paired_ahead_of_them(by, monkeypatch, ahead):
    """They are not what it goes by, so nothing has changed."""
    division = make_division(by, players(12), rounds_ahead=ahead)
    pairing.pair_next_round(division=division, number=1, by=by)
    pairing.begin_round(division=division, number=1, by=by)
    tables, real = iter(range(1, 6)), pairing.pair
    made = []

    def meanwhile(*asked):
        made.append(real(*asked))
        enter(next(tables))
        return made[-1]

    def enter(table):
        results.enter_result(division=division, number=1, table=table, score=Score(400, 380), by=by)

    monkeypatch.setattr(pairing, "pair", meanwhile)
    pairing.pair_next_round(division=division, number=2, by=by)
    assert len(made) == 1
    assert division.rounds.get(number=2).matches.count() == 6


@pytest.mark.parametrize(
    ("text", "table", "score"),
    [
        ("12 412 398", 12, Score(412, 398)),
        (" 12: 412-398".replace("-", " "), 12, Score(412, 398)),
        ("3 −20 398", 3, Score(-20, 398)),
        ("2 451-300", 2, Score(451, 300)),
        ("2 451–300", 2, Score(451, 300)),
        ("3 1F", 3, Score(outcome=Outcome.FIRST_FORFEITS)),
        ("3 f2", 3, Score(outcome=Outcome.SECOND_FORFEITS)),
        ("3 ff", 3, Score(outcome=Outcome.BOTH_FORFEIT)),
    ],
)
def test_lines_are_read(text, table, score):
    line = read_line(text)
    assert (line.table, line.score) == (table, score)


def test_figures_have_one_minus_sign():
    assert Score(-20, 398).figures == "−20–398"


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
