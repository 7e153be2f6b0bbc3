"""An act that was undone leaves nothing: a slip that lies aside is no slip for anything that asks."""

import pytest

from duplicate.arbitration import bulk_top, undo
from duplicate.arbitration import services as arbitration_services
from duplicate.attendance.absences import first_rounds
from duplicate.attendance.seating import entries_of
from duplicate.games.players import joined
from duplicate.games.players import services as player_services
from duplicate.models import Ruling, Slip
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import ConfirmationNeeded
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_standings import standings_for_game
from tournaments.models import Entry, Player
from tournaments.people import services as people_services
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]


def key(game, entry, by):
    slip_services.key_slip(game=game, entry=entry, word="TRAIN", reference="H4", stated_score=12, by=by)


def give_top(game, entry, by):
    arbitration_services.give_top(game=game, entry=entry, by=by)


def record_none(game, entry, by):
    arbitration_services.give_zero(game=game, entry=entry, by=by)


def give_top_to_the_rest(game, entry, by):
    bulk_top.rest_have_top(game=game, by=by)


@pytest.fixture(params=[key, give_top, record_none, give_top_to_the_rest], ids=lambda act: act.__name__)
def undone(request, game, players, arbitrator, open_round):
    """Play into round 1: Mona and Noah have slips, one of Olga was keyed and undone; return Olga's entry."""
    open_round("TRAINER")
    for entry, _token in players[:2]:
        key(game, entry, arbitrator)
    olga = players[2][0]
    request.param(game, olga, arbitrator)
    undo.undo(game=game, by=arbitrator)
    assert olga.slips.aside().count() == 1
    return olga


@pytest.mark.repeats
def test_it_is_asked_for_as_if_it_had_never_been_keyed(game, arbitrator, undone, close_round):
    with pytest.raises(ConfirmationNeeded, match="Table 3’s slip is missing"):
        round_services.end_round(game=game, by=arbitrator, confirmed=())
    close_round()
    with pytest.raises(ConfirmationNeeded, match="Table 3’s slip is missing"):
        round_services.announce(
            game=game, number=1, reference="H2", word="TRAINER", by=arbitrator, confirmed=()
        )


def test_who_skips_the_game_stays_out_of_it(game, undone, close_round, announce_top):
    Entry.objects.filter(pk=undone.pk).update(skips_games=",1,")
    assert undone not in entries_of(game)
    close_round()
    announce_top(1)
    assert [row.name for row in standings_for_game(game).rows] == ["Mona", "Noah"]


def test_it_is_no_sign_that_a_player_was_there(game, undone, close_round, announce_top, hands):
    close_round()
    announce_top(1)
    Entry.objects.filter(pk=undone.pk).update(joined_at=hands.now)
    assert first_rounds(game, Entry.objects.filter(pk=undone.pk)) == {undone.pk: 2}


def test_its_player_is_made_a_pair(game, arbitrator, undone):
    player_services.set_partner(game=game, entry=undone, name="Pia", by=arbitrator)
    assert Entry.objects.get(pk=undone.pk).partner.name == "Pia"


@pytest.mark.repeats
@pytest.mark.parametrize("among_all", [False, True])
def test_its_player_is_removed_and_comes_back_with_it(game, arbitrator, undone, hands, among_all):
    rows = list(Slip.objects.order_by("pk").values()), list(Ruling.objects.order_by("pk").values())
    if among_all:
        since = clock.now().replace(year=2000)
        assert joined.remove_joined(game=game, since=since, until=clock.now(), by=arbitrator) == 1
    else:
        player_services.remove_player(game=game, entry=undone, by=arbitrator)
    assert not Entry.objects.filter(pk=undone.pk).exists()
    assert not Slip.objects.aside().exists()
    undo.undo(game=game, by=arbitrator)
    assert (list(Slip.objects.order_by("pk").values()), list(Ruling.objects.order_by("pk").values())) == rows


def test_its_player_is_merged_with_somebody_who_plays(game, arbitrator, players, undone):
    mona = players[0][0]
    keep, other = (Player.objects.get(pk=entry.player_id) for entry in (mona, undone))
    people_services.merge_players(keep=keep, other=other)
    assert not Entry.objects.filter(pk=undone.pk).exists()
    assert mona.slips.aside().count() == 1
