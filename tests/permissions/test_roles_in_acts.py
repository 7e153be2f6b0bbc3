"""A post is looked at by the act itself, whatever door it is called through."""

import uuid
from functools import partial

import pytest
from django.contrib.auth.models import User

from duplicate.arbitration import bulk_top, corrections, questions, undo
from duplicate.arbitration import services as arbitration_services
from duplicate.games import services as game_services
from duplicate.models import Round
from duplicate.models.screens import OnScreens
from duplicate.rounds import screens
from duplicate.rounds import services as round_services
from duplicate.slips import services as slip_services
from tournaments.errors import RuleViolation
from tournaments.time import clock

pytestmark = pytest.mark.django_db

MOVE = {"reference": "H4", "word": "TRAINER"}
OF_JUDGES = {
    "draw": round_services.draw_rack,
    "type": partial(round_services.type_rack, rack="TRAINER"),
    "put back": round_services.put_back_rack,
    "open": round_services.open_round,
    "start": round_services.start_clock,
    "pause": round_services.pause_clock,
    "extend": partial(round_services.extend_clock, seconds=30),
    "end": round_services.end_round,
    "announce": partial(round_services.announce, number=1, **MOVE),
    "change the rack": partial(corrections.change_rack, rack="TRAINER", reason="R"),
    "change the move": partial(corrections.change_placed_move, number=1, reason="R", **MOVE),
    "all the rest": bulk_top.rest_have_top,
    "show": partial(screens.show_on_screens, mode=OnScreens.Mode.STANDINGS),
    "let the screens speak": partial(screens.set_speaking, speaks=True),
    "undo": undo.undo,
    "redo": undo.redo,
}
OF_CHIEF = {
    "cancel": partial(corrections.cancel_round, number=1, reason="R"),
    "resume": partial(corrections.resume_game, reason="R"),
    "end the game": game_services.end_game,
}
AT_TABLE = {
    "key": partial(slip_services.key_slip, stated_score=None, **MOVE),
    "top": arbitration_services.give_top,
    "zero": arbitration_services.give_zero,
    "warning": arbitration_services.mark_warning,
    "penalty": arbitration_services.mark_penalty,
    "solo": arbitration_services.mark_solo,
    "overrule": partial(arbitration_services.overrule, score=0, reason="R"),
}


@pytest.fixture
def someone(game):
    def at_desk(role):
        user = User.objects.create_user(role)
        if role != "stranger":
            game.event.arbitrators.add(user, through_defaults={"role": role})
        return user

    return at_desk


def refused(act, **values):
    with pytest.raises(RuleViolation) as error:
        act(**values)
    return error.value.code


@pytest.mark.parametrize("role", ["helper", "printer", "observer", "stranger"])
def test_who_does_not_judge_runs_no_round(game, players, open_round, someone, role):
    open_round("TRAINER")
    by, written = someone(role), game.log.count()
    for name, act in OF_JUDGES.items():
        assert refused(act, game=game, by=by) == "may_not_judge", name
    for name, act in AT_TABLE.items():
        assert refused(act, game=game, entry=players[0][0], by=by) == "may_not_judge", name
    assert game.log.count() == written
    assert game.rounds.get().state == Round.State.OPEN


@pytest.mark.parametrize("role", ["arbitrator", "helper", "stranger"])
def test_the_chief_alone_has_the_last_word(game, open_round, someone, role):
    open_round("TRAINER")
    by = someone(role)
    for name, act in OF_CHIEF.items():
        assert refused(act, game=game, by=by) == "chief_only", name


def test_a_helper_answers_no_question(
    game, arbitrator, players, open_round, close_round, announce_top, someone
):
    open_round("TRAINER")
    close_round()
    announce_top(1)
    question = questions.ask_question(
        game=game,
        entry=players[0][0],
        client_id=uuid.uuid4(),
        number=1,
        text="Why?",
        asked_at=clock.now(),
    ).question
    answer = partial(questions.answer_question, game=game, question_id=question.pk, answer="So.")
    assert refused(answer, by=someone("helper")) == "may_not_judge"
    assert answer(by=someone("arbitrator")).answer == "So."
