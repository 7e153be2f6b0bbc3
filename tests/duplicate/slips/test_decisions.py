"""An arbitrator's decision about a player's round stands until an arbitrator changes it."""

import json
import re
import uuid

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from duplicate.arbitration import services as arbitration_services
from duplicate.arbitration import undo
from duplicate.core.selectors import standings_for_game
from duplicate.games import services as game_services
from duplicate.models import Game, Ruling, Slip
from duplicate.rounds import corrections
from duplicate.rounds import services as round_services
from duplicate.slips import services as slip_services
from engine.rules import RuleSet
from tournaments.core import clock
from tournaments.core.errors import RuleViolation
from tournaments.models import Arbitrator

pytestmark = pytest.mark.django_db

TRAIN, TRAINER, RETAIN = ("TRAIN", "H4", 12), ("TRAINER", "H4", 66), ("RETAIN", "H4", 14)

DECISIONS = {
    "zero": (arbitration_services.give_zero, {}),
    "penalty": (arbitration_services.mark_penalty, {}),
    "warning": (arbitration_services.mark_warning, {}),
    "solo": (arbitration_services.mark_solo, {}),
    "score": (arbitration_services.overrule, {"score": 5, "reason": "copied from a neighbour"}),
}


@pytest.fixture
def second(game):
    """Another arbitrator of the same event, not a chief."""
    user = User.objects.create_user("ben", password="a good long one")
    Arbitrator.objects.create(event=game.event, user=user, role="arbitrator")
    return user


@pytest.fixture
def hand_in(game, players, hands, arbitrator, second):
    """A function that hands in a slip of Mona: P by phone, A or B keyed by the first or second arbitrator."""

    def hand_it_in(by, slip, **more):
        word, reference, score = slip
        hands.move(1)
        values = {"game": game, "entry": players[0][0], "number": 1, "word": word, "reference": reference}
        if by == "P":
            values |= {"client_id": uuid.uuid4(), "score": score, "received_at": clock.now()}
            return slip_services.submit_slip(**values, **more).slip
        return slip_services.key_slip(
            **values, stated_score=score, by=arbitrator if by == "A" else second, **more
        )

    return hand_it_in


@pytest.fixture
def decide(game, players, arbitrator):
    """A function that decides about Mona's slip."""

    def decide_it(name, by=arbitrator, **more):
        act, values = DECISIONS[name]
        return act(game=game, entry=players[0][0], by=by, **values, **more)

    return decide_it


@pytest.fixture
def settle(game, players, arbitrator):
    """A function that chooses the slip of Mona that counts."""

    def settle_it(slip, by=arbitrator, **more):
        return arbitration_services.settle_conflict(game=game, entry=players[0][0], slip=slip, by=by, **more)

    return settle_it


@pytest.fixture
def mona(game, players):
    """A function that returns Mona's line of the standings."""

    def line():
        return next(row for row in standings_for_game(game).rows if row.entry_id == players[0][0].pk)

    return line


def standing():
    """Each slip with what it is: "+" counts, "!" in conflict, "-" aside."""
    return [
        slip.word + ("+" if slip.effective else "!" if slip.in_conflict else "-")
        for slip in Slip.objects.order_by("pk")
    ]


def says(slip):
    """Return the values of the last ruling on a slip."""
    last = Slip.objects.get(pk=slip.pk).rulings.order_by("pk").last()
    return last.score, last.sanction, last.solo


@pytest.mark.parametrize("hand", ["P", "A"])
@pytest.mark.parametrize("name", DECISIONS)
def test_the_same_slip_again_changes_nothing(
    open_round, hand_in, decide, close_round, announce_top, hand, name, mona
):
    open_round("TRAINER")
    first = hand_in(hand, TRAIN)
    decide(name)
    decided = says(first)
    hand_in(hand, TRAIN)
    close_round()
    announce_top(1)
    assert (standing()[0], says(first)) == ("TRAIN+", decided)
    assert mona().total == decided[0]


@pytest.mark.parametrize("hand", ["P", "A"])
@pytest.mark.parametrize("name", DECISIONS)
def test_another_slip_after_a_decision_asks(
    open_round, hand_in, decide, close_round, announce_top, settle, hand, name, mona
):
    open_round("TRAINER")
    first = hand_in(hand, TRAIN)
    decide(name)
    decided = says(first)
    hand_in(hand, TRAINER)
    assert standing() == ["TRAIN+", "TRAINER!"]
    close_round()
    with pytest.raises(RuleViolation) as error:
        announce_top(1)
    assert error.value.code == "slips_in_conflict"
    settle(first)
    announce_top(1)
    assert (standing(), says(first)) == (["TRAIN+", "TRAINER-"], decided)
    assert mona().total == decided[0]


@pytest.mark.parametrize("hand", ["P", "A"])
def test_an_arbitrator_may_take_the_further_slip(
    open_round, hand_in, decide, close_round, announce_top, settle, hand, mona
):
    open_round("TRAINER")
    hand_in(hand, TRAIN)
    decide("zero")
    further = hand_in(hand, TRAINER)
    close_round()
    settle(further)
    announce_top(1)
    assert (standing(), mona().total, mona().zeros) == (["TRAIN-", "TRAINER+"], 66, 0)


def test_a_phone_that_goes_on_sending_asks_once(open_round, hand_in, decide):
    open_round("TRAINER")
    hand_in("P", TRAIN)
    decide("zero")
    hand_in("P", TRAINER)
    hand_in("P", RETAIN)
    assert standing() == ["TRAIN+", "TRAINER-", "RETAIN!"]
    hand_in("P", TRAIN)
    assert standing() == ["TRAIN+", "TRAINER-", "RETAIN-", "TRAIN-"]


def test_an_arbitrator_who_keys_the_decided_slip_again_withdraws_the_further_one(
    game, open_round, hand_in, decide, arbitrator
):
    open_round("TRAINER")
    hand_in("A", TRAIN)
    decide("penalty")
    hand_in("A", TRAINER)
    hand_in("A", TRAIN)
    assert standing() == ["TRAIN+", "TRAINER-"]
    undo.undo(game=game, by=arbitrator)
    assert standing() == ["TRAIN+", "TRAINER!"]
    undo.undo(game=game, by=arbitrator)
    assert standing() == ["TRAIN+", "TRAINER-"]


@pytest.mark.parametrize("chosen", [0, 1])
def test_which_slip_counts_is_a_decision_as_well(open_round, hand_in, settle, chosen):
    """The phone cannot replace what an arbitrator chose."""
    open_round("TRAINER")
    there = [hand_in("P", TRAIN), hand_in("A", RETAIN)]
    settle(there[chosen])
    hand_in("P", TRAINER)
    assert standing()[chosen] == f"{there[chosen].word}+"
    assert standing()[2] == "TRAINER!"


def test_a_decision_that_was_taken_back_stands_in_nobodys_way(game, open_round, hand_in, decide, arbitrator):
    open_round("TRAINER")
    hand_in("P", TRAIN)
    decide("warning")
    decide("warning")
    decide("penalty")
    undo.undo(game=game, by=arbitrator)
    hand_in("P", TRAINER)
    assert standing() == ["TRAIN-", "TRAINER+"]


def test_a_decision_to_lift_the_programs_sanction_stands(
    game, open_round, hand_in, decide, close_round, arbitrator
):
    """The program gave zero for a word that is none; the arbitrator lifted the zero."""
    Game.objects.filter(pk=game.pk).update(
        rules=game.rules.replace('score_missing = "none"', 'score_missing = "warning"')
    )
    game.refresh_from_db()
    open_round("TRAINER")
    hand_in("A", ("TRAIN", "H4", None))
    decide("warning")
    hand_in("A", TRAINER)
    assert standing() == ["TRAIN+", "TRAINER!"]


def test_where_the_first_slip_counts_a_further_one_asks_nothing(game, open_round, hand_in, decide):
    Game.objects.update(rules=game.rules.replace('second_slip = "replaces"', 'second_slip = "ignored"'))
    game.refresh_from_db()
    open_round("TRAINER")
    hand_in("P", TRAIN)
    decide("penalty")
    hand_in("P", TRAINER)
    assert standing() == ["TRAIN+", "TRAINER-"]


def test_several_different_slips_are_zero_only_if_the_further_one_is_taken(
    game, open_round, hand_in, decide, close_round, settle
):
    Game.objects.update(rules=game.rules.replace('second_slip = "replaces"', 'second_slip = "zero"'))
    game.refresh_from_db()
    open_round("TRAINER")
    hand_in("P", TRAIN)
    decide("warning")
    further = hand_in("P", TRAINER)
    assert standing() == ["TRAIN+", "TRAINER!"]
    close_round()
    settle(further)
    assert says(further)[:2] == (0, "zero")


def test_a_late_slip_asks_nothing(open_round, hand_in, decide, hands):
    open_round("TRAINER")
    hand_in("P", TRAIN)
    decide("penalty")
    hands.move(500)
    hand_in("P", TRAINER)
    assert standing() == ["TRAIN+", "TRAINER-"]


def test_a_correction_of_an_announced_round_asks_as_well(
    open_round, hand_in, decide, close_round, announce_top, settle, mona
):
    open_round("TRAINER")
    hand_in("A", TRAIN)
    decide("zero")
    close_round()
    announce_top(1)
    further = hand_in("A", TRAINER, reason="misread")
    assert (standing(), mona().total) == (["TRAIN+", "TRAINER!"], 0)
    settle(further, reason="misread")
    assert (standing(), mona().total) == (["TRAIN-", "TRAINER+"], 66)


def test_a_correction_without_a_decision_counts_at_once(open_round, hand_in, close_round, announce_top, mona):
    open_round("TRAINER")
    hand_in("A", TRAIN)
    close_round()
    announce_top(1)
    hand_in("B", TRAINER, reason="misread")
    assert (standing(), mona().total) == (["TRAIN-", "TRAINER+"], 66)


def test_undoing_a_keyed_slip_takes_no_other_arbitrators_decision_with_it(
    game, open_round, hand_in, decide, arbitrator, second
):
    open_round("TRAINER")
    slip = hand_in("A", TRAIN)
    decide("penalty", by=second)
    with pytest.raises(RuleViolation) as error:
        undo.undo(game=game, by=arbitrator)
    assert error.value.code == "undo_overtaken"
    assert (standing(), says(slip)[1]) == (["TRAIN+"], "penalty")
    undo.undo(game=game, by=second)
    undo.undo(game=game, by=arbitrator)
    assert standing() == ["TRAIN-"]


def test_keeping_a_decision_keeps_the_second_arbitrators_check(
    game, open_round, hand_in, decide, settle, second
):
    Game.objects.update(double_arbitration=True)
    game.refresh_from_db()
    open_round("TRAINER")
    first = hand_in("A", TRAIN)
    hand_in("B", TRAIN)
    decide("penalty")
    hand_in("A", RETAIN)
    settle(first)
    first.refresh_from_db()
    assert (standing(), first.checked_by) == (["TRAIN+", "RETAIN-"], second)


def test_a_cancelled_round_asks_no_more(game, open_round, hand_in, decide, close_round, desk, arbitrator):
    open_round("TRAINER")
    hand_in("P", TRAIN)
    decide("zero")
    hand_in("P", TRAINER)
    close_round()
    assert "TRAINER" in desk.get(reverse("panel", args=[game.code])).content.decode()
    corrections.cancel_round(game=game, number=1, reason="wrong rack", by=arbitrator)
    assert 'class="question further' not in desk.get(reverse("panel", args=[game.code])).content.decode()


# --- The phone --------------------------------------------------------------------------------------------------------


def test_the_phone_is_told_nothing_of_a_decision(client, game, players, open_round, hand_in, decide):
    """The receipt and the sheet are those of a phone about which nothing was decided."""
    open_round("TRAINER")
    hand_in("P", TRAIN)
    decide("zero")
    headers = {"Authorization": f"Bearer {players[0][1]}"}
    body = {"id": str(uuid.uuid4()), "round": 1, "word": "TRAINER", "ref": "H4", "score": 66}
    path = reverse("api-slips", args=[game.code])
    answer = client.post(path, json.dumps(body), content_type="application/json", headers=headers)
    assert (answer.status_code, answer.json()["word"], answer.json()["late"]) == (201, "TRAINER", False)
    me = client.get(reverse("api-me", args=[game.code]), headers=headers).json()
    assert (me["slip"], me["rounds"]) == (answer.json(), [])


# --- The desk ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def asked(open_round, hand_in, decide):
    """Mona's two slips, of which the first one has zero."""
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


@pytest.mark.parametrize(
    ("chosen", "problem"),
    [
        ("", "Choose the slip that counts."),
        ("1-1", "This conflict has been settled."),
        ("1-1 999999999", "This conflict has been settled."),
        ("1-1 x", "This conflict has been settled."),
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


# --- One solo a round -------------------------------------------------------------------------------------------------


@pytest.fixture
def solo(game, players):
    """A function that presses S for a player, by number."""

    def press(player, by):
        return arbitration_services.mark_solo(game=game, entry=players[player][0], by=by)

    return press


@pytest.fixture
def two_slips(game, players, open_round, arbitrator):
    """Mona and Noah each have the top."""
    open_round("TRAINER")
    for entry, _token in players[:2]:
        slip_services.key_slip(
            game=game, entry=entry, word="TRAINER", reference="H4", stated_score=66, by=arbitrator
        )


def solos(game):
    """Return the players whom an arbitrator gave the solo."""
    last = {}
    for ruling in Ruling.objects.filter(slip__effective=True).order_by("pk"):
        last[ruling.slip.entry.player.name] = ruling.solo
    return [name for name, given in last.items() if given]


def refusal(act, **more):
    with pytest.raises(RuleViolation) as error:
        act(**more)
    return error.value.code


def test_redo_gives_no_second_solo(game, two_slips, solo, arbitrator, second):
    solo(0, arbitrator)
    undo.undo(game=game, by=arbitrator)
    solo(1, second)
    assert refusal(undo.redo, game=game, by=arbitrator) == "solo_taken"
    assert solos(game) == ["Noah"]
    undo.undo(game=game, by=second)
    undo.redo(game=game, by=arbitrator)
    assert solos(game) == ["Mona"]


def test_undo_gives_no_second_solo(game, two_slips, solo, arbitrator, second):
    """Mona's solo was withheld after it had been given."""
    solo(0, arbitrator)
    solo(0, arbitrator)
    solo(1, second)
    assert refusal(undo.undo, game=game, by=arbitrator) == "solo_taken"
    assert solos(game) == ["Noah"]


def test_a_slip_that_counts_again_brings_no_second_solo(
    game, two_slips, solo, hand_in, settle, arbitrator, second
):
    """Mona's slip with the solo lay aside while Noah was given it."""
    solo(0, arbitrator)
    settle(hand_in("A", TRAIN))
    solo(1, second)
    assert refusal(undo.undo, game=game, by=arbitrator) == "solo_taken"
    assert solos(game) == ["Noah"]


@pytest.mark.parametrize("name", DECISIONS)
def test_a_late_slip_that_is_in_time_again_leaves_a_decision(
    game, arbitrator, open_round, hand_in, decide, hands, name
):
    open_round("TRAINER")
    hand_in("P", TRAIN)
    decide(name)
    hands.move(190)
    hand_in("P", TRAINER)
    assert standing() == ["TRAIN+", "TRAINER-"]
    round_services.extend_clock(game=game, seconds=60, by=arbitrator)
    assert standing() == ["TRAIN+", "TRAINER!"]
