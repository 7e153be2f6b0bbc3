"""Certificates of games and events: who has one, and what it says."""

from dataclasses import replace
from datetime import date
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader

from duplicate.games import services as game_services
from duplicate.models import Game
from duplicate.slips.services import key_slip
from duplicate.standings.rows.game_standings import standings_for_game
from tests.factories.documents import PAPER, begin_evening, document, made, printed
from tests.factories.past_events import past_event
from tests.worlds.images import enter, image_of
from tournaments.models import Event, Player

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def evening(rows_of_file, english):
    return enter(image_of(begin_evening, players=4, rounds=2))


@pytest.fixture
def arbitrator(evening, db):
    return User.objects.get(pk=evening[0].pk)


@pytest.fixture
def played(evening, db):
    return Game.objects.select_related("event").get(pk=evening[1].pk)


def certificates(subject, of="game", **options):
    wanted = document(of, "certificates")
    return wanted.gather(subject, options, wanted.keys(subject, options))


def test_certificates_of_a_game_are_for_the_first(played, arbitrator):
    game_services.end_game(game=played, by=arbitrator)
    played.refresh_from_db()
    rows = standings_for_game(played).rows
    wanted = [row for row in rows if row.rank <= 3]
    texts = printed(played, "certificates")
    assert len(texts) == len(wanted)
    for row, text in zip(wanted, texts, strict=True):
        place = {1: "First place", 2: "Second place", 3: "Third place"}[row.rank]
        assert f"Certificate is awarded to {row.name} {place} with {row.total} points" in text
        assert "Saint Nicholas evening 21 March 2026" in text
    assert [one.name for one in certificates(played, whom="all")] == [row.name for row in rows]
    assert {one.rank for one in certificates(played, whom="1")} == {1}


def test_a_certificate_is_found_among_the_bookmarks(played, arbitrator):
    names = [one.name for one in certificates(played, whom="all")]
    marks = PdfReader(BytesIO(made(played, "certificates", whom="all"))).outline
    assert [mark.title for mark in marks] == names


def test_certificates_say_that_places_may_change_until_they_cannot(played, arbitrator):
    def marks(subject, of):
        return {"provisional" in text for text in printed(subject, "certificates", of=of)}

    assert marks(played, "game") == marks(played.event, "event") == {True}
    game_services.end_game(game=played, by=arbitrator)
    game = Game.objects.select_related("event").get()
    assert marks(game, "game") == marks(game.event, "event") == {False}
    Event.objects.update(released=Event.Released.PROVISIONAL)
    game = Game.objects.select_related("event").get()
    assert marks(game, "game") == marks(game.event, "event") == {True}


def test_equals_are_counted_before_their_certificates_are_printed(
    desk, game, players, open_round, close_round, announce_top, arbitrator
):
    open_round("TRAINER")
    for entry, _token in players:
        key_slip(game=game, entry=entry, word="TRAINER", reference="H4", stated_score=66, by=arbitrator)
    close_round()
    announce_top(1)
    page = reverse("print-document", args=[game.event_id, "game", game.pk, "certificates"])
    assert "3 certificates" in desk.get(page, {"whom": "1"}).content.decode()


def test_the_first_of_each_category_has_one(played):
    born = {"Agnès": 1950, "Bertrand": 1950, "Céline": 1990}
    for name, year in born.items():
        Player.objects.filter(name=name).update(birth_year=year)
    old = [row for row in standings_for_game(played).rows if row.name in {"Agnès", "Bertrand"}]
    # The racks are random: the two may have the same.
    first = [row.name for row in old if row.total == old[0].total]
    given = certificates(played, whom="category")
    assert [(one.name, one.among, one.rank, one.of) for one in given] == [
        ("Céline", "Senior", 1, 1),
        *((name, "Diamant", 1, 2) for name in first),
    ]
    assert "First place · Senior" in printed(played, "certificates", whom="category")[0]


def test_certificates_of_an_event_share_places(built_in):
    event = past_event("Autumn", date(2026, 3, 3), {"Ann": [90], "Bo": [90], "Cy": [10], "Di": [80]})
    assert [(one.name, one.rank, one.of, one.total) for one in certificates(event, "event")] == [
        ("Ann", 1, 4, 90), ("Bo", 1, 4, 90), ("Di", 3, 4, 80),
    ]  # fmt: skip
    assert [one.name for one in certificates(event, "event", whom="10")] == ["Ann", "Bo", "Di", "Cy"]
    text = printed(event, "certificates", of="event", whom="10")[3]
    assert "Place 4 of 4 with 10 points, 10.00 % of the maximum" in text


def test_a_certificate_is_on_its_side_with_the_logo(played):
    file = BytesIO()
    Image.new("RGB", (300, 100), "navy").save(file, "PNG")
    paper = replace(PAPER, heading=replace(PAPER.heading, logo=file.getvalue()))
    [first, *_others] = PdfReader(BytesIO(made(played, "certificates", paper=paper))).pages
    assert first.mediabox.width > first.mediabox.height
    assert len(first.images) == 1
