"""The cost of a player's own sheet: 1,500 phones ask for theirs after an announcement."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from duplicate.arbitration import services as arbitration_services
from duplicate.games.players import services as player_services
from duplicate.live.player_sheet import sheet_for_entry
from tournaments.errors import RuleViolation


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_it_asks_as_often_whatever_has_been_played(
    game, players, arbitrator, open_round, close_round, announce_top
):
    entry, asked = players[0][0], []
    for number, rack in enumerate(("TRAINER", "SATIRES", "OUTLINE"), start=1):
        open_round(rack)
        arbitration_services.give_top(game=game, entry=entry, by=arbitrator)
        close_round()
        announce_top(number)
        sheet_for_entry(game, entry)
        with CaptureQueriesContext(connection) as queries:
            sheet = sheet_for_entry(game, entry)
        assert len(sheet["rounds"]) == number
        asked.append(len(queries))
    assert asked == [9] * 3


@pytest.mark.django_db
def test_who_was_taken_out_meanwhile_is_told_so(game, players, arbitrator):
    entry = players[0][0]
    player_services.remove_player(game=game, entry=entry, by=arbitrator)
    with pytest.raises(RuleViolation, match="Mona has been removed"):
        sheet_for_entry(game, entry)
