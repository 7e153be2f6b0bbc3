"""A page of the desk that shows an earlier round changes none that came after it: two desks, or a slow network."""

import re

import pytest
from django.urls import reverse

from tests.factories.games import announce_preferred, let_time_pass, start_round

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]

CONFIRMED = ["confirm_missing_slips"]


@pytest.fixture
def fields(desk, game):
    """Return a function that reads what the page would send with an act now, by the form's name."""

    def read(form="acts"):
        page = desk.get(reverse("panel", args=[game.code])).content.decode()
        return dict(re.findall(rf'<input type="hidden" name="(\w+)" value="([^"]*)" form="{form}">', page))

    return read


@pytest.fixture
def press(desk, game):
    def press_it(act, sent, **data):
        return desk.post(reverse("act", args=[game.code, act]), sent | data, headers={"HX-Request": "true"})

    return press_it


def play_round(game, arbitrator, hands, number, rack):
    let_time_pass(hands)
    announce_preferred(game, arbitrator, number)
    start_round(game, arbitrator, rack)


def state_of(game):
    rounds = game.rounds.values_list("pk", "number", "state", "rack", "closes_at", "remaining_ms")
    return list(rounds), game.log.count()


@pytest.mark.repeats
@pytest.mark.parametrize(
    "act", ["pause", "extend", "end-round", "open", "open-and-start", "start", "put-back"]
)
def test_an_act_is_not_done_in_a_later_round(press, fields, game, arbitrator, hands, act):
    start_round(game, arbitrator, "TRAINER")
    seen = fields()
    assert seen["number"] == "1"
    play_round(game, arbitrator, hands, 1, "SATIRES")
    before = state_of(game)
    answer = press(act, seen, confirmed=CONFIRMED)
    assert answer.status_code == 422
    assert b"Your page showed round 1. The game is in round 2. Nothing was changed." in answer.content
    assert state_of(game) == before


@pytest.mark.repeats
@pytest.mark.parametrize("act", ["pause", "extend", "end-round"])
def test_an_act_is_done_in_the_round_that_the_page_shows(press, fields, game, arbitrator, hands, act):
    start_round(game, arbitrator, "TRAINER")
    play_round(game, arbitrator, hands, 1, "SATIRES")
    assert press(act, fields(), confirmed=CONFIRMED).status_code == 200


@pytest.mark.parametrize(("act", "form"), [("draw", "acts"), ("type-rack", "type-rack")])
def test_no_rack_is_drawn_for_a_round_after_the_one_on_the_button(
    press, fields, game, arbitrator, hands, act, form
):
    seen = fields(form)
    assert seen["number"] == "1"
    start_round(game, arbitrator, "TRAINER")
    let_time_pass(hands)
    announce_preferred(game, arbitrator, 1)
    before = state_of(game)
    answer = press(act, seen, rack="SATIRES")
    assert answer.status_code == 422
    assert b"Your page showed round 1. The game is in round 2." in answer.content
    assert state_of(game) == before
    assert press(act, fields(form), rack="SATIRES").status_code == 200


@pytest.mark.parametrize(("act", "form"), [("open-and-start", "acts"), ("change-rack", "change-rack")])
def test_a_rack_that_was_drawn_again_is_another_one(press, fields, game, act, form):
    press("draw", fields())
    seen = fields(form)
    press("put-back", fields())
    press("draw", fields())
    before = state_of(game)
    answer = press(act, seen, rack="SATIRES", reason="misread")
    assert answer.status_code == 422
    assert b"Round 1 was cancelled and drawn again. Nothing was changed." in answer.content
    assert state_of(game) == before
    assert press(act, fields(form), rack="SATIRES", reason="misread").status_code == 200


def test_a_move_is_not_announced_for_a_round_that_was_drawn_again(press, fields, game, arbitrator, hands):
    start_round(game, arbitrator, "TRAINER")
    let_time_pass(hands)
    seen = fields()
    assert seen["number"] == "1"
    answer = press("announce", seen | {"round": "987654"}, move="H4 TRAINER")
    assert answer.status_code == 422
    assert game.rounds.get().state == "closed"


def test_a_confirmation_is_for_the_round_that_was_asked_about(press, fields, game, arbitrator, hands):
    start_round(game, arbitrator, "TRAINER")
    asked = press("end-round", fields())
    assert asked.status_code == 422
    confirming = dict(
        re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', asked.content.decode())
    )
    play_round(game, arbitrator, hands, 1, "SATIRES")
    before = state_of(game)
    assert press("end-round", confirming).status_code == 422
    assert state_of(game) == before
