"""The table that follows a game that is over."""

import pytest
from django.urls import reverse

from tests.tournaments.club_tables.play import act_as, begin_with, hand_on_turn, state_of, table_of
from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.club_tables import tables
from tournaments.club_tables.games.frames import table_values
from tournaments.club_tables.games.turns import Hand
from tournaments.club_tables.models import ClubTable
from tournaments.errors import RuleViolation

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clear_guesses")]


def end(table):
    for _ in range(4):
        act_as(table, hand_on_turn(table), act="pass")
    return table_of(table)


def test_a_game_that_goes_on_has_no_next_table(table):
    begin_with(table, "Ann", "Bob")
    with pytest.raises(RuleViolation, match="not over"):
        tables.play_again(table=table, is_keeper=False)
    assert table_values(table_of(table))["next"] is None


def test_all_players_come_to_the_same_next_table(client, table):
    _table, seats = begin_with(table, "Ann", "Bob")
    before = end(table).version
    address = reverse("api-play-again", args=[table.code])
    assert client.post(address).status_code == 401
    answers = [client.post(address, headers={"Authorization": f"Bearer {seat.token}"}) for seat in seats]
    assert [answer.status_code for answer in answers] == [201, 201]
    [code] = {answer.json()["code"] for answer in answers}
    assert {answer.json()["token"] for answer in answers} == {""}
    following = ClubTable.objects.get(code=code)
    same = ("mode", "way", "settings", "lexicon", "tile_set", "organiser_id", "opened_by_id")
    assert [getattr(following, name) for name in same] == [getattr(table, name) for name in same]
    assert following.seed != table.seed
    assert not following.seats.exists()
    assert table_of(table).version > before
    assert table_values(table_of(table))["next"] == code


def test_players_go_on_where_somebody_tries_codes_out(client, ask_api, table):
    _table, seats = begin_with(table, "Ann", "Bob")
    end(table)
    for number in range(GuessKind.CODE.value):
        rate_limit.note(GuessKind.CODE, "127.0.0.1", f"{number:04}", right=False)
    code = ask_api("play-again", seats[0].token).json()["code"]
    assert client.get(reverse("club-table", args=[code])).status_code == 200
    assert ask_api("table-seats", body={"name": "Ann"}, code=code).status_code == 201


def test_a_tablet_goes_on_with_the_same_players(open_table):
    opened = open_table("classic", way="tablet")
    for name in ("Ann", "Bob"):
        tables.sit_down(table=opened.table, name=name, phone=False)
    tables.begin(table=opened.table)
    keeper_ends(opened.table)
    following = tables.play_again(table=opened.table, is_keeper=True)
    assert [seat.name for seat in following.table.seats.all()] == ["Ann", "Bob"]
    again = tables.play_again(table=opened.table, is_keeper=True)
    assert again.table == following.table
    assert again.token not in {"", following.token}


def keeper_ends(table):

    for _ in range(4):
        act_as(table, Hand(), act="pass", player=state_of(table).state.to_move)
