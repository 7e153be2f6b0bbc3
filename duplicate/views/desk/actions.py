"""The acts of an arbitrator in a game, by the name that addresses and buttons use.

An act reads its own form, calls its use case, and refuses with the message of the use case or the form.
`FormRefused` carries the form that was not understood, so that nothing typed is lost.
"""

from collections.abc import Callable
from typing import TypeVar

from django.contrib.auth.models import User
from django.http import QueryDict

from duplicate.arbitration import corrections, game_words, questions
from duplicate.arbitration import services as arbitration_services
from duplicate.arbitration.game_words import WordAct
from duplicate.forms.corrections import CorrectionForm, DecidedWordForm, RackCorrectionForm, WordForm
from duplicate.forms.desk import AnnounceForm, AnswerForm, ChooseSlipForm, DeskForm, TypeRackForm
from duplicate.forms.screens import ScreensForm
from duplicate.games import door
from duplicate.games import services as game_services
from duplicate.models import Game
from duplicate.models.screens import OnScreens
from duplicate.rounds import screens
from duplicate.rounds import services as round_services

EXTENSION_SECONDS = 30

Act = Callable[[Game, QueryDict, User], object]
F = TypeVar("F", bound=DeskForm)


class FormRefused(Exception):
    """A form that could not be read; the form has the errors of each field."""

    def __init__(self, form: DeskForm) -> None:
        super().__init__("; ".join(form.problems()))
        self.form = form


def type_rack(game: Game, data: QueryDict, by: User) -> None:
    form = _check_form(TypeRackForm(data))
    round_services.type_rack(game=game, rack=form.cleaned_data["rack"], by=by)


def change_rack(game: Game, data: QueryDict, by: User) -> None:
    said = _check_form(RackCorrectionForm(data)).cleaned_data
    corrections.change_rack(game=game, rack=said["rack"], reason=said["reason"], by=by)


def announce(game: Game, data: QueryDict, by: User) -> None:
    form = _check_form(AnnounceForm(data))
    reference, word = form.cleaned_data["move"]
    round_services.announce(
        game=game,
        number=form.cleaned_data["number"],
        reference=reference,
        word=word,
        by=by,
        confirmed=data.getlist("confirmed"),
    )


def answer_question(game: Game, data: QueryDict, by: User) -> None:
    form = _check_form(AnswerForm(data))
    answered = form.cleaned_data
    questions.answer_question(game=game, question_id=answered["question"], answer=answered["answer"], by=by)


def choose_slip(game: Game, data: QueryDict, by: User) -> None:
    """Keep an arbitrator's decision, or take the slip that came after it."""
    said = _check_form(ChooseSlipForm(data)).cleaned_data
    slip = said["slip"]
    arbitration_services.settle_conflict(
        game=game,
        entry=slip.entry,
        slip=slip,
        by=by,
        number=slip.round.number,
        reason=said["reason"],
        seen=said["seen"] or None,
    )


def show(game: Game, data: QueryDict, by: User) -> None:
    """Set the view of the big screens."""
    form = _check_form(ScreensForm(data, game))
    said = form.cleaned_data
    screens.show_on_screens(
        game=game, mode=OnScreens.Mode(said["mode"]), by=by, room=said["room"], minutes=said["minutes"]
    )


def resume(game: Game, data: QueryDict, by: User) -> None:
    form = _check_form(CorrectionForm(data))
    corrections.resume_game(game=game, reason=form.cleaned_data["reason"], by=by)


def accept_word(game: Game, data: QueryDict, by: User) -> WordAct:
    said = _check_form(DecidedWordForm(data)).cleaned_data
    return game_words.accept_word(game=game, word=said["word"], reason=said["reason"], by=by)


def refuse_word(game: Game, data: QueryDict, by: User) -> WordAct:
    said = _check_form(DecidedWordForm(data)).cleaned_data
    return game_words.refuse_word(game=game, word=said["word"], reason=said["reason"], by=by)


def take_word_back(game: Game, data: QueryDict, by: User) -> WordAct:
    said = _check_form(WordForm(data)).cleaned_data
    return game_words.take_word_back(game=game, word=said["word"], by=by)


ACTS: dict[str, Act] = {
    "draw": lambda game, _data, by: round_services.draw_rack(game=game, by=by),
    "type-rack": type_rack,
    "change-rack": change_rack,
    "put-back": lambda game, _data, by: round_services.put_back_rack(game=game, by=by),
    "open": lambda game, _data, by: round_services.open_round(game=game, by=by),
    "open-and-start": lambda game, _data, by: round_services.open_and_start(game=game, by=by),
    "start": lambda game, _data, by: round_services.start_clock(game=game, by=by),
    "pause": lambda game, _data, by: round_services.pause_clock(game=game, by=by),
    "extend": lambda game, _data, by: round_services.extend_clock(
        game=game, seconds=EXTENSION_SECONDS, by=by
    ),
    "end-round": lambda game, data, by: round_services.end_round(
        game=game, by=by, confirmed=data.getlist("confirmed")
    ),
    "announce": announce,
    "answer-question": answer_question,
    "choose-slip": choose_slip,
    "accept-word": accept_word,
    "refuse-word": refuse_word,
    "take-word-back": take_word_back,
    "show": show,
    "close-door": lambda game, _data, by: door.set_at_door(game=game, act="door_closed", by=by),
    "open-door": lambda game, _data, by: door.set_at_door(game=game, act="door_opened", by=by),
    "one-address": lambda game, _data, by: door.set_at_door(game=game, act="one_address_on", by=by),
    "many-addresses": lambda game, _data, by: door.set_at_door(game=game, act="one_address_off", by=by),
    "end-game": lambda game, _data, by: game_services.end_game(game=game, by=by),
    "resume": resume,
}


def _check_form(form: F) -> F:
    if not form.is_valid():
        raise FormRefused(form)
    return form
