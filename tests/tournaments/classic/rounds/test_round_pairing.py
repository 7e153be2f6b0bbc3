"""Rounds of a division are paired: in order, by its settings, by hand; before they begin nothing of them counts."""

from collections import Counter

import pytest
from django.urls import reverse

from tests.factories.divisions import enter_all, make_division, play_round, players
from tests.tournaments.classic.rounds.play import arbitrator_of, check_refused, enter_wins, pairs_of
from tests.worlds.division import division_of
from tournaments.classic.forms.divisions import DivisionForm
from tournaments.classic.models import Division, Match
from tournaments.classic.rounds import manual_pairing, pairing, results
from tournaments.classic.rounds.values import rules_of
from tournaments.classic.scores.scores import Outcome, Score
from tournaments.classic.standings.prizes import awards_of
from tournaments.classic.standings.rows import standings_of_division
from tournaments.errors import RuleViolation
from tournaments.models import Club, Event, Player

pytestmark = pytest.mark.django_db


class TestPairing:
    def test_rounds_are_paired_in_order_and_once(self, begun, by):
        check_refused("paired_already", pairing.pair_next_round, division=begun, number=1, by=by)
        check_refused("not_the_next", pairing.pair_next_round, division=begun, number=3, by=by)
        check_refused("results_missing", pairing.pair_next_round, division=begun, number=2, by=by)
        pairing.pair_next_round(division=begun, number=2, by=by, without_results=True)
        check_refused("round_has_begun", pairing.pair_again, division=begun, number=1, by=by)
        for number in (3, 4, 5):
            pairing.pair_next_round(division=begun, number=number, by=by, without_results=True)
        check_refused(
            "no_round_left", pairing.pair_next_round, division=begun, number=6, by=by, without_results=True
        )
        check_refused("not_the_last", pairing.unpair_round, division=begun, number=3, by=by)
        pairing.unpair_round(division=begun, number=5, by=by)
        assert begun.rounds.count() == 4

    def test_the_first_round_that_has_not_begun_is_named(self, division, by):
        for number in (1, 2, 3):
            pairing.pair_next_round(division=division, number=number, by=by, without_results=True)
        with pytest.raises(RuleViolation) as refused:
            pairing.begin_round(division=division, number=3, by=by)
        assert str(refused.value) == "Begin round 1 first."
        pairing.begin_round(division=division, number=1, by=by)
        with pytest.raises(RuleViolation) as refused:
            pairing.begin_round(division=division, number=3, by=by)
        assert str(refused.value) == "Begin round 2 first."

    def test_nobody_meets_again_and_every_match_says_why(self, by):
        """Six can be paired three times whatever was paired before; a fourth time not always."""
        division = make_division(by, players(6))
        for number in range(1, 4):
            play_round(division, number, by)
        met = [frozenset(pair) for number in range(1, 4) for pair in pairs_of(division, number)]
        assert len(met) == len(set(met)) == 9
        assert all(match.reasons for match in Match.objects.all())

    def test_by_hand_everybody_once(self, division, by):
        values = {"division": division, "number": 1, "by": by}
        check_refused("numbers_missing", manual_pairing.pair_by_hand, pairs=[(1, 2), (3, 4)], **values)
        check_refused("number_twice", manual_pairing.pair_by_hand, pairs=[(1, 2), (2, 4)], **values)
        check_refused("number_unknown", manual_pairing.pair_by_hand, pairs=[(1, 9)], **values)
        manual_pairing.pair_by_hand(pairs=[(6, 1), (5, 2), (3, None), (4, None)], **values)
        assert sorted(pairs_of(division, 1), key=str) == [(3, None), (4, None), (5, 2), (6, 1)]
        pairing.begin_round(division=division, number=1, by=by)
        enter_all(division, 1, by)
        values["number"] = 2
        check_refused(
            "confirm_pairings", manual_pairing.pair_by_hand, pairs=[(1, 6), (2, 3), (4, 5)], **values
        )
        manual_pairing.pair_by_hand(pairs=[(1, 6), (2, 3), (4, 5)], confirmed=True, **values)
        assert pairs_of(division, 2) == [(1, 6), (2, 3), (4, 5)]

    def test_swapping_players_sides_and_tables(self, division, by):
        values = {"division": division, "number": 1, "by": by}
        manual_pairing.pair_by_hand(pairs=[(1, 2), (3, 4), (5, 6)], **values)
        key = {one.number: one.pk for one in division.entries.all()}
        manual_pairing.swap_players(one=key[2], other=key[3], **values)
        assert pairs_of(division, 1) == [(1, 3), (2, 4), (5, 6)]
        check_refused("cannot_swap", manual_pairing.swap_players, one=key[1], other=key[3], **values)
        manual_pairing.swap_sides(table=3, **values)
        manual_pairing.move_table(table=3, to=1, **values)
        assert pairs_of(division, 1) == [(6, 5), (2, 4), (1, 3)]
        manual_pairing.move_table(table=2, to=40, **values)
        assert pairs_of(division, 1) == [(6, 5), (1, 3), (2, 4)]
        pairing.begin_round(**values)
        check_refused("round_has_begun", manual_pairing.swap_sides, table=1, **values)

    def test_a_bye_again_by_hand_is_asked_about(self, by):
        division = make_division(by, players(5))
        play_round(division, 1, by)
        pairing.pair_next_round(division=division, number=2, by=by)
        had = division.rounds.get(number=1).matches.get(second=None).first_id
        has = division.rounds.get(number=2).matches.get(second=None).first_id
        values = {"division": division, "number": 2, "one": had, "other": has, "by": by}
        with pytest.raises(RuleViolation, match=r"has had a bye before \(1\)"):
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
        check_refused("confirm_pairings", manual_pairing.pair_by_hand, **values)
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

    def test_the_swiss_puts_wins_before_first_moves(self, by):
        """Both who have won went first: who of them goes first again has done so twice."""
        division = make_division(by, players(4))
        manual_pairing.pair_by_hand(division=division, number=1, pairs=[(1, 2), (3, 4)], by=by)
        pairing.begin_round(division=division, number=1, by=by)
        enter_all(division, 1, by)
        pairing.pair_next_round(division=division, number=2, by=by)
        assert {1, 3} in map(set, pairs_of(division, 2))

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
            "balance_first": "on",
        }
        posted = {name: "" if value is None else value for name, value in typed.items()}
        client.post(address, posted)
        division.refresh_from_db()
        assert not division.balance_first, "a former setting"
        assert "balance" not in client.get(address).content.decode()
        assert rules_of(division).tie_breaks == ("wins", "opponents_wins", "spread")
        assert (division.cycles, division.apart_teams, division.quarters) == (2, True, "432")
        assert client.post(address, {**posted, "cycles": 0}).status_code == 422

    def test_only_the_chief_pairs(self, division, by):
        arbitrator = arbitrator_of(division, by)
        check_refused("chief_only", pairing.pair_next_round, division=division, number=1, by=arbitrator)


class TestRoundsNotBegun:
    @pytest.fixture
    def world(self, db, english):
        return division_of(*players(5), rounds=1, then="paired")

    @pytest.fixture
    def next_paired(self, world):
        """Return the division of five whose second round is paired, one with a bye; it has not begun."""
        return world[1]

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
        assert page.content.decode().count('<span class="round-cell">') == 5
        assert page.content.decode().count('<abbr title="Round') == 1


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
