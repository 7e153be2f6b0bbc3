"""The pages of an event: making one, its games, entries, the door, and its standings on screen, paper and in files."""

import re
from io import BytesIO

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from duplicate.games import event_changes
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.models import Game
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.website.events.forms import EventSettingsForm
from engine.rules import (
    RuleSet,
)
from tests.factories.documents import play_evening
from tests.html_tables import cells_of
from tournaments.described_settings.setting_columns import settings_in
from tournaments.errors import RuleViolation
from tournaments.events import services as event_services
from tournaments.events.actions import EVENT_ACTIONS
from tournaments.models import Club, Event, EventAct, Player

pytestmark = pytest.mark.django_db

GAME = {"name": "Morning", "lexicon": "english", "rule_set": "fisf", "notation": "duplicate"}


def address(name, game, *args):
    return reverse(name, args=[game.event_id, *args])


def text(answer):
    return answer.content.decode()


def test_an_event_is_made_with_its_first_game_and_has_further_ones(desk, built_in):
    fields = {"event-name": "Festival", "event-date": "2026-05-01"} | GAME
    answer = desk.post(reverse("new-event"), fields)
    event = Event.objects.get()
    assert answer.url == reverse("event", args=[event.pk])
    assert (event.name, str(event.date), event.games.get().name) == ("Festival", "2026-05-01", "Morning")
    desk.post(reverse("new-event-game", args=[event.pk]), GAME | {"name": "Noon", "rule_set": "classic"})
    assert [(game.number, game.name) for game in event.games.order_by("number")] == [
        (1, "Morning"),
        (2, "Noon"),
    ]
    page = text(desk.get(reverse("event", args=[event.pk])))
    assert "Morning" in page
    assert "Noon" in page


def test_divisions_of_another_program_are_imported_from_the_page_of_the_event(desk, game):
    assert f'href="{address("division-files", game)}"' in text(desk.get(address("event", game)))


@pytest.mark.parametrize(
    "wrong", [{"event-name": ""}, {"event-date": "yesterday"}, {"name": ""}, {"lexicon": "none"}]
)
def test_what_is_wrong_makes_neither_event_nor_game(desk, built_in, wrong):
    fields = {"event-name": "Festival", "event-date": "2026-05-01"} | GAME | wrong
    answer = desk.post(reverse("new-event"), fields)
    assert answer.status_code == 422
    assert "Festival" in text(answer) or "event-name" in wrong
    assert (Event.objects.count(), Game.objects.count()) == (0, 0)


def test_settings_are_kept_and_faults_named(desk, game):
    fields = {
        "name": "Cup",
        "date": "2026-05-01",
        "best_of_team": 2,
        "groups": "Morning\n Beginners \nMorning",
        "categories": "Junior 16-17\nDiamant 72+\nSenior -61",
    }
    assert desk.post(address("event-settings", game), fields).status_code == 302
    event = Event.objects.get()
    assert (event.name, event.best_of_team, event.groups) == ("Cup", 2, ["Morning", "Beginners"])
    assert event.age_categories == [["Junior", 16, 17], ["Diamant", 72, None], ["Senior", None, 61]]
    page = text(desk.get(address("event-settings", game)))
    assert "Junior 16-17" in page
    for wrong in (
        {"categories": "Junior"},
        {"categories": "Junior 17-16"},
        {"best_of_team": 0},
        {"groups": "x" * 41},
    ):
        answer = desk.post(address("event-settings", game), fields | wrong)
        assert answer.status_code == 422
        assert "errorlist" in text(answer)
    assert Event.objects.get().best_of_team == 2


def test_each_setting_of_an_event_is_in_its_form():
    assert settings_in(Event).keys() <= EventSettingsForm.base_fields.keys()


@pytest.mark.parametrize("page", ["event", "public-standings"])
def test_a_game_that_has_not_begun_is_told_so(desk, game, open_round, page):
    Event.objects.update(public=True)
    assert ">not begun<" in text(desk.get(address(page, game), headers={"accept-language": "en"}))
    open_round("TRAINER")
    shown = text(desk.get(address(page, game), headers={"accept-language": "en"}))
    assert "not begun" not in shown
    assert ">in progress<" in shown


def test_a_group_in_use_is_not_taken_away(desk, game, players, arbitrator):
    Event.objects.update(groups=["A"])
    players[0][0].group = "A"
    players[0][0].save()
    answer = desk.post(address("event-settings", game), {"name": "Cup", "date": "2026-05-01"})
    assert answer.status_code == 422
    assert "Somebody is in the group “A”" in text(answer)


def test_tables_teams_and_groups_are_written_into_the_list(desk, game, players):
    Event.objects.update(groups=["A"])
    keys = [entry.pk for entry, _token in players]
    fields = {
        f"table-{keys[0]}": 2,
        f"table-{keys[1]}": 1,
        f"team-{keys[0]}": "Lyon",
        f"group-{keys[0]}": "A",
    }
    assert desk.post(address("event-entries", game), fields).status_code == 302
    entry = game.event.entries.select_related("team").get(pk=keys[0])
    assert (entry.table, entry.team.name, entry.group) == (2, "Lyon", "A")
    answer = desk.post(address("event-entries", game), {f"table-{keys[0]}": "1", f"team-{keys[0]}": "Bern"})
    assert answer.status_code == 422
    assert 'value="Bern"' in text(answer), "what was typed is shown again"
    assert "Table 1 would be assigned twice." in text(answer)
    answer = desk.post(address("event-entries", game), {f"table-{keys[0]}": "one"})
    assert "is not a table number" in text(answer)


def test_a_team_is_as_long_as_its_column_when_its_letters_come_apart(desk, game, players):
    """NFC makes two signs of this letter."""
    key = players[0][0].pk
    fields = {f"table-{key}": "1", f"team-{key}": "\u0958" * 80}
    assert desk.post(address("event-entries", game), fields).status_code == 302
    assert len(game.event.teams.get().name) == 80


def test_nobody_changes_tables_while_a_round_is_in_progress(desk, game, players, open_round, arbitrator):
    open_round("TRAINER")
    before = list(game.event.entries.values_list("pk", "table", "team"))
    keys = [entry.pk for entry, _token in players]
    fields = {f"table-{keys[0]}": 2, f"table-{keys[1]}": 1}
    assert "is in progress" in text(desk.post(address("event-entries", game), fields))
    for how in ("draw", "rank"):
        page = text(desk.post(address("seat-entries", game, how), follow=True))
        assert "is in progress" in page
    assert list(game.event.entries.values_list("pk", "table", "team")) == before
    # A team can be written at any time.
    assert desk.post(address("event-entries", game), {f"team-{keys[0]}": "Lyon"}).status_code == 302
    assert game.event.teams.count() == 1


def test_seated_by_rank_the_leader_is_at_the_first_table(desk, played):
    version = played.version
    desk.post(address("seat-entries", played, "rank"))
    assert played.event.entries.get(player__name="Noah").table == 1
    played.refresh_from_db()
    assert played.version > version, "the screens of the game learn of it"
    assert desk.post(address("seat-entries", played, "magic")).status_code == 404


@pytest.fixture
def keeper(arbitrator):
    """Give the arbitrator the right to change people."""
    arbitrator.user_permissions.add(Permission.objects.get(codename="change_player"))
    return arbitrator


def test_who_keeps_no_people_enters_those_of_the_own_events_alone(desk, game, players, arbitrator):
    hidden = Player.named("Xavier")
    hidden.save()
    later = event_services.create_event(name="Later", by=arbitrator)
    page = text(desk.get(reverse("enter-people", args=[later.pk])))
    assert "Mona" in page
    assert "Xavier" not in page
    mona = players[0][0].player_id
    desk.post(reverse("enter-people", args=[later.pk]), {"player": [hidden.pk, mona]})
    assert [entry.player_id for entry in later.entries.all()] == [mona]


def test_all_who_are_found_are_ticked_and_entered(desk, game, keeper):
    earlier = event_services.create_event(name="Last year", by=keeper)
    lyon = Club.named("Lyon")
    lyon.save()
    for number in range(120):
        Player.named(f"Guest {number}").save()
    for number in range(110):
        player = Player.named(f"Member {number}")
        player.club, player.series = lyon, "4B" if number % 2 else "5A"
        player.save()
    old = Player.objects.filter(club=lyon, series="5A")[:7]
    event_changes.enter_people(event=earlier, players=[one.pk for one in old], by=keeper)
    enter = address("enter-people", game)
    found = text(desk.post(enter, {"search": "1", "event": earlier.pk}))
    assert [f"Member {number}" in found for number in (0, 3)] == [True, False]
    page = text(desk.post(enter, {"search": "tick", "club": lyon.pk, "series": "5A"}))
    assert "Enter the 55 who are ticked" in page
    ticked = re.findall(
        r'name="player" value="(\d+)" checked',
        desk.post(enter, {"search": "tick", "club": lyon.pk}).content.decode(),
    )
    assert len(ticked) == 110
    desk.post(enter, {"player": ticked})
    assert game.event.entries.filter(player__club=lyon).count() == 110
    assert game.event.entries.filter(player__name__startswith="Guest").count() == 0


def test_the_door(desk, game, keeper):
    people = [Player.named(name) for name in ("Dan", "Pia", "Fay")]
    Player.objects.bulk_create(people)
    page = text(desk.get(address("enter-people", game) + "?text=dan"))
    assert "Dan" in page
    assert "Pia" not in page
    desk.post(
        address("enter-people", game), {"player": [one.pk for one in people] + ["x", "99999999999999999999"]}
    )
    assert "Dan" not in text(desk.get(address("enter-people", game) + "?text=dan"))
    page = text(desk.get(address("event-door", game)))
    assert "Dan" in page
    assert "3 are missing" in page
    dan = game.event.entries.get(player__name="Dan")
    desk.post(address("event-door", game), {"entry": [dan.pk]})
    desk.post(address("leave-out-absent", game))
    assert {row.name for row in standings_for_game(game).rows} == {"Dan"}
    answer = desk.post(
        reverse("api-entries", args=[game.code]), {"name": "Pia"}, content_type="application/json"
    )
    assert answer.status_code == 201
    assert {row.name for row in standings_for_game(game).rows} == {"Dan", "Pia"}


def test_standings_with_selections(desk, played):
    club = played.event.entries.get(player__name="Mona").player
    Player.objects.filter(pk=club.pk).update(series="4B", birth_year=played.event.date.year - 65)
    page = text(desk.get(address("event-standings", played)))
    assert page.index("Noah") < page.index("Mona")
    assert "4B" in page
    assert "Vermeil" in page
    only = text(desk.get(address("event-standings", played) + "?series=4B"))
    assert "Mona" in only
    assert "Noah" not in only
    assert "Of all" not in page
    assert cells_of(only)[0][:2] == ["Rank", "Of all"], "the rank among all"
    assert cells_of(only)[2][:4] == ["1", "2", "1", "Mona"]
    odd = text(
        desk.get(address("event-standings", played) + "?series=nonsense&category=%00&sort=name&page=x")
    )
    assert odd.index("Mona") < odd.index("Noah")


def test_all_columns_are_shown_where_they_are_asked_for(client, desk, played, arbitrator):
    noah = Player.objects.get(name="Noah")
    noah.licence, noah.series, noah.country = "L-77", "4B", "BEL"
    noah.save()
    address_ = address("event-standings", played)
    told = ("L-77", "4B", "BEL")
    few, every = text(desk.get(address_)), text(desk.get(f"{address_}?columns=all"))
    assert not any(f"<td>{fact}</td>" in few for fact in told)
    assert all(f"<td>{fact}</td>" in every for fact in told)
    # A licence number is nobody else's business.
    event_services.release_standings(event=played.event, released=Event.Released.FINAL, by=arbitrator)
    public = text(client.get(f"{address('public-standings', played)}?columns=all"))
    assert [f"<td>{fact}</td>" in public for fact in told] == [False, True, True]


def test_people_of_one_name_are_told_apart(client, desk, played, arbitrator):
    for name, licence in (("Noah", "L-1"), ("Mona", "L-2")):
        Player.objects.filter(name=name).update(
            name="Jean Martin",
            key="jean martin",
            licence=licence,
            club=Club.objects.get_or_create(name=f"Club {licence}", key=f"club {licence}")[0],
        )
    shown = text(desk.get(address("event-standings", played)))
    assert "Jean Martin (L-1, Club L-1)" in shown
    assert "Jean Martin (L-2, Club L-2)" in shown
    event_services.release_standings(event=played.event, released=Event.Released.PROVISIONAL, by=arbitrator)
    public = text(client.get(address("public-standings", played)))
    assert "Jean Martin (Club L-1)" in public
    assert "L-1, Club" not in public


def test_ticks_stay_while_one_searches_for_the_next_name(desk, game, keeper):
    found = [Player.named(name) for name in ("Paula Petit", "Rosa Roux")]
    for player in found:
        player.save()
    page = address("enter-people", game)
    ticked = f'value="{found[0].pk}" checked'
    searched = desk.post(page, {"text": "roux", "player": found[0].pk, "search": "1"})
    assert searched.status_code == 200
    assert ticked in text(searched)
    assert f'value="{found[1].pk}"' in text(searched)
    assert not game.event.entries.exists()
    desk.post(page, {"text": "roux", "player": [player.pk for player in found]})
    assert game.event.entries.count() == 2


def test_teams_are_a_standing_of_their_own(desk, played, arbitrator):
    keys = dict(played.event.entries.values_list("player__name", "pk"))
    desk.post(
        address("event-entries", played), {f"team-{keys['Mona']}": "Lyon", f"team-{keys['Noah']}": "Lyon"}
    )
    page = text(desk.get(address("event-standings", played) + "?show=teams"))
    assert "Lyon" in page
    assert "Noah" not in page
    assert 'class="tops"' not in page, "a team is no player: the tops of one would say nothing"
    assert 'class="tops"' in text(desk.get(address("event-standings", played)))
    table = desk.get(address("export-event-standings", played, "csv") + "?show=teams").content.decode(
        "utf-8-sig"
    )
    headings, *rows = [line.split(",") for line in table.splitlines()]
    assert headings == ["Rank", "Name", "Total", "Negative", "%", "Tuesday (in progress)"]
    assert rows == [["1", "Lyon", "66", "-66", "50.00", "66"]], "of the tops of two"
    for show, there in (("", True), ("teams", False)):
        pdf = desk.get(address("export-event-standings", played, "pdf") + f"?show={show}")
        paper = PdfReader(BytesIO(pdf.content)).pages[0].extract_text()
        assert ("Top" in paper) == there


@pytest.mark.slow
def test_paper_leaves_no_game_out(desk, played, arbitrator):
    while played.event.games.count() < 8:
        play_evening(arbitrator, rounds=1, name="Further", event=played.event)
    pdf = desk.get(address("export-event-standings", played, "pdf"))
    paper = " ".join(PdfReader(BytesIO(pdf.content)).pages[0].extract_text().split())
    assert "8 games · " in paper
    assert "% G1 G2 G3 G4 G5 G6 G7 G8" in paper


def test_standings_go_out_as_files_and_on_paper(desk, played):
    Player.objects.filter(name="Noah").update(name="=HYPERLINK(1)")
    csv = desk.get(address("export-event-standings", played, "csv"))
    assert "'=HYPERLINK(1)" in csv.content.decode("utf-8-sig")
    sheet = load_workbook(BytesIO(desk.get(address("export-event-standings", played, "xlsx")).content)).active
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert rows[0] == ["Rank", "Table", "Name", "Total", "Negative", "%", "Tuesday (in progress)"]
    assert rows[1] == [None, None, "Top", 66, 0, 100, 66]
    assert rows[2] == [1, 2, "=HYPERLINK(1)", 66, 0, 100, 66]
    pdf = PdfReader(BytesIO(desk.get(address("export-event-standings", played, "pdf")).content))
    assert "Mona" in pdf.pages[0].extract_text()
    assert desk.get(address("export-event-standings", played, "exe")).status_code == 404


def test_the_public_sees_standings_when_they_are_released(client, desk, played):
    from django.test import Client

    anybody = Client()
    where = address("public-standings", played)
    assert anybody.get(where).status_code == 404
    desk.post(address("release-standings", played), {"released": "provisional"})
    answer = desk.post(address("release-standings", played), {"released": "final"}, follow=True)
    assert "Standings can be final only when every game is over. Not over: Tuesday." in text(answer)
    assert "provisional" in text(anybody.get(where))
    arbitrator = played.event.posts.get().user
    game_services.end_game(game=played, by=arbitrator)
    assert "provisional" in text(anybody.get(where)), "the end of a game makes nothing final by itself"
    desk.post(address("release-standings", played), {"released": "final"})
    page = text(anybody.get(where))
    assert "provisional" not in page
    assert "Noah" in page
    desk.post(address("release-standings", played), {"released": "hidden"})
    desk.post(address("release-standings", played), {"released": "nonsense"})
    assert anybody.get(where).status_code == 404
    assert [act.act for act in played.event.acts.all()] == [
        "standings_provisional",
        "standings_final",
        "standings_hidden",
    ]


def test_what_changes_after_final_is_provisional_again(desk, played, arbitrator):
    game_services.end_game(game=played, by=arbitrator)
    desk.post(address("release-standings", played), {"released": "final"})
    slip_services.key_slip(
        game=played,
        number=1,
        entry=played.event.entries.get(player__name="Mona"),
        word="TRAINER",
        reference="H4",
        stated_score=66,
        by=arbitrator,
        reason="found under the table",
    )
    assert Event.objects.get().released == "provisional"
    last = played.event.acts.last()
    assert (last.act, last.by, last.params) == ("standings_changed", arbitrator, {"game": "Tuesday"})
    assert "Tuesday has changed: the standings are provisional again" in text(
        desk.get(address("event", played))
    )
    desk.post(address("release-standings", played), {"released": "final"})
    assert Event.objects.get().released == "final"


def test_hidden_names_are_hidden_in_the_event_too(played, client, stranger):
    Game.objects.update(names_hidden=True)
    Player.objects.filter(name="Noah").update(club=None, series="Vermeil")
    reds = played.event.teams.create(name="Reds of Noah", key="reds")
    played.event.entries.filter(table=2).update(team=reds, group="Parents")
    played.event.posts.create(user=stranger, role="arbitrator")
    Event.objects.update(released="final")
    client.force_login(stranger)
    for where in (address("event-standings", played), address("public-standings", played)):
        page = text(client.get(where))
        assert "Noah" not in page
        assert "Table 2" in page
        assert not any(told in page for told in ("Vermeil", "Reds", "Parents"))
    assert client.get(address("event-door", played)).status_code == 403


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("events", False),
        ("event", True),
        ("event-standings", True),
        ("event-entries", True),
        ("event-door", True),
        ("enter-people", True),
    ],
)
def test_a_list_of_three_asks_the_database_as_often_as_one_of_one(desk, game, keeper, name, more):
    def queries():
        with CaptureQueriesContext(connection) as asked:
            assert desk.get(reverse(name, args=[game.event_id] if more else [])).status_code == 200
        return len(asked)

    def grow(number):
        event_services.create_event(name=f"Event {number}", by=keeper)
        player_services.add_player(game=game, name=f"Player {number}", by=keeper)
        person = Player.named(f"Person {number}")
        person.save()
        event_changes.enter_people(event=game.event, players=[person.pk], by=keeper)
        Player.named(f"Outside {number}").save()
        game_services.create_game(
            name=f"Game {number}",
            by=keeper,
            event=game.event,
            lexicon="english",
            notation="duplicate",
            rules=RuleSet(),
        )

    grow(1)
    desk.get(reverse("events"))
    before = queries()
    grow(2)
    grow(3)
    assert queries() == before


def test_every_act_has_its_sentence(desk, played, arbitrator):
    with pytest.raises(RuleViolation):
        event_changes.seat_by_rank(event=played.event, by=type(arbitrator).objects.create_user("none"))
    event_changes.draw_tables(event=played.event, by=arbitrator)
    page = text(desk.get(address("event", played)))
    assert f"Tables drawn, seed {EventAct.objects.get().params['seed']}" in page
    assert all(str(action.text) for action in EVENT_ACTIONS)
