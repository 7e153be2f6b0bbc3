"""The tables of a round: where they begin, by division and by round, and players who cannot move."""

import pytest
from django.urls import reverse

from tests.factories.divisions import players
from tests.tournaments.classic.rounds.play import check_refused
from tests.worlds.division import division_of
from tournaments.classic.divisions import entrants
from tournaments.classic.divisions import services as division_services
from tournaments.classic.forms.divisions import DivisionForm
from tournaments.classic.models import Division
from tournaments.classic.rounds import manual_pairing, pairing
from tournaments.classic.rounds.pairing_reasons import reasons_in_words
from tournaments.classic.rounds.tables import set_first_table

pytestmark = pytest.mark.django_db


def tables_of(division, number):
    """Return the pairs of numbers by table."""
    rows = division.rounds.get(number=number).matches.select_related("first", "second")
    return {one.table: {one.first.number, one.second.number} for one in rows if one.second}


def fixed(division, number, table, by):
    entrants.set_fixed_table(entrant=division.entries.get(number=number), table=table, by=by)


def stays_at(division, table):
    """Return the reasons for which a match of the first round is at its table."""
    matches = division.rounds.get(number=1).matches
    match = matches.select_related("first__entry__player", "second__entry__player").get(table=table)
    return [reason for reason in reasons_in_words(match) if "stays at" in reason]


@pytest.fixture
def world(request, db, english):
    return division_of(*players(6), first_table=11 if "late" in request.fixturenames else 1)


@pytest.fixture
def late(world):
    """Return a division whose tables begin with 11."""
    return world[1]


def test_a_division_s_tables_begin_with_its_number(late, by):
    pairing.pair_next_round(division=late, number=1, by=by)
    assert list(tables_of(late, 1)) == [11, 12, 13]
    pairing.unpair_round(division=late, number=1, by=by)
    manual_pairing.pair_by_hand(division=late, number=1, pairs=[(1, 2), (3, 4), (5, 6)], by=by)
    assert tables_of(late, 1) == {11: {1, 2}, 12: {3, 4}, 13: {5, 6}}


def test_a_round_can_have_its_own_first_table(late, by):
    pairs = [(1, 2), (3, 4), (5, 6)]
    manual_pairing.pair_by_hand(division=late, number=1, pairs=pairs, by=by)
    set_first_table(division=late, number=1, first_table=12, by=by)
    assert tables_of(late, 1) == {12: {1, 2}, 13: {3, 4}, 14: {5, 6}}
    manual_pairing.pair_by_hand(division=late, number=1, pairs=pairs[::-1], by=by)
    assert tables_of(late, 1) == {12: {5, 6}, 13: {3, 4}, 14: {1, 2}}
    set_first_table(division=late, number=1, first_table=None, by=by)
    assert list(tables_of(late, 1)) == [11, 12, 13]
    check_refused("bad_table", set_first_table, division=late, number=1, first_table=0, by=by)
    pairing.begin_round(division=late, number=1, by=by)
    check_refused("round_has_begun", set_first_table, division=late, number=1, first_table=1, by=by)


def test_the_division_s_first_table_changes_rounds_that_have_not_begun(late, by):
    manual_pairing.pair_by_hand(division=late, number=1, pairs=[(1, 2), (3, 4), (5, 6)], by=by)
    settings = Division(name="Open", lexicon=late.lexicon, first_table=2)
    division_services.change_division(division=late, settings=settings, by=by)
    assert list(tables_of(late, 1)) == [2, 3, 4]


def test_a_player_who_cannot_move_keeps_the_table(late, by):
    fixed(late, 6, 11, by)
    for number in (1, 2):
        pairing.pair_next_round(division=late, number=number, by=by, without_results=True)
        assert 6 in tables_of(late, number)[11]
    assert stays_at(late, 11) == ["Player 006 stays at table 11."]


def test_a_fixed_table_changes_rounds_that_have_not_begun(late, by):
    manual_pairing.pair_by_hand(division=late, number=1, pairs=[(1, 2), (3, 4), (5, 6)], by=by)
    fixed(late, 3, 12, by)
    assert stays_at(late, 12) == ["Player 003 stays at table 12."]
    fixed(late, 3, 30, by)
    assert tables_of(late, 1) == {11: {1, 2}, 30: {3, 4}, 12: {5, 6}}
    assert stays_at(late, 12) == []
    assert stays_at(late, 30) == ["Player 003 stays at table 30."]
    pairing.begin_round(division=late, number=1, by=by)
    fixed(late, 3, None, by)
    assert 30 in tables_of(late, 1), "a round that has begun stays"


def test_a_table_is_fixed_for_one_player(late, by):
    fixed(late, 1, 11, by)
    with pytest.raises(division_services.RuleViolation, match="Table 11 belongs to Player 001"):
        fixed(late, 2, 11, by)
    fixed(late, 1, 11, by)
    check_refused("bad_table", entrants.set_fixed_table, entrant=late.entries.get(number=1), table=0, by=by)
    fixed(late, 1, None, by)
    fixed(late, 2, 11, by)


def test_the_desk_sets_tables(late, by, client):
    client.force_login(by)
    place = [late.event_id, late.pk]
    entrant = late.entries.get(number=5)
    act = reverse("entrant-act", args=[*place, entrant.pk, "fixed-table"])
    assert client.post(act, {"table": "13"}).status_code == 302
    assert "table 13" in client.get(reverse("division-players", args=place)).content.decode()
    client.post(act, {"table": "x"})
    entrant.refresh_from_db()
    assert entrant.fixed_table == 13
    pairing.pair_next_round(division=late, number=1, by=by)
    client.post(reverse("round-act", args=[*place, 1, "tables"]), {"first": "40"})
    assert sorted(tables_of(late, 1)) == [13, 40, 41]
    client.post(reverse("round-act", args=[*place, 1, "tables"]), {"first": ""})
    assert sorted(tables_of(late, 1)) == [11, 12, 13]
    client.post(act, {"table": ""})
    entrant.refresh_from_db()
    assert entrant.fixed_table is None


def test_the_first_table_is_in_the_settings(late):
    assert DivisionForm.of(late).initial["first_table"] == 11
    assert Division._meta.get_field("first_table").default == 1
