"""Two directors, or two phones, at the same moment: one act holds, the other is told, the record is whole."""

import uuid

import pytest

from tests.concurrency.hall import during, together
from tests.factories.divisions import (
    enter_all,
    enter_named,
    entrant_named,
    make_director,
    make_division,
    players,
)
from tournaments.classic.divisions import entrants, phones
from tournaments.classic.models import DivisionRound, Match, MatchResult
from tournaments.classic.rounds import pairing, results
from tournaments.classic.scores.scores import Score
from tournaments.events.tokens import entry_for_token
from tournaments.models import Entry

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def by(db):
    return make_director()


@pytest.fixture
def division(by):
    return make_division(by, players(8))


@pytest.fixture
def begun(division, by):
    pairing.pair_next_round(division=division, number=1, by=by)
    pairing.begin_round(division=division, number=1, by=by)
    return division


def check_round(division, number):
    """Check that everybody is in the round once."""
    matches = division.rounds.get(number=number).matches.values_list("first", "second")
    keys = sorted(key for two in matches for key in two if key)
    assert keys == sorted(division.entries.values_list("pk", flat=True))


def pairing_of(division, by, number=1):
    def pair_it():
        return pairing.pair_next_round(division=division, number=number, by=by).number

    return pair_it


def test_two_directors_pair_the_same_round(division, by):
    other = make_director("other")
    division.event.posts.create(user=other, role="chief")
    first, second = during(pairing_of(division, by), pairing_of(division, other))
    assert {first, second} == {1, "paired_already"}
    assert DivisionRound.objects.count() == 1
    check_round(division, 1)


def test_six_at_once_pair_a_round_once(division, by):
    outcomes = together(*[pairing_of(division, by)] * 6)
    assert sorted(map(str, outcomes)) == ["1"] + ["paired_already"] * 5
    check_round(division, 1)


def test_somebody_enters_while_the_round_is_paired(division, by):
    """A new entrant is in the round, or the round that begins without them is refused."""

    def enter():
        return enter_named(division, "Late", by).number

    outcomes = during(enter, pairing_of(division, by))
    assert outcomes == (9, 1)
    check_round(division, 1)


def test_a_result_changes_while_the_next_round_is_paired(begun, by):
    """The round goes by what counted in the end."""
    enter_all(begun, 1, by)
    match = Match.objects.filter(table=1).get()

    def correct():
        return results.correct_result(
            division=begun, number=1, table=1, score=Score(300, 500), reason="sheets", by=by
        ).version

    assert during(correct, pairing_of(begun, by, 2)) == (2, 2)
    check_round(begun, 2)
    winner = Match.objects.filter(round__number=2, table__lte=2, first=match.second_id)
    assert (
        winner.exists()
        or Match.objects.filter(round__number=2, table__lte=2, second=match.second_id).exists()
    ), "the winner by the corrected result is among the winners"


def test_both_phones_and_the_desk_at_once_give_one_result(begun, by):
    match = Match.objects.select_related("round__division", "first", "second").get(table=1)

    def say(reporter, own, other):
        def report_it():
            results.report_result(match=match, reporter=reporter, key=uuid.uuid4(), own=own, other=other)
            return "reported"

        return report_it

    def enter():
        results.enter_result(division=begun, number=1, table=1, score=Score(401, 400), by=by)
        return "entered"

    outcomes = together(say(match.first, 400, 380), say(match.second, 380, 400), enter)
    assert set(outcomes) <= {"reported", "entered", "result_counted", "result_is_in"}
    assert MatchResult.objects.filter(match=match).count() == 1


def test_two_desks_enter_different_results(begun, by):
    def enter(score):
        def enter_it():
            return results.enter_result(division=begun, number=1, table=1, score=score, by=by).version

        return enter_it

    outcomes = during(enter(Score(400, 380)), enter(Score(380, 400)))
    assert outcomes == (1, "result_is_in")


@pytest.mark.parametrize("arrived", [True, False])
def test_a_phone_given_at_the_desk_stays_though_another_takes_the_name_at_that_moment(division, by, arrived):
    one = entrant_named(division, "Player 001")
    if not arrived:
        Entry.objects.filter(pk=one.entry_id).update(arrived_at=None)
    given = []

    def give():
        given.append(entrants.give_phone(entrant=one, by=by))
        return "given"

    def join():
        return phones.join_event(event=division.event, name="Player 001").entry.name

    assert during(give, join) == ("given", "name_taken")
    assert entry_for_token(given[0]) == one.entry


def test_two_divisions_enter_the_same_player(division, by):
    other = make_division(by, event=division.event, name="B")
    free = division.entries.first()
    entry = free.entry_id
    entrants.remove_entrant(entrant=free, by=by)

    def enter(into):
        return lambda: entrants.enter_players(division=into, entries=[entry], by=by)

    assert set(during(enter(division), enter(other))) == {1, "plays_in_division"}
