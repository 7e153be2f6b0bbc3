"""A decision and a further slip at the desk: what is told, and how it is answered."""

import re

import pytest
from django.urls import reverse

from duplicate.games import services as game_services
from duplicate.models import Game, Slip
from engine.rules import (
    RuleSet,
)
from tests.factories.decisions import RETAIN, TRAIN, TRAINER, says, standing

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]


@pytest.fixture
def asked(open_round, hand_in, decide):
    """Return Mona's two slips; the first one has zero."""
    open_round("TRAINER")
    first = hand_in("P", TRAIN)
    decide("zero")
    return first, hand_in("P", TRAINER)


def test_the_row_tells_of_the_decision_and_of_the_further_slip(desk, game, asked):
    html = desk.get(reverse("tables", args=[game.code])).json()["html"]
    assert 'data-state="conflict"' in html
    assert "A slip came after the arbitrator’s decision:" in html
    keep, take = html.index("keep"), html.index("take")
    assert html.index(f'data-slip="{asked[0].pk}"') < keep < html.index(f'data-slip="{asked[1].pk}"') < take


def test_a_conflict_without_a_decision_is_told_as_before(desk, game, open_round, hand_in):
    open_round("TRAINER")
    hand_in("P", TRAIN)
    hand_in("A", TRAINER)
    html = desk.get(reverse("tables", args=[game.code])).json()["html"]
    assert 'data-state="conflict"' in html
    assert "after the arbitrator’s decision" not in html


@pytest.mark.parametrize(("chosen", "counts"), [(0, "TRAIN"), (1, "TRAINER")])
def test_one_key_at_the_line_chooses(key_line, asked, chosen, counts):
    done = key_line("1 T", number=1, slip=asked[chosen].pk)
    assert done.status_code == 200, done.json()
    assert Slip.objects.get(effective=True).word == counts


def test_a_line_keyed_after_a_decision_tells_of_it_and_leaves_nothing_to_enter(
    key_line, open_round, hand_in, decide
):
    open_round("TRAINER")
    hand_in("A", TRAIN)
    decide("penalty")
    done = key_line("1 TRAINER H4 66").json()
    assert (done["problem"], done["asks"]) == ("", None)
    assert "1 keeps the decision, 2 takes the new slip" in done["said"]


def test_two_slips_of_a_phone_are_not_several_on_paper(
    game, players, arbitrator, open_round, hand_in, decide
):
    """The key 0 is about the slip that counts, as ever."""
    rules = game.rules.replace("several_on_paper = false", "several_on_paper = true")
    Game.objects.filter(pk=game.pk).update(rules=rules)
    game.refresh_from_db()
    open_round("TRAINER")
    first = hand_in("P", TRAIN)
    decide("warning")
    hand_in("P", TRAINER)
    decide("zero")
    assert (standing(), says(first)[:2]) == (["TRAIN+", "TRAINER!"], (0, "zero"))
    hand_in("A", RETAIN)
    decide("zero")
    assert standing() == ["TRAIN+", "TRAINER-", "RETAIN-"]


@pytest.mark.parametrize(("chosen", "counts"), [(0, "TRAIN"), (1, "TRAINER")])
def test_the_list_of_questions_asks_and_one_key_answers(desk, game, asked, chosen, counts):
    page = desk.get(reverse("panel", args=[game.code])).content.decode()
    assert 'class="question further' in page
    value = f"{asked[0].entry_id}-1 {asked[chosen].pk}"
    assert f'name="choose" value="{value}"' in page
    answer = desk.post(reverse("act", args=[game.code, "choose-slip"]), {"choose": value})
    assert answer.status_code in {200, 302}
    assert Slip.objects.get(effective=True).word == counts
    assert 'class="question further' not in desk.get(reverse("panel", args=[game.code])).content.decode()


def test_in_an_announced_round_the_answer_wants_a_reason(
    desk, game, open_round, hand_in, decide, close_round, announce_top
):
    open_round("TRAINER")
    hand_in("A", TRAIN)
    decide("zero")
    close_round()
    announce_top(1)
    further = hand_in("A", TRAINER, reason="misread")
    path = reverse("act", args=[game.code, "choose-slip"])
    line = f"{further.entry_id}-1"
    assert f'name="reason-{line}"' in desk.get(reverse("panel", args=[game.code])).content.decode()
    desk.post(path, {"choose": f"{line} {further.pk}"})
    assert standing() == ["TRAIN+", "TRAINER!"]
    desk.post(path, {"choose": f"{line} {further.pk}", f"reason-{line}": "misread"})
    assert standing() == ["TRAIN-", "TRAINER+"]


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("chosen", "problem"),
    [
        ("", "Choose the slip that counts."),
        ("1-1", "This conflict is already settled."),
        ("1-1 999999999", "This conflict is already settled."),
        ("1-1 x", "This conflict is already settled."),
    ],
)
def test_a_choice_that_cannot_be_read_is_answered(desk, game, asked, chosen, problem):
    path = reverse("act", args=[game.code, "choose-slip"])
    answer = desk.post(path, {"choose": chosen}, headers={"HX-Request": "true"})
    assert problem in answer.content.decode()
    assert standing() == ["TRAIN+", "TRAINER!"]


def test_a_slip_of_another_game_is_refused(desk, game, asked, arbitrator):
    other = game_services.create_game(
        name="Wednesday", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    path = reverse("act", args=[other.code, "choose-slip"])
    answer = desk.post(path, {"choose": f"1-1 {asked[1].pk}"}, headers={"HX-Request": "true"})
    assert "Round 1 is not open." in answer.content.decode()
    assert standing() == ["TRAIN+", "TRAINER!"]


def test_a_decision_that_changed_meanwhile_is_not_kept_unseen(desk, game, asked, decide):
    page = desk.get(reverse("panel", args=[game.code])).content.decode()
    line = f"{asked[0].entry_id}-1"
    seen = re.search(rf'name="seen-{line}" value="([^"]+)"', page)[1]
    decide("penalty")
    sent = {"choose": f"{line} {asked[0].pk}", f"seen-{line}": seen}
    path = reverse("act", args=[game.code, "choose-slip"])
    answer = desk.post(path, sent, headers={"HX-Request": "true"})
    assert "has changed in the meantime" in answer.content.decode()
    assert standing() == ["TRAIN+", "TRAINER!"]
