"""Two change places in a round that has not begun: the matches stay the rows they are, whatever side anybody was on."""

import uuid
from itertools import product

import pytest
from django.db.models import ProtectedError
from django.urls import reverse

from tests.factories.divisions import players
from tests.factories.matches import clocks_of
from tests.tournaments.classic.refusals import expect_refusal
from tests.worlds.division import division_of
from tournaments.classic.clocks import services as clock_services
from tournaments.classic.divisions import services as division_services
from tournaments.classic.match_records import services as record_services
from tournaments.classic.match_records.services import Keeper
from tournaments.classic.models import Division, Match, MatchClock, RecordEntry
from tournaments.classic.rounds import manual_pairing, pairing

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db, english):
    return division_of(*players(5), then="paired")


def places(division):
    return {match.pk: (match.first_id, match.second_id) for match in division.rounds.get().matches.all()}


@pytest.mark.repeats
@pytest.mark.parametrize(("one_side", "other_side"), [*product((0, 1), (0, 1))])
def test_two_of_different_tables_swap(division, by, one_side, other_side):
    before = places(division)
    tables = [match.pk for match in division.rounds.get().matches.filter(table__isnull=False)]
    one, other = before[tables[0]][one_side], before[tables[1]][other_side]
    manual_pairing.swap_players(division=division, number=1, one=one, other=other, by=by)
    swap = {one: other, other: one}
    assert places(division) == {
        key: tuple(swap.get(each, each) for each in two) for key, two in before.items()
    }


@pytest.mark.parametrize(("side", "bye_first"), [*product((0, 1), (False, True))])
def test_one_swaps_with_the_bye(division, by, side, bye_first):
    before = places(division)
    bye = division.rounds.get().matches.get(second=None)
    table = division.rounds.get().matches.get(table=1)
    two = (bye.first_id, before[table.pk][side])
    one, other = two if bye_first else reversed(two)
    manual_pairing.swap_players(division=division, number=1, one=one, other=other, by=by)
    after = places(division)
    assert after[bye.pk] == (before[table.pk][side], None)
    assert after[table.pk][side] == bye.first_id
    assert after[table.pk][1 - side] == before[table.pk][1 - side]
    assert Match.objects.get(pk=table.pk).table == 1


def test_two_byes_do_not_swap(division, by, client):
    numbers = list(division.entries.order_by("number").values_list("number", flat=True))
    pairs = [(numbers[0], numbers[1]), *((number, None) for number in numbers[2:])]
    manual_pairing.pair_by_hand(division=division, number=1, pairs=pairs, by=by, confirmed=True)
    before = places(division)
    one, other = [first for first, second in before.values() if second is None][:2]
    with expect_refusal("cannot_swap"):
        manual_pairing.swap_players(division=division, number=1, one=one, other=other, by=by, confirmed=True)
    assert places(division) == before
    client.force_login(by)
    act = reverse("round-act", args=[division.event_id, division.pk, 1, "swap"])
    answer = client.post(act, {"one": numbers[2], "other": numbers[3], "confirmed": "1"}, follow=True)
    assert "Both have a bye: there is nothing to swap." in answer.content.decode()


def test_clocks_links_and_records_wait_for_the_round_to_begin(division, by):
    round_ = division.rounds.get()
    match = round_.matches.get(table=1)
    with expect_refusal("round_not_begun"):
        clock_services.give_links(round_=round_, by=by)
    with expect_refusal("round_not_begun"):
        record_services.open_record(match=match, keeper="annotator", by=by)


def test_a_round_brings_its_clocks_where_the_division_has_them(division, by):
    assert not MatchClock.objects.exists()
    settings = Division(name="Open", lexicon=division.lexicon, clocks_given=True)
    division_services.change_division(division=division, settings=settings, by=by)
    pairing.begin_round(division=division, number=1, by=by)
    assert MatchClock.objects.count() == 2
    pairing.begin_round(division=division, number=1, by=by)
    assert MatchClock.objects.count() == 2


def test_c7_a_handicap_is_set_on_the_page_of_the_player(division, by, client):
    client.force_login(by)
    slow = division.rounds.get().matches.get(table=1).first
    where = [division.event_id, division.pk, slow.pk]
    act = reverse("entrant-act", args=[*where, "handicap"])
    for wrong in ("5", "x", "99999"):
        answer = client.post(act, {"seconds": wrong}, follow=True)
        assert "A turn has 10 to 3600 seconds" in answer.content.decode()
    client.post(act, {"seconds": "240"})
    assert 'value="240"' in client.get(reverse("entrant", args=where)).content.decode()
    pairing.begin_round(division=division, number=1, by=by)
    given = clocks_of(division.rounds.get())[0]
    assert given.stood.limits == (240_000, None)
    client.post(act, {"seconds": ""})
    assert not division.entries.exclude(turn_seconds=None).exists()


def test_a_match_with_a_record_stays_until_its_record_is_deleted(division, by):
    pairing.begin_round(division=division, number=1, by=by)
    match = division.rounds.get().matches.get(table=1)
    record = record_services.open_record(match=match, keeper="annotator", by=by)
    record_services.enter_turn(record=record, keeper=Keeper(), key=uuid.uuid4(), line="-")
    record_services.take_back(record=record, keeper=Keeper(), key=uuid.uuid4())
    with pytest.raises(ProtectedError):
        match.delete()
    record.entries.all().delete()
    record.delete()
    match.delete()
    assert not RecordEntry.objects.exists()
