"""The pages of seasons and of what a player did, for who keeps the people of the club."""

from datetime import date
from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.template import Context, Template
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from openpyxl import load_workbook

from duplicate.models import Game
from tests.factories.past_events import past_event, season_of
from tests.html_tables import cells_of
from tournaments.models import Club, Player, Season
from tournaments.seasons.history import history_of

pytestmark = pytest.mark.django_db
CHART = '<svg class="line-chart"'

DAY = date(2026, 1, 10)
FIELDS = {
    "name": "2025–2026",
    "first_day": "2025-09-01",
    "last_day": "2026-08-31",
    "least_games": 1,
    "best_games": "",
    "club_players": 1,
}


@pytest.fixture
def keeper(client):
    """Return the browser of a user who may change players."""
    client.force_login(User.objects.create_superuser("keeper"))
    return client


@pytest.fixture
def season():
    return season_of(DAY, least_games=2, club_players=1)


@pytest.fixture
def played(season):
    past_event("Cup", DAY, {"Noah": [90, 80], "Mona": [70, 60], "Olga": [99, None]})
    lyon = Club.objects.create(name="Lyon", key="lyon")
    Player.objects.filter(name="Mona").update(club=lyon, series="4B", birth_year=1961)
    return season


def text(answer):
    return answer.content.decode()


def page_of(keeper, name, *args, asked=""):
    answer = keeper.get(reverse(name, args=args) + asked)
    assert answer.status_code == 200
    return text(answer)


def test_a_season_is_made_with_the_clubs_year_offered(keeper):
    assert 'value="10"' in page_of(keeper, "seasons"), "from ten games on"
    answer = keeper.post(reverse("seasons"), FIELDS)
    season = Season.objects.get()
    assert answer.url == reverse("season", args=[season.pk])
    assert (season.name, season.first_day, season.best_games, season.public) == (
        "2025–2026",
        date(2025, 9, 1),
        None,
        False,
    )
    assert "2025–2026" in page_of(keeper, "seasons")


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"first_day": "2026-09-01"},
        {"first_day": "soon"},
        {"least_games": 0},
        {"best_games": -1},
        {"club_players": "x"},
    ],
)
def test_what_is_wrong_makes_no_season_and_is_shown_again(keeper, wrong):
    answer = keeper.post(reverse("seasons"), FIELDS | {"name": "Ours"} | wrong)
    assert answer.status_code == 422
    assert "errorlist" in text(answer)
    assert "Ours" in text(answer) or "name" in wrong
    assert not Season.objects.exists()


def test_settings_are_changed_and_a_name_is_there_once(keeper, season):
    other = season_of(date(2025, 1, 1), name="Old")
    where = reverse("season-settings", args=[other.pk])
    assert keeper.post(where, FIELDS).status_code == 422
    assert keeper.post(where, FIELDS | {"name": "Older", "best_games": 3, "public": "on"}).status_code == 302
    other.refresh_from_db()
    assert (other.name, other.best_games, other.public) == ("Older", 3, True)


def test_players_are_ranked_with_selections(keeper, played):
    page = page_of(keeper, "season", played.pk)
    assert page.index("Noah") < page.index("Mona") < page.index("Olga"), "one game is too few for a rank"
    assert "85.00" in page
    assert "99.00" in page
    only = page_of(keeper, "season", played.pk, asked="?series=4B")
    assert "Noah" not in only
    assert cells_of(only)[0][1] == "Of all"
    assert cells_of(only)[1][:2] == ["1", "2"], "the rank among all"
    assert "Noah" not in page_of(keeper, "season", played.pk, asked="?category=Vermeil")
    odd = page_of(keeper, "season", played.pk, asked="?series=x&club=%00&sort=name&page=x&show=none")
    assert odd.index("Mona") < odd.index("Noah") < odd.index("Olga")


def test_clubs_are_ranked(keeper, played):
    page = page_of(keeper, "season", played.pk, asked="?show=clubs")
    assert "Lyon" in page
    assert "65.00" in page
    assert "Noah" not in page


def test_the_index_goes_out_as_a_file(keeper, played):
    Player.objects.filter(name="Noah").update(name="=1+1")
    csv = keeper.get(reverse("export-index", args=[played.pk, "csv"])).content.decode("utf-8-sig")
    assert csv.splitlines()[1].startswith("1,'=1+1,")
    sheet = load_workbook(
        BytesIO(keeper.get(reverse("export-index", args=[played.pk, "xlsx"])).content)
    ).active
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert rows[0][0] == "Rank"
    assert rows[2][:5] == [2, "Mona", "4B", "Lyon", 65]
    assert rows[3][0] is None
    clubs = keeper.get(reverse("export-index", args=[played.pk, "csv"]) + "?show=clubs")
    assert clubs.content.decode("utf-8-sig").splitlines()[1] == "1,Lyon,65.00,1,2"
    assert keeper.get(reverse("export-index", args=[played.pk, "pdf"])).status_code == 404


def test_games_of_an_event_that_hides_names_do_not_count_yet(keeper, played, game):
    event = past_event("Hiding", DAY, {"Zaphira": [100, 100]})
    Game.objects.update(event=event, names_hidden=True)
    player = Player.objects.get(name="Zaphira")
    assert "Zaphira" not in page_of(keeper, "season", played.pk)
    assert "Hiding" not in page_of(keeper, "person-games", player.pk)
    Game.objects.update(state=Game.State.FINISHED)
    assert "Zaphira" in page_of(keeper, "season", played.pk)
    assert "Hiding" in page_of(keeper, "person-games", player.pk)


def test_what_a_player_did(keeper, played):
    page = page_of(keeper, "person-games", Player.objects.get(name="Mona").pk)
    for told in ("Lyon", "Cup", "Game 2", "65.00", "2025–2026", CHART):
        assert told in page
    nobody = Player.named("Zoe")
    nobody.save()
    assert CHART not in page_of(keeper, "person-games", nobody.pk)


@pytest.mark.repeats
@pytest.mark.parametrize("totals", [[50, 60], [0, 100], [100, 100], [-20, 120], list(range(200))])
def test_the_chart_can_be_read_by_who_does_not_see_it(played, totals):
    past_event("More", date(2026, 2, 1), {"Zoe": totals})
    lines = history_of(Player.objects.get(name="Zoe")).lines
    svg = Template("{% load charts %}{% percent_chart lines %}").render(Context({"lines": lines}))
    chart = ET.fromstring(svg)
    named = chart.get("aria-labelledby").split()
    title, text_of_chart = (next(part for part in chart if part.get("id") == name) for name in named)
    assert (title.tag, text_of_chart.tag) == ("title", "desc")
    assert f"{len(totals)} games from" in text_of_chart.text
    (line,) = chart.iter("polyline")
    points = [tuple(map(float, point.split(","))) for point in line.get("points").split()]
    assert len(points) == len(totals)
    assert all(0 <= across <= 480 and 0 <= down <= 200 for across, down in points)
    heights = [down for _across, down in points]
    assert all(
        (one > other) == (up < down)
        for one, other, up, down in zip(totals, totals[1:], heights, heights[1:], strict=False)
        if abs(one - other) > 1
    )


def test_one_game_is_no_chart(played):
    lines = history_of(Player.objects.get(name="Olga")).lines
    assert Template("{% load charts %}{% percent_chart lines %}").render(Context({"lines": lines})) == ""


@pytest.mark.repeats
@pytest.mark.parametrize("name", ["seasons", "season", "person-games"])
def test_a_list_of_three_asks_the_database_as_often_as_one_of_one(keeper, season, name):
    def queries():
        player = Player.objects.get(name="Noah")
        args = {"seasons": [], "season": [season.pk], "person-games": [player.pk]}[name]
        with CaptureQueriesContext(connection) as asked:
            assert keeper.get(reverse(name, args=args)).status_code == 200
        return len(asked)

    past_event("One", DAY, {"Noah": [90]})
    before = queries()
    past_event("Three", DAY, {"Noah": [90, 80, 70], "Mona": [50, 60, 70], "Olga": [1, 2, 3]})
    for year in (2023, 2024):
        season_of(date(year, 9, 1))
    assert queries() == before


@pytest.mark.parametrize("name", ["seasons", "season", "season-settings", "export-index", "person-games"])
def test_who_may_not_change_players_sees_none_of_it(client, played, name, stranger):
    args = {"seasons": [], "export-index": [played.pk, "csv"], "person-games": [Player.objects.first().pk]}
    where = reverse(name, args=args.get(name, [played.pk]))
    assert client.get(where).status_code == 302
    client.force_login(stranger)
    assert client.get(where).status_code == 403
