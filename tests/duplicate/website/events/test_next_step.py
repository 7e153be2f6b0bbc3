"""What the page of an event says comes next."""

import pytest
from django.urls import reverse

from duplicate.models import Game
from duplicate.website.events.next_step import EventStep, find_next_step
from tournaments.models import Event

FACTS = {"over": [False], "entries": 12, "expected": 0, "begun": False, "is_final": False}


@pytest.mark.parametrize(
    ("facts", "step"),
    [
        ({"over": []}, None),
        ({"entries": 0}, EventStep.ENTER),
        ({"expected": 5}, EventStep.CHECK_IN),
        ({}, EventStep.PLAY),
        ({"entries": 0, "begun": True}, EventStep.PLAY),
        ({"expected": 5, "begun": True}, EventStep.PLAY),
        ({"over": [True, False], "begun": True}, EventStep.PLAY),
        ({"over": [True, True], "begun": True}, EventStep.RELEASE),
        ({"over": [True], "begun": True, "is_final": True}, EventStep.PRINT),
    ],
)
def test_each_state_has_its_step(facts, step):
    assert find_next_step(**FACTS | facts) == step


def primaries(desk, game):
    page = desk.get(reverse("event", args=[game.event_id])).content.decode()
    return page.count('class="button primary')


def test_the_page_has_one_primary_action(desk, game, players, open_round):
    page = desk.get(reverse("event", args=[game.event_id])).content.decode()
    assert f'<a class="button primary wide" href="{reverse("dashboard", args=[game.code])}"' in page
    assert primaries(desk, game) == 1
    Game.objects.update(state=Game.State.FINISHED)
    page = desk.get(reverse("event", args=[game.event_id])).content.decode()
    assert 'aria-current="step">Release the standings' in page
    assert '<button class="button quiet" name="released" value="final">' in page
    assert primaries(desk, game) == 1
    Event.objects.update(released=Event.Released.FINAL)
    assert primaries(desk, game) == 1


@pytest.mark.parametrize("name", ["people", "rule-sets", "lexicons", "club-tables"])
def test_a_list_at_the_desk_has_one_primary_action_and_says_what_it_is_for(desk, arbitrator, name):
    arbitrator.is_staff = arbitrator.is_superuser = True
    arbitrator.save()
    page = desk.get(reverse(name)).content.decode()
    assert page.count("button primary") == 1
    assert '<p class="soft">' in page


def test_what_is_not_next_is_folded(desk, game, players, open_round):
    page = desk.get(reverse("event", args=[game.event_id])).content.decode()
    assert page.index('id="next"') < page.index('class="table event-games"')
    assert page.count(" open>") == 0
    for folded in ("event-settings", "save-event", "new-event-game", "enter-people"):
        before = page[: page.index(reverse(folded, args=[game.event_id]))]
        assert before.count("<details") > before.count("</details>")
