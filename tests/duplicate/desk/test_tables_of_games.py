"""Each game keeps the tables that it was played with, whoever sits where afterwards."""

import json

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from duplicate.arbitration import corrections
from duplicate.desk.room_progress import rooms_of_game
from duplicate.desk.round_history import slip_history, slips_handed_in
from duplicate.games import event_changes
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.live.player_sheet import sheet_for_entry
from duplicate.log.log_view import log_line
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.views.desk.table_pages import table_named
from engine.rules import (
    RuleSet,
)
from tournaments.events.rooms import RoomPlan, set_rooms
from tournaments.events.seating import SeatLine
from tournaments.models import GameTable

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]


def key(game, entry, word, reference, score, by, **more):
    slip_services.key_slip(
        game=game, entry=entry, word=word, reference=reference, stated_score=score, by=by, number=1, **more
    )


@pytest.fixture
def over(game, players, arbitrator, open_round, close_round, announce_top):
    """Finish a game: Olga at table 3 has the top, Mona at the first and Noah at the second nothing."""
    open_round("TRAINER")
    key(game, players[2][0], "TRAINER", "H4", 66, arbitrator)
    close_round()
    announce_top(1)
    game_services.end_game(game=game, by=arbitrator)
    game.refresh_from_db()
    return game


@pytest.fixture
def reseated(over, arbitrator):
    """Seat a finished game again by rank: Olga is at the first table now, Mona at the second, Noah at the
    third.
    """
    event_changes.seat_by_rank(event=over.event, by=arbitrator)
    return over


def seats(game):
    return {row.name: row.table for row in standings_for_game(game).rows}


def then(game):
    return {slip.name: slip.table for slip in map(slip_history, slips_handed_in(game.rounds.get(number=1)))}


def now(event):
    return {entry.player.name: entry.table for entry in event.entries.select_related("player")}


def test_a_game_that_is_over_shows_the_tables_of_then(reseated):
    assert now(reseated.event) == {"Olga": 1, "Mona": 2, "Noah": 3}
    assert seats(reseated) == {"Olga": 3, "Mona": 1, "Noah": 2}
    assert then(reseated) == {"Olga": 3}
    assert table_named(reseated, "Olg") == 3


def test_a_correction_finds_who_sat_there_and_names_them(reseated, desk, players):
    address = reverse("correct", args=[reseated.code, 1, "slip"])
    answer = desk.post(address, {"line": "3 =7", "reason": "misread"})
    assert answer.status_code == 302
    totals = {row.name: row.total for row in standings_for_game(reseated).rows}
    assert totals == {"Olga": 7, "Mona": 0, "Noah": 0}
    said = " ".join(map(str, get_messages(answer.wsgi_request)))
    assert "3 Olga" in said
    last = log_line(reseated.log.order_by("-pk")[0])
    assert (last.name, last.table) == ("Olga", 3)


def test_the_desks_line_answers_with_the_row_of_then(reseated, key_line, players):
    answer = key_line("1 TRAIN H4 12", number=1, reason="found")
    assert answer.status_code == 200, answer.json()
    assert answer.json()["said"].startswith("1 Mona")
    assert standings_for_game(reseated).rows[1].name == "Mona"


def test_the_players_sheet_tells_the_table_of_the_game(reseated, players):
    entry = reseated.event.entries.get(player__name="Olga")
    assert sheet_for_entry(reseated, entry)["table"] == 3


def test_rooms_of_a_game_that_is_over_have_its_tables(over, arbitrator):
    set_rooms(
        event=over.event,
        plans=[RoomPlan("Hall", range(1, 2)), RoomPlan("Cellar", range(2, 4))],
        by=arbitrator,
    )
    before = [line.count for line in rooms_of_game(over, arbitrator).lines]
    assert [count.received for count in before] == [0, 1]
    event_changes.seat_by_rank(event=over.event, by=arbitrator)
    assert [line.count for line in rooms_of_game(over, arbitrator).lines] == before


def test_the_next_game_has_the_tables_of_now_and_both_stay_apart(reseated, arbitrator):
    second = game_services.create_game(
        name="Second",
        by=arbitrator,
        event=reseated.event,
        lexicon="english",
        notation="duplicate",
        rules=RuleSet(),
    )
    assert seats(second) == {"Olga": 1, "Mona": 2, "Noah": 3}
    event_changes.draw_tables(event=reseated.event, by=arbitrator)
    assert seats(reseated) == {"Olga": 3, "Mona": 1, "Noah": 2}
    assert seats(second) == now(reseated.event)


def test_only_who_moved_has_a_row_and_who_comes_later_none_of_the_old_numbers(reseated, arbitrator):
    olga, mona, noah = (reseated.event.entries.get(player__name=name) for name in ("Olga", "Mona", "Noah"))
    assert GameTable.objects.count() == 3
    places = {olga.pk: SeatLine(11), mona.pk: SeatLine(2), noah.pk: SeatLine(3)}
    event_changes.place_entries(event=reseated.event, places=places, by=arbitrator)
    second = game_services.create_game(
        name="Second",
        by=arbitrator,
        event=reseated.event,
        lexicon="english",
        notation="duplicate",
        rules=RuleSet(),
    )
    late = player_services.add_player(game=second, name="Late", by=arbitrator).entry
    assert late.table == 12
    assert GameTable.objects.count() == 3


def test_a_game_that_goes_on_is_played_at_the_tables_of_now_once_they_change(reseated, arbitrator):
    corrections.resume_game(game=reseated, reason="too early", by=arbitrator)
    reseated.refresh_from_db()
    assert seats(reseated) == {"Olga": 3, "Mona": 1, "Noah": 2}
    event_changes.draw_tables(event=reseated.event, by=arbitrator)
    assert seats(reseated) == now(reseated.event)


def test_what_changed_is_told_by_the_tables_of_the_game(reseated, desk):
    address = reverse("tables", args=[reseated.code])
    told = json.loads(desk.get(address, {"number": 1, "show": "all"}).content)
    assert told["list"]["tables"] == [1, 2, 3]
    assert told["html"].index("Mona") < told["html"].index("Noah") < told["html"].index("Olga")
