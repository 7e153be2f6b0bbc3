"""What an arbitrator does in a game, by the name that the address and the buttons have for it.

An act reads its own form, calls its use case, and refuses with what the use case or the form says. `Refused`
carries the form that was not understood, so that nothing typed is lost.
"""

from collections.abc import Callable
from typing import TypeVar

from django.contrib.auth.models import User
from django.db import transaction
from django.http import QueryDict

from duplicate import corrections, games, play, questions, screens
from duplicate.correction_forms import CorrectionForm, RackCorrectionForm
from duplicate.forms import AnnounceForm, AnswerForm, DeskForm, TypeRackForm
from duplicate.models import Game
from duplicate.screen_forms import ScreensForm
from duplicate.screen_models import OnScreens

EXTENSION_SECONDS = 30

Act = Callable[[Game, QueryDict, User], object]
F = TypeVar("F", bound=DeskForm)


class Refused(Exception):
    """A form that could not be read; the form says what is wrong where."""

    def __init__(self, form: DeskForm) -> None:
        super().__init__("; ".join(form.problems()))
        self.form = form


def type_rack(game: Game, data: QueryDict, by: User) -> None:
    form = _checked(TypeRackForm(data))
    play.type_rack(game=game, rack=form.cleaned_data["rack"], by=by)


@transaction.atomic
def open_and_start(game: Game, _data: QueryDict, by: User) -> None:
    """Two acts with one key: the rack goes out and the clock starts."""
    play.open_round(game=game, by=by)
    play.start_clock(game=game, by=by)


def change_rack(game: Game, data: QueryDict, by: User) -> None:
    said = _checked(RackCorrectionForm(data)).cleaned_data
    corrections.change_rack(game=game, rack=said["rack"], reason=said["reason"], by=by)


def announce(game: Game, data: QueryDict, by: User) -> None:
    form = _checked(AnnounceForm(data))
    reference, word = form.cleaned_data["move"]
    play.announce(
        game=game,
        number=form.cleaned_data["number"],
        reference=reference,
        word=word,
        by=by,
        confirmed=data.getlist("confirmed"),
    )


def answer_question(game: Game, data: QueryDict, by: User) -> None:
    form = _checked(AnswerForm(data))
    answered = form.cleaned_data
    questions.answer_question(game=game, question_id=answered["question"], answer=answered["answer"], by=by)


def show(game: Game, data: QueryDict, by: User) -> None:
    """Remote control of the big screens."""
    form = _checked(ScreensForm(data, game))
    said = form.cleaned_data
    screens.show_on_screens(
        game=game, mode=OnScreens.Mode(said["mode"]), by=by, room=said["room"], minutes=said["minutes"]
    )


def resume(game: Game, data: QueryDict, by: User) -> None:
    form = _checked(CorrectionForm(data))
    corrections.resume_game(game=game, reason=form.cleaned_data["reason"], by=by)


ACTS: dict[str, Act] = {
    "draw": lambda game, _data, by: play.draw_rack(game=game, by=by),
    "type-rack": type_rack,
    "change-rack": change_rack,
    "put-back": lambda game, _data, by: play.put_back_rack(game=game, by=by),
    "open": lambda game, _data, by: play.open_round(game=game, by=by),
    "open-and-start": open_and_start,
    "start": lambda game, _data, by: play.start_clock(game=game, by=by),
    "pause": lambda game, _data, by: play.pause_clock(game=game, by=by),
    "extend": lambda game, _data, by: play.extend_clock(game=game, seconds=EXTENSION_SECONDS, by=by),
    "end-round": lambda game, data, by: play.end_round(game=game, by=by, confirmed=data.getlist("confirmed")),
    "announce": announce,
    "answer-question": answer_question,
    "show": show,
    "end-game": lambda game, _data, by: games.end_game(game=game, by=by),
    "resume": resume,
}


def _checked(form: F) -> F:
    if not form.is_valid():
        raise Refused(form)
    return form
