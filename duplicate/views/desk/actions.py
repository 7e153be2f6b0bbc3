"""The acts of an arbitrator in a game, by the name that addresses and buttons use.

An act reads its own form, calls its use case, and refuses with the message of the use case or the form.
`FormRefused` carries the form that was not understood, so that nothing typed is lost.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from django.contrib.auth.models import User
from django.http import QueryDict

from duplicate.arbitration import corrections, game_words, questions
from duplicate.arbitration import services as arbitration_services
from duplicate.forms.corrections import CorrectionForm, DecidedWordForm, RackCorrectionForm, WordForm
from duplicate.forms.desk import AnnounceForm, AnswerForm, ChooseSlipForm, ShownForm, TypeRackForm
from duplicate.forms.screens import ScreensForm
from duplicate.games import door
from duplicate.games import services as game_services
from duplicate.models import Game
from duplicate.models.screens import OnScreens
from duplicate.rounds import screens
from duplicate.rounds import services as round_services
from tournaments.lexicons import additions
from tournaments.people.forms import PlainForm

EXTENSION_SECONDS = 30

NOTICE = "notice"
# The two dialogs in which words are accepted and refused.
WORD_DIALOGS = ("word-problems", "move-word-problems")
F = TypeVar("F", bound=PlainForm)


@dataclass(frozen=True, slots=True)
class DeskAct:
    """An act: `do` returns the text that the desk shows after it, if a str.

    `places` are the elements of the dashboard where that text stands, or why the act was refused.
    """

    do: Callable[[Game, QueryDict, User], object]
    places: tuple[str, ...] = (NOTICE,)


class FormRefused(Exception):
    """A form that could not be read; the form has the errors of each field."""

    def __init__(self, form: PlainForm) -> None:
        super().__init__("; ".join(form.problems()))
        self.form = form


def type_rack(game: Game, data: QueryDict, by: User) -> None:
    form = _check_form(TypeRackForm(data))
    round_services.type_rack(
        game=game,
        rack=form.cleaned_data["rack"],
        by=by,
        confirmed=data.getlist("confirmed"),
        shown=form.shown(),
    )


def change_rack(game: Game, data: QueryDict, by: User) -> None:
    said, shown = _check_form(RackCorrectionForm(data)).cleaned_data, _check_form(ShownForm(data)).shown()
    confirmed = data.getlist("confirmed")
    corrections.change_rack(game=game, **said, by=by, confirmed=confirmed, shown=shown)


def announce(game: Game, data: QueryDict, by: User) -> None:
    form = _check_form(AnnounceForm(data))
    reference, word = form.cleaned_data["move"]
    round_services.announce(
        game=game,
        number=form.cleaned_data["number"],
        key=form.cleaned_data["round"],
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


def accept_word(game: Game, data: QueryDict, by: User) -> str:
    said = _check_form(DecidedWordForm(data)).cleaned_data
    return game_words.accept_word(game=game, word=said["word"], reason=said["reason"], by=by).text()


def refuse_word(game: Game, data: QueryDict, by: User) -> str:
    said = _check_form(DecidedWordForm(data)).cleaned_data
    return game_words.refuse_word(game=game, word=said["word"], reason=said["reason"], by=by).text()


def take_word_back(game: Game, data: QueryDict, by: User) -> str:
    word = _check_form(WordForm(data)).cleaned_data["word"]
    return game_words.take_word_back(game=game, word=word, by=by).text()


def keep_word(game: Game, data: QueryDict, by: User) -> str:
    """Keep a word of the game among the organiser's additions."""
    word = game_words.find_word(game, _check_form(WordForm(data)).cleaned_data["word"])
    additions.keep_word(word, lexicon=game.lexicon, by=by)
    return additions.KEPT.format(word=word)


def remove_word(game: Game, data: QueryDict, by: User) -> str:
    """Remove a word of the game from the organiser's additions."""
    word = game_words.find_word(game, _check_form(WordForm(data)).cleaned_data["word"])
    additions.remove_kept_word(word, lexicon=game.lexicon, by=by)
    return additions.REMOVED.format(word=word)


def end_round(game: Game, data: QueryDict, by: User) -> None:
    shown = _check_form(ShownForm(data)).shown()
    round_services.end_round(game=game, by=by, confirmed=data.getlist("confirmed"), shown=shown)


def _in_shown_round(act: Callable[..., object]) -> Callable[[Game, QueryDict, User], None]:
    """Return an act of the flow of rounds that is done in no other round than the one that the page showed."""

    def do(game: Game, data: QueryDict, by: User) -> None:
        act(game=game, by=by, shown=_check_form(ShownForm(data)).shown())

    return do


def _check_form(form: F) -> F:
    if not form.is_valid():
        raise FormRefused(form)
    return form


ACTS: dict[str, DeskAct] = {
    "draw": DeskAct(_in_shown_round(round_services.draw_rack)),
    "type-rack": DeskAct(type_rack, ("type-rack-problems",)),
    "change-rack": DeskAct(change_rack, ("change-rack-problems",)),
    "put-back": DeskAct(_in_shown_round(round_services.put_back_rack)),
    "open": DeskAct(_in_shown_round(round_services.open_round)),
    "open-and-start": DeskAct(_in_shown_round(round_services.open_and_start)),
    "start": DeskAct(_in_shown_round(round_services.start_clock)),
    "pause": DeskAct(_in_shown_round(round_services.pause_clock)),
    "extend": DeskAct(_in_shown_round(partial(round_services.extend_clock, seconds=EXTENSION_SECONDS))),
    "end-round": DeskAct(end_round),
    "announce": DeskAct(announce),
    "answer-question": DeskAct(answer_question),
    "choose-slip": DeskAct(choose_slip),
    "accept-word": DeskAct(accept_word, WORD_DIALOGS),
    "refuse-word": DeskAct(refuse_word, WORD_DIALOGS),
    "take-word-back": DeskAct(take_word_back, WORD_DIALOGS),
    "keep-word": DeskAct(keep_word, WORD_DIALOGS),
    "remove-word": DeskAct(remove_word, WORD_DIALOGS),
    "show": DeskAct(show, ("show-problems",)),
    "speak": DeskAct(
        lambda game, _data, by: screens.set_speaking(game=game, speaks=True, by=by), ("show-problems",)
    ),
    "be-silent": DeskAct(
        lambda game, _data, by: screens.set_speaking(game=game, speaks=False, by=by), ("show-problems",)
    ),
    "close-door": DeskAct(lambda game, _data, by: door.set_at_door(game=game, act="door_closed", by=by)),
    "open-door": DeskAct(lambda game, _data, by: door.set_at_door(game=game, act="door_opened", by=by)),
    "one-address": DeskAct(lambda game, _data, by: door.set_at_door(game=game, act="one_address_on", by=by)),
    "many-addresses": DeskAct(
        lambda game, _data, by: door.set_at_door(game=game, act="one_address_off", by=by)
    ),
    "end-game": DeskAct(lambda game, _data, by: game_services.end_game(game=game, by=by)),
    "resume": DeskAct(resume),
}
# Emptied by the next act; the dialogs of words keep what they say until they open again.
EMPTIED = (NOTICE, "type-rack-problems", "change-rack-problems", "show-problems")
