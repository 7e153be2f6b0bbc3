"""The prizes of an event: set by its chief, won as the standings stand, on the page and on paper."""

import re

import pytest
from django.urls import reverse

from duplicate.games import services as game_services
from duplicate.models import Game
from duplicate.standings.rows.prize_winners import event_awards
from duplicate.website.events.prize_forms import EventPrizeForm
from engine.rules import (
    RuleSet,
)
from tests.factories.documents import begin_evening, printed, written
from tests.html_tables import tables_of
from tests.worlds.images import enter, image_of
from tournaments.errors import RuleViolation
from tournaments.events import prizes as event_prizes
from tournaments.events.services import release_standings
from tournaments.models import Club, Event, EventPrize

pytestmark = pytest.mark.django_db


def begin_with_two_clubs():
    """Finish the game of an event, with five players of two clubs."""
    arbitrator, game = begin_evening(players=5, rounds=3)
    clubs = [Club.named(name) for name in ("Dakar", "Liège")]
    for club in clubs:
        club.save()
    for entry in game.event.entries.all():
        entry.player.club = clubs[entry.table % 2]
        entry.player.save()
    game_services.end_game(game=game, by=arbitrator)
    return arbitrator, Event.objects.get(pk=game.event_id)


@pytest.fixture
def evening(db, english):
    return enter(image_of(begin_with_two_clubs))


@pytest.fixture
def arbitrator(evening):
    return evening[0]


@pytest.fixture
def event(evening):
    return evening[1]


def set_them(event, by, *prizes, one_each=False):
    event_prizes.set_event_prizes(event=event, prizes=list(prizes), one_each=one_each, by=by)
    event.refresh_from_db()


def some(event, by):
    set_them(
        event,
        by,
        EventPrize(name="The cup", worth="100 €"),
        EventPrize(name="Best game", kind="high_game", place=2),
        EventPrize(name="Best of the club", worth="a book", within="club"),
    )


@pytest.mark.slow
def test_who_has_what_and_why(event, arbitrator):
    some(event, arbitrator)
    awards = event_awards(event)
    assert [(one.row.name, one.among, one.for_) for one in awards] == [
        ("The cup", "", "rank 1"),
        ("Best game", "", "highest game 2"),
        ("Best of the club", "Dakar", "rank 1, club Dakar"),
        ("Best of the club", "Liège", "rank 1, club Liège"),
    ]
    assert all(one.winners for one in awards)
    assert "rank 1 overall" in awards[0].won_by
    assert "points in Tuesday" in awards[1].won_by
    assert {winner.club for winner in awards[2].winners} == {"Dakar"}


def test_nobody_gets_two_and_the_page_says_who_passed_one_on(event, arbitrator, desk):
    set_them(
        event, arbitrator, EventPrize(name="Cup"), EventPrize(name="Game", kind="high_game"), one_each=True
    )
    first, second = event_awards(event)
    assert first.winners != second.winners
    assert second.remark == f"passed on by {first.winners[0].name}, who has another prize"
    page = desk.get(reverse("event-prizes", args=[event.pk])).content.decode()
    assert second.remark in page
    assert "One prize per player." in page


@pytest.mark.parametrize(
    ("prize", "code"),
    [(EventPrize(name=""), "prize_without_name"), (EventPrize(name="x", place=0), "prize_place")],
)
def test_what_is_wrong_is_refused_and_changes_nothing(event, arbitrator, prize, code):
    some(event, arbitrator)
    with pytest.raises(RuleViolation) as refused:
        set_them(event, arbitrator, prize)
    assert refused.value.code == code
    assert event.prizes.count() == 3


def lines_posted(*lines, **more):
    posted = {"prize-TOTAL_FORMS": len(lines), "prize-INITIAL_FORMS": 0, **more}
    for number, line in enumerate(lines):
        posted |= {f"prize-{number}-{name}": value for name, value in line.items()}
    return posted


def test_the_form_sets_the_list_and_keeps_what_is_refused(event, desk):
    address = reverse("set-event-prizes", args=[event.pk])
    wrong = desk.post(address, lines_posted({"name": "Best", "among": "Dakar"}))
    assert wrong.status_code == 422
    assert "Choose whether it is a series" in wrong.content.decode()
    assert 'value="Dakar"' in wrong.content.decode()
    right = lines_posted(
        {"name": "Best", "within": "club", "among": "Dakar", "worth": "20 €"},
        {"name": ""},
        {"name": "Game", "kind": "high_game", "place": "2"},
        one_each="on",
    )
    assert desk.post(address, right).status_code == 302
    rows = event.prizes.values_list("number", "name", "worth", "kind", "place", "within", "among")
    assert list(rows) == [
        (1, "Best", "20 €", "rank", 1, "club", "Dakar"),
        (2, "Game", "", "high_game", 2, "", ""),
    ]
    event.refresh_from_db()
    assert event.one_prize_each
    assert event.acts.filter(act="event_prizes_set").exists()
    (table,) = tables_of(desk.get(reverse("event-prizes", args=[event.pk])).content.decode())
    assert [row[0] for row in table[1:]] == ["Best 20 € · rank 1, club Dakar", "Game highest game 2"]


@pytest.mark.parametrize("name", ["name", "worth", "among"])
def test_a_text_is_measured_as_it_is_stored(name):
    """NFC makes two signs of this letter, and PostgreSQL takes no more than the column has."""
    most = EventPrizeForm.base_fields[name].max_length
    form = EventPrizeForm({"name": "Cup", "within": "club", name: "\u0958" * most})
    assert f"(it has {2 * most})" in str(form.errors[name])


def test_everybody_sees_them_once_they_are_final(event, arbitrator, client):
    some(event, arbitrator)
    address = reverse("public-standings", args=[event.pk])
    for released in (Event.Released.PROVISIONAL, Event.Released.FINAL):
        assert "The cup" not in client.get(address).content.decode()
        release_standings(event=event, released=released, by=arbitrator)
    *_standings, table, _games = tables_of(client.get(address).content.decode())
    assert [row[0] for row in table[1:]] == [
        "The cup 100 € · rank 1",
        "Best game highest game 2",
        "Best of the club a book · rank 1, club Dakar",
        "Best of the club a book · rank 1, club Liège",
    ]
    more = game_services.create_game(
        name="One more",
        by=arbitrator,
        event=event,
        lexicon="english",
        notation="duplicate",
        rules=RuleSet(),
        names_hidden=True,
    )
    assert more.state == Game.State.PLAYING
    assert "The cup" not in client.get(address).content.decode()


def test_on_paper(event, arbitrator):
    some(event, arbitrator)
    (text,) = printed(event, "prizes", of="event")
    assert "Prizes" in text
    assert "The cup 100 € rank 1" in text
    names = [winner.name for award in event_awards(event) for winner in award.winners]
    (receipts,) = printed(event, "prize-receipts", of="event")
    assert receipts.count("Received: date and signature") == len(names)
    certificates = printed(event, "prize-certificates", of="event")
    assert len(certificates) == len(names)
    assert all(name in page for name, page in zip(names, certificates, strict=True))
    assert "Best of the club · Dakar" in certificates[2]
    assert written(event, "prizes", "csv", of="event").count("Best of the club") == 2


def shown_version(page):
    return re.search(r'name="seen" value="(\d+)"', page.content.decode())[1]


def wrong_then_right(desk, address, seen):
    """Post a list that is refused, then the same with its mistake mended."""
    wrong = desk.post(address, lines_posted({"name": "Bowl", "place": 0}, seen=seen))
    assert wrong.status_code == 422
    return desk.post(address, lines_posted({"name": "Bowl"}, seen=shown_version(wrong)))


def test_two_who_set_the_prizes_at_once_do_not_replace_each_other_silently(event, desk):
    address = reverse("set-event-prizes", args=[event.pk])

    seen = shown_version(desk.get(address))
    assert desk.post(address, lines_posted({"name": "Cup"}, seen=seen)).status_code == 302
    late = desk.post(address, lines_posted({"name": "Bowl"}, seen=seen))
    assert late.status_code == 422
    assert "in the meantime" in late.content.decode()
    assert 'value="Bowl"' in late.content.decode()
    assert [prize.name for prize in event.prizes.all()] == ["Cup"]
    assert wrong_then_right(desk, address, seen).status_code == 422, "a mistake in between is no consent"
    assert [prize.name for prize in event.prizes.all()] == ["Cup"]
    now = shown_version(late)
    both = lines_posted({"name": "Cup"}, {"name": "Bowl"}, seen=now)
    assert desk.post(address, both).status_code == 302
    assert [prize.name for prize in event.prizes.all()] == ["Cup", "Bowl"], "also the line that was there"


def sent_again(page):
    """Return what the form of a page would send, without the buttons."""
    form = re.search(r'<form class="card stack" method="post">.*?</form>', page.content.decode(), re.DOTALL)[
        0
    ]
    sent = {}
    for tag in re.findall(r"<input[^>]*>", form):
        named = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if named["type"] != "checkbox" and named["name"] != "csrfmiddlewaretoken":
            sent[named["name"]] = named.get("value", "")
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        sent[name] = chosen[1] if chosen else re.search(r'value="([^"]*)"', options)[1]
    return sent


def test_a_list_begins_with_presets_and_is_changed_before_it_is_saved(event, desk):
    """Three presses from the standings: prizes, the first three places, save."""
    prizes, address = (reverse(name, args=[event.pk]) for name in ("event-prizes", "set-event-prizes"))
    assert f'href="{prizes}"' in desk.get(reverse("event-standings", args=[event.pk])).content.decode()
    assert f'href="{address}?preset=places"' in desk.get(prizes).content.decode()
    sent = sent_again(desk.get(address, {"preset": "places"})) | {"prize-0-worth": "100 €"}
    more = desk.post(address, sent | {"preset": "solos"})
    assert more.status_code == 200
    assert not event.prizes.exists(), "a preset saves nothing"
    assert desk.post(address, sent_again(more)).status_code == 302
    rows = event.prizes.values_list("number", "name", "worth", "kind", "place")
    assert list(rows) == [
        (1, "1st prize", "100 €", "rank", 1),
        (2, "2nd prize", "", "rank", 2),
        (3, "3rd prize", "", "rank", 3),
        (4, "Best solos", "", "solos", 1),
    ]


def test_a_preset_is_offered_for_groups_that_are_there(event, desk):
    address = reverse("set-event-prizes", args=[event.pk])
    assert 'value="series"' not in presets_offered(desk.get(address))
    player = event.entries.first().player
    player.series = "3B"
    player.save()
    assert 'value="series"' in presets_offered(desk.get(address))
    sent = sent_again(desk.get(address, {"preset": "series"}))
    assert (sent["prize-0-name"], sent["prize-0-within"]) == ("Best of the series", "series")


def presets_offered(page):
    return "".join(re.findall(r'<button class="button" name="preset"[^>]*>', page.content.decode()))


def test_printing_leads_to_the_prizes_when_there_are_none(event, arbitrator, desk):
    """The list and both papers have a button that leads there, until there are prizes."""
    link = f'<a class="button" href="{reverse("event-prizes", args=[event.pk])}">'
    page = reverse("print", args=[event.pk])
    assert desk.get(page).content.decode().count(link) == 3
    some(event, arbitrator)
    assert link not in desk.get(page).content.decode()
