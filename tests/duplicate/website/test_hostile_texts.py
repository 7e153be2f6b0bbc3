"""Typed text comes back as text: on every page, in every paper and in every table."""

import csv
import io
import uuid

import pytest
from django.urls import reverse

from duplicate import (
    urls,
)
from duplicate.arbitration import questions
from duplicate.arbitration import services as arbitration_services
from duplicate.games.players import services as player_services
from duplicate.models.screens import OnScreens
from duplicate.rounds import screens
from tests.factories.addresses import patterns_in
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.database]

MARKUP = "<img src=x onerror=alert(1)>"
FORMULA = '=HYPERLINK("http://x/","y")'
BRACES = "{name} {0} %(x)s %s"
SCRIPT_END = "</script><b>"


@pytest.fixture
def hostile_round(game, arbitrator, open_round, close_round, announce_top):
    """Play a round of people with such names; one of them asks, and an arbitrator answers and gives such a
    reason.
    """
    game.name = game.event.name = MARKUP
    game.save()
    game.event.save()
    for name, partner in ((FORMULA, ""), (MARKUP, SCRIPT_END), (BRACES, "")):
        entry = player_services.join_game(game=game, name=name, partner=partner).entry
    open_round("TRAINER")
    arbitration_services.give_top(game=game, entry=entry, by=arbitrator)
    close_round()
    announce_top(1)
    asked = questions.ask_question(
        game=game, entry=entry, client_id=uuid.uuid4(), number=1, text=MARKUP, asked_at=clock.now()
    )
    questions.ask_question(
        game=game,
        entry=game.event.entries.first(),
        client_id=uuid.uuid4(),
        number=1,
        text=FORMULA,
        asked_at=clock.now(),
    )
    questions.answer_question(game=game, question_id=asked.question.pk, answer=SCRIPT_END, by=arbitrator)
    arbitration_services.overrule(score=1, game=game, entry=entry, number=1, by=arbitrator, reason=FORMULA)
    arbitration_services.mark_warning(game=game, entry=entry, number=1, by=arbitrator, reason=MARKUP)
    screens.show_on_screens(game=game, mode=OnScreens.Mode.STANDINGS, by=arbitrator)
    return game


@pytest.mark.slow
def test_no_page_takes_it_for_its_own(desk, hostile_round, arbitrator):
    arbitrator.is_superuser = arbitrator.is_staff = True  # some pages are for few
    arbitrator.save()
    told = 0
    game = hostile_round
    for page in pages_of(game):
        if page == f"/screen/{game.code}/names/":
            continue  # only before the first rack
        if page == f"/screen/{game.code}/race/":
            screens.show_on_screens(game=game, mode=OnScreens.Mode.RACE, by=arbitrator)
        answer = desk.get(page, follow=True)
        if answer.status_code == 405:
            continue  # an act
        assert answer.status_code == 200, page
        if "html" in answer["Content-Type"]:
            text = answer.content.decode()
            assert "<img src=x" not in text, page
            assert SCRIPT_END not in text, page
            told += "&lt;img src=x" in text
        elif answer["Content-Type"] == "application/pdf":
            assert answer.content.startswith(b"%PDF"), page
    assert told > 5


def pages_of(game):
    """Yield all pages whose address has only the game, a player of it, a post, and a round."""
    parts = {
        "code": game.code,
        "entry_id": game.event.entries.last().pk,
        "post_id": game.event.posts.first().pk,
        "number": 1,
    }
    for pattern in patterns_in(urls.urlpatterns):
        wanted = pattern.pattern.converters
        if set(wanted) <= set(parts):
            yield reverse(pattern.name, kwargs={part: parts[part] for part in wanted})


def test_a_spreadsheet_takes_it_for_text(desk, hostile_round):
    text = desk.get(reverse("log-file", args=[hostile_round.code, "csv"])).content.decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert sum(FORMULA in cell for cell in cells) >= 3
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


def test_a_refusal_says_it_as_it_was_typed(desk, hostile_round):
    answer = desk.post(reverse("players", args=[hostile_round.code]), {"names": MARKUP})
    assert answer.status_code == 422
    assert "<img src=x" not in answer.content.decode()
    answer = desk.post(reverse("players", args=[hostile_round.code]), {"names": BRACES})
    assert answer.status_code == 422
    assert "{name} {0} %(x)s %s" in answer.content.decode()
