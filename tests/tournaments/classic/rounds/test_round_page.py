"""The pages of a division for directors: rounds that follow phones' results, who is new, who is gone, and
where standings are found.
"""

import re

import pytest
from django.urls import reverse

from tests.factories.divisions import enter_all, entrant_named, make_division, play_round, players, report
from tests.worlds.division import division_of
from tournaments.classic.divisions import entry_by_name
from tournaments.classic.divisions.phone_page import phone_page_of
from tournaments.classic.divisions.phones import join_code
from tournaments.classic.rounds import pairing
from tournaments.classic.rounds.selectors import MATCH_NAMES
from tournaments.classic.views.desk.rounds import result_in_words
from tournaments.events.registration.pasted import TypedName
from tournaments.models import Event, Player

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def world(db, english):
    return division_of(*players(4), then="paired", rounds_planned=2)


@pytest.fixture
def director(client, director):
    client.force_login(director)
    return director


@pytest.fixture
def division(director, world):
    return world[1]


def address(name, division, *args):
    return reverse(name, args=[division.event_id, division.pk, *args])


def test_a_round_page_learns_what_has_come_in_since(client, director, division):
    pairing.begin_round(division=division, number=1, by=director)
    page = client.get(address("division-round", division, 1))
    follow = page.context["changes_url"]
    assert client.get(follow, headers=HTMX).status_code == 204
    match = division.rounds.get().matches.select_related("first", "second").get(table=1)
    report(match, match.first, 400, 380)
    report(match, match.second, 381, 400)
    changes = client.get(follow, headers=HTMX)
    text = changes.content.decode()
    assert "To be settled by the desk" in text
    # The line that is being typed is not in it.
    assert 'id="line"' not in text
    follow = changes.context["changes_url"]
    assert client.get(follow, headers=HTMX).status_code == 204
    enter_all(division, 1, director)
    text = client.get(follow, headers=HTMX).content.decode()
    assert "401–380" in text
    assert "complete" in text


def test_all_reasons_are_opened_by_one_link_and_stay_open_when_results_come_in(client, director, division):
    page = client.get(address("division-round", division, 1)).content.decode()
    assert 'href="?by=why"' in page
    assert page.count("<details><summary>why</summary>") == 2
    pairing.begin_round(division=division, number=1, by=director)
    every = client.get(address("division-round", division, 1), {"by": "why"})
    assert every.content.decode().count("<details open><summary>why</summary>") == 2
    assert "?by=why&amp;seen=" in every.content.decode()
    enter_all(division, 1, director)
    changes = client.get(every.context["changes_url"], headers=HTMX).content.decode()
    assert changes.count("<details open><summary>why</summary>") == 2
    typed = client.post(every.context["line_url"], {"line": "1 500 300"}, headers=HTMX).content.decode()
    assert typed.count("<details open><summary>why</summary>") == 2


def test_a_page_of_a_round_that_has_begun_meanwhile_is_loaded_anew(client, director, division):
    page = client.get(address("division-round", division, 1))
    pairing.begin_round(division=division, number=1, by=director)
    answer = client.get(page.context["changes_url"], headers=HTMX)
    assert answer["HX-Refresh"] == "true"


def test_the_standings_of_a_classic_event_are_those_of_its_divisions(client, director, division):
    play_round_of(division, director)
    answer = client.get(reverse("event-standings", args=[division.event_id]))
    assert answer["Location"] == address("division-standings", division)
    other = make_division(director, (), event=division.event, name="B")
    page = client.get(reverse("event-standings", args=[division.event_id])).content.decode()
    for one in (division, other):
        assert address("division-standings", one) in page
    assert "Top" not in page


def test_standings_are_released_from_where_they_are_looked_at(client, director, division):
    play_round_of(division, director)
    shown = address("division-standings", division)
    assert "Release as provisional" in client.get(shown).content.decode()
    fields = {"released": "provisional", "division": division.pk}
    answer = client.post(reverse("release-standings", args=[division.event_id]), fields)
    assert answer["Location"] == shown
    assert Event.objects.get().released == "provisional"


def test_who_has_not_come_is_gone_and_the_round_is_to_be_paired_again(client, division):
    gone = entrant_named(division, "Player 001")
    assert client.get(address("entrant", division, gone.pk)).context["next_round"] == 1
    fields = {"from_round": "1"}
    answer = client.post(address("entrant-act", division, gone.pk, "drop-out"), fields, follow=True)
    assert answer.redirect_chain[0][0] == address("division-round", division, 1)
    page = answer.content.decode()
    assert "Round 1 must be paired again." in page
    assert "Pair again" in page


def test_who_is_new_is_said_and_who_may_be_meant_is_asked(client, director):
    division = make_division(director, players(2))
    rated = Player.named("Agnes Åkerblom")
    rated.rating = 1850
    rated.save()
    enter = address("enter-players", division)
    two = {"names": "Agnes Akerblom\nNils Holm"}
    page = client.post(enter, two, follow=True)
    assert [one.state for one in page.context["pasted"]] == ["known", "new"]
    assert not Player.objects.filter(name__in=["Agnes Akerblom", "Nils Holm"]).exists()
    page = client.post(enter, two | {"mark": page.context["mark"]}, follow=True).content.decode()
    assert "2 players entered." in page
    assert entrant_named(division, "Agnes Åkerblom").rating == 1850


@pytest.mark.parametrize("name", ["Åkerblom Agnes", "Åkerblom, Agnes", "ÅKERBLOM agnes"])
def test_a_name_means_one_person_in_any_order(client, director, name):
    division = make_division(director)
    Player.named("Agnes Åkerblom").save()
    page = client.post(address("enter-players", division), {"names": name}, follow=True)
    if "," in name:
        assert [one.state for one in page.context["pasted"]] == ["known"]
        return
    assert "1 player entered." in page.content.decode()
    assert Player.objects.count() == 1


def test_a_code_for_classic_matches_leads_on_from_the_first_page(client, division):
    event, code = division.event, join_code(division.event)
    answer = client.get(reverse("home"), {"code": f" {code[:3].lower()}-{code[3:]}"})
    assert answer["Location"] == f"{reverse('matches', args=[event.pk])}?code={code}"
    assert client.get(reverse("home"), {"code": "AAAAAA"}).status_code == 404


def test_what_a_line_did_is_told_with_the_overtime(client, director, division):
    pairing.begin_round(division=division, number=1, by=director)
    text = client.post(
        address("result-line", division, 1), {"line": "1 451-300"}, follow=True
    ).content.decode()
    assert "Table 1: 451–300" in text
    match = division.rounds.get().matches.select_related(*MATCH_NAMES).get(table=1)
    result = match.results.get()
    result.match = match
    result.first_score, result.first_overtime, result.second_overtime = 431, 20, 10
    assert result_in_words(1, result) == (
        f"Table 1: {match.first.entry.name} 431, {match.second.entry.name} 300 (overtime −20, −10)"
    )


def test_a_line_with_long_names_is_taken_whole(client, director):
    names = [f"{word} {'von und zu ' * 5}{word}" for word in ("Alba", "Bora")]
    division = make_division(director, names, rounds_planned=1)
    pairing.pair_next_round(division=division, number=1, by=director)
    pairing.begin_round(division=division, number=1, by=director)
    match = division.rounds.get().matches.select_related(*MATCH_NAMES).get()
    line = f"{match.first.entry.name} 451 {match.second.entry.name} 300"
    assert len(line) > 80
    typed = f"{line}{' ' * 400}x"
    answer = client.post(address("result-line", division, 1), {"line": typed})
    assert answer.context["line"] == typed
    assert "A line has at most 400 characters." in answer.content.decode()
    page = client.post(address("result-line", division, 1), {"line": line}, follow=True).content.decode()
    assert "Table 1: 451–300" in page


def test_changes_by_hand_are_confirmed(client, division):
    for act, fields, said in (
        ("sides", {"table": "1"}, "Table 1: first move swapped."),
        ("move", {"table": "1", "to": "7"}, "Table 1 is table 7 now."),
        ("swap", {"one": "1", "other": "2"}, "Numbers 1 and 2 have changed places."),
    ):
        page = client.post(address("round-act", division, 1, act), fields, follow=True)
        assert said in page.content.decode()


def test_why_two_meet_in_the_first_round(client, division):
    page = client.get(address("division-round", division, 1)).content.decode()
    assert "No match played yet: number 1 of the list meets number 3." in page


def test_a_complete_round_leads_on(client, director, division):
    play_round_of(division, director)
    first, last = (client.get(address("division-round", division, n)).content.decode() for n in (1, 2))
    assert f'href="{address("division-round", division, 2)}"' in first
    assert "All rounds are played: next steps" in last
    page = client.get(address("division", division)).content.decode()
    for words in ("View and release the standings", "Rate this event", "Prizes"):
        assert words in page


def test_everybody_can_look_at_the_rounds_before(client, director, division):
    play_round_of(division, director)
    Event.objects.update(public=True)
    shown = reverse("public-division", args=[division.pk])
    page = client.get(shown).content.decode()
    assert '<a href="?round=1"' in page
    assert "<h2>Round 2</h2>" in page
    assert "<h2>Round 1</h2>" in client.get(shown, {"round": "1"}).content.decode()
    assert "<h2>Round 2</h2>" in client.get(shown, {"round": "9"}).content.decode()


def test_dates_cannot_be_misread(client, division):
    day = division.event.date
    page = client.get(reverse("event", args=[division.event_id]), headers={"Accept-Language": "en-GB"})
    assert f"{day.day} {day:%B %Y}" in page.content.decode()
    assert re.search(r"\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d", page.content.decode())


def test_a_late_entrys_phone_says_from_which_round_they_play(client, director, division):
    pairing.begin_round(division=division, number=1, by=director)
    entry_by_name.enter_by_name(division=division, lines=[TypedName("Late")], by=director)
    late = entrant_named(division, "Late")
    me = phone_page_of(late.entry)
    assert (me["state"], me["first_round"]) == ("left_out", 2)


def play_round_of(division, by):
    pairing.begin_round(division=division, number=1, by=by)
    enter_all(division, 1, by)
    play_round(division, 2, by)
