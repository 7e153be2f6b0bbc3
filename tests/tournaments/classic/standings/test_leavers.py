"""Players who left before a round and have no rank from then on: the same on pages, papers, screens and in files."""

import re

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests.factories.division_form import USUAL_SETTINGS
from tests.factories.divisions import play_round
from tests.html_tables import cells_of
from tests.tournaments.classic.printing.documents import table_of, text_of
from tests.worlds.division import begin_division, division_of
from tournaments.classic.divisions.entrants import drop_out
from tournaments.classic.divisions.phone_page import phone_page_of
from tournaments.classic.divisions.screen import screen_values
from tournaments.classic.exchange.tables import standings_table
from tournaments.classic.models import DivisionPrize
from tournaments.classic.standings.prizes import awards_of, set_prizes
from tournaments.classic.standings.rows import standings_of_division
from tournaments.events.services import release_standings

pytestmark = pytest.mark.django_db


def leave_as_first(names):
    """Play a round, and another one without whoever was first."""
    director, division = begin_division(names, rounds=1, rounds_planned=3)
    first = standings_of_division(division).rows[0].line.contestant
    drop_out(entrant=division.entries.get(pk=first.key), from_round=2, by=director)
    play_round(division, 2, director)
    release_standings(event=division.event, released=division.event.Released.PROVISIONAL, by=director)
    set_prizes(division=division, prizes=[DivisionPrize(name="Cup")], one_each=False, by=director)
    return director, division


@pytest.fixture
def world(english, client):
    director, division = division_of("Ann", "Bob", "Cleo", "Dan", story=leave_as_first)
    client.force_login(director)
    fields = {"name": "Open", "rounds_planned": 3, "method": "swiss", "lexicon": division.lexicon_id}
    client.post(
        reverse("division-settings", args=[division.event_id, division.pk]),
        fields | USUAL_SETTINGS | {"leavers_unranked": "on"},
    )
    division.refresh_from_db()
    with override("en"):
        yield division


def name_of_leaver(division):
    return division.entries.get(last_round=1).entry.name


def ranks(division, after_round=None):
    rows = standings_of_division(division, after_round).rows
    return {row.line.contestant.name: row.line.rank for row in rows}


def test_the_ranks_are_those_of_the_others_from_the_next_round_on(world):
    assert world.leavers_unranked
    assert ranks(world, 1)[name_of_leaver(world)] == 1
    assert list(ranks(world).values()) == [1, 2, 3, None]
    assert ranks(world)[name_of_leaver(world)] is None
    world.leavers_unranked = False
    assert None not in ranks(world).values()


def test_the_page_and_its_files_say_the_same(world, client):
    place = [world.event_id, world.pk]
    page = client.get(reverse("division-standings", args=place)).content.decode()
    last = cells_of(page)[-1]
    name = name_of_leaver(world)
    assert (last[0], last[1].split()[0]) == ("–", name)
    columns, rows = table_of(world, "standings")
    file = client.get(reverse("export-division-standings", args=[*place, "csv"])).content.decode("utf-8-sig")
    assert file.splitlines()[-1].startswith(",")
    assert f",{name} (dropped out)," in file.splitlines()[-1]
    assert rows[-1][columns.index("Rank")] is None
    assert [row.cells[1] for row in standings_table(world.event).rows] == [1, 2, 3, None]


@pytest.mark.slow
def test_papers_name_no_rank(world):
    assert f"4 {name_of_leaver(world)}" not in text_of(world, "standings")
    assert text_of(world, "wall-chart").count("rank ") == 3
    assert len(re.findall(r"rank \d of 4", text_of(world, "player-records"))) == 3
    columns, rows = table_of(world, "wall-chart")
    assert [row[1] for row in rows if row[columns.index("Rank")] is None] == [name_of_leaver(world)]
    assert table_of(world, "cross-table")[1][-1][0] is None


def test_a_screen_and_the_own_phone_have_none(world):
    ranked = {row["cells"][1]: row["cells"][0] for row in screen_values(world)["standings"]["rows"]}
    assert ranked.pop(f"{name_of_leaver(world)} (dropped out)") == "–"
    assert ranked == {name: str(rank) for name, rank in ranks(world).items() if rank}
    assert phone_page_of(world.entries.get(last_round=1).entry)["standing"]["rank"] is None


def test_the_prize_goes_to_the_first_of_the_others(world):
    [award] = awards_of(world)
    assert [winner.name for winner in award.winners] == [next(iter(ranks(world)))]
