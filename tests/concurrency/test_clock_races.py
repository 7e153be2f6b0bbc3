"""Clocks, links and records are given while others pair, swap and begin: nobody waits for each other for ever, and what
is given belongs to a match that stays.
"""

import pytest

from engine.lexicon import ensure_builtin
from tests.concurrency.hall import during, together
from tests.factories.divisions import make_director, make_division, players
from tests.factories.matches import clocks_of
from tournaments.classic.clocks import services as clock_services
from tournaments.classic.match_records import services as record_services
from tournaments.classic.models import ClockLink, Match, MatchClock, MatchRecord
from tournaments.classic.rounds import manual_pairing, pairing

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def by(db):
    ensure_builtin()
    return make_director()


@pytest.fixture
def paired(by):
    division = make_division(by, players(8))
    pairing.pair_next_round(division=division, number=1, by=by)
    return division


@pytest.fixture
def begun(paired, by):
    pairing.begin_round(division=paired, number=1, by=by)
    return paired


def match_at(division, table):
    related = ("round__division__event", "first__entry__player", "second__entry__player")
    return Match.objects.select_related(*related).get(round__division=division, table=table)


def giving(division, by):
    round_ = division.rounds.select_related("division__event").get()
    return lambda: len(clock_services.give_links(round_=round_, by=by))


def opening(match, by):
    return lambda: record_services.open_record(match=match, keeper="annotator", by=by).version


def test_clocks_while_the_pairings_are_taken_back(paired, by):
    outcomes = during(lambda: pairing.unpair_round(division=paired, number=1, by=by), giving(paired, by))
    assert outcomes == (None, "round_not_paired")


def test_clocks_while_the_round_is_paired_again(paired, by):
    give = giving(paired, by)

    def again():
        return pairing.pair_again(division=paired, number=1, by=by).number

    assert during(again, give, at='DELETE FROM "classic_match"') == (1, "round_not_begun")
    assert not MatchClock.objects.exists()


def test_clocks_as_the_round_begins(paired, by):
    def begin():
        return pairing.begin_round(division=paired, number=1, by=by).number

    assert during(begin, giving(paired, by)) == (1, 4)


def test_a_record_while_two_are_swapped(paired, by):
    one, other = match_at(paired, 1), match_at(paired, 2)

    def swap():
        manual_pairing.swap_players(division=paired, number=1, one=one.first_id, other=other.first_id, by=by)

    assert during(swap, opening(one, by)) == (None, "round_not_begun")
    assert not MatchRecord.objects.exists()


def test_a_record_as_the_round_begins(paired, by):
    def begin():
        return pairing.begin_round(division=paired, number=1, by=by).number

    assert during(begin, opening(match_at(paired, 1), by)) == (1, 2)


def test_several_give_the_clocks_and_links_of_a_round(begun, by):
    outcomes = together(*(giving(begun, by) for _ in range(4)))
    assert sorted(outcomes) == [0, 0, 0, 4], "one of them prints the links"
    assert (MatchClock.objects.count(), ClockLink.objects.count()) == (4, 4)


def test_two_make_the_link_of_one_clock(begun, by):
    given = clocks_of(begun.rounds.get())[0]

    def link():
        return clock_services.link_for_token(clock_services.give_link(clock_=given, by=by)) is not None

    together(link, link)
    assert ClockLink.objects.count() == 1


def test_several_open_the_record_of_one_match(begun, by):
    match = match_at(begun, 1)
    assert sorted(together(*[opening(match, by)] * 3)) == [2, 3, 4]
    assert MatchRecord.objects.count() == 1
