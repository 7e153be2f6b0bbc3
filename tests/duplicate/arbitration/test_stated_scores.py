"""Rules by which slips do not state the score, and rules by which a missing one costs something; and the choice
among equal tops, where the rules leave it to the arbitrator.
"""

import json
import re
import uuid
from dataclasses import replace

import pytest
from django.urls import reverse

from duplicate.live import subscriptions
from duplicate.models import Game, Slip
from duplicate.rounds import closing
from duplicate.rounds.confirmations import EVERYTHING
from engine.rules import (
    RuleSet,
    load_rule_set,
)

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("game")]


@pytest.fixture
def by_rules(game):
    def by_rules(rules):
        Game.objects.filter(pk=game.pk).update(rules=rules.to_toml())
        game.refresh_from_db()
        return game

    return by_rules


def without_scores(name):
    rules = load_rule_set(name)
    return replace(rules, slips=replace(rules.slips, score_stated=False))


@pytest.mark.parametrize(
    ("rules", "stated", "needed"),
    [
        (RuleSet(), True, False),
        (load_rule_set("fisf"), True, True),
        (load_rule_set("fise"), True, True),
        (load_rule_set("nasc"), True, False),
        (without_scores("fisf"), False, False),
    ],
)
def test_phones_are_told_whether_to_ask_for_the_score(by_rules, open_round, rules, stated, needed):
    game = by_rules(rules)
    open_round("TRAINER")
    shown = json.loads(subscriptions.current_frame(game.code).body)["round"]
    assert (shown["score_stated"], shown["score_needed"]) == (stated, needed)


def test_a_score_that_is_not_asked_for_is_not_taken(by_rules, players, open_round, close_round, client):
    game = by_rules(without_scores("fisf"))
    open_round("TRAINER")
    written = {"id": str(uuid.uuid4()), "round": 1, "word": "TRAINER", "ref": "H4", "score": 7}
    answer = client.post(
        reverse("api-slips", args=[game.code]),
        written,
        content_type="application/json",
        headers={"Authorization": f"Bearer {players[0][1]}"},
    )
    assert (answer.status_code, answer.json()["score"]) == (201, None)
    close_round()
    closing.judge_round(game.rounds.get().pk)
    assert Slip.objects.get().rulings.get().sanction == "none"


def test_the_desk_does_not_take_it_either(by_rules, players, open_round, key_line):
    by_rules(without_scores("fisf"))
    open_round("TRAINER")
    assert key_line("1 TRAINER H4 7").status_code == 200
    slip = Slip.objects.get()
    assert (slip.word, slip.stated_score, slip.rulings.get().sanction) == ("TRAINER", None, "none")


# --- The choice among equal tops -----------------------------------------------------------------------------------


@pytest.fixture
def closed(game, players, open_round, close_round):
    """Close round 1 of a game by other rules, its top known: several moves have that score."""
    from duplicate.rounds import top_search

    def closed(rules):
        Game.objects.filter(pk=game.pk).update(rules=rules.to_toml())
        open_round("TRAINER")
        close_round()
        round_ = game.rounds.get()
        top_search.find_top(round_.pk)
        closing.judge_round(round_.pk)
        round_.refresh_from_db()
        assert len(round_.tops) > 1
        return round_

    return closed


@pytest.mark.repeats
@pytest.mark.parametrize(("rules", "checked"), [(RuleSet(), 1), (load_rule_set("fisf"), 0)])
def test_nothing_is_chosen_beforehand_where_the_arbitrator_chooses(
    closed, game, client, arbitrator, rules, checked
):
    closed(rules)
    client.force_login(arbitrator)
    page = client.get(reverse("panel", args=[game.code])).content.decode()
    lines = [line for line in page.splitlines() if 'name="move"' in line]
    assert sum(" checked" in line for line in lines) == checked
    assert "data-suggested" in lines[0]
    assert sum(re.search(r'data-key="[^"]*\bs\b', line) is not None for line in lines) == 1 - checked


def test_without_a_choice_nothing_is_announced(closed, game, client, arbitrator):
    round_ = closed(load_rule_set("fisf"))
    client.force_login(arbitrator)
    act = reverse("act", args=[game.code, "announce"])
    answer = client.post(act, {"number": 1}, headers={"Accept-Language": "en"})
    assert answer.status_code == 422
    assert "Choose the move to announce." in answer.content.decode()
    other = next(top for top in round_.tops if not top["preferred"])
    fields = {"number": 1, "move": f"{other['reference']} {other['word']}", "confirmed": EVERYTHING}
    assert client.post(act, fields).status_code == 302
    round_.refresh_from_db()
    assert (round_.reference, round_.word) == (other["reference"], other["word"])
