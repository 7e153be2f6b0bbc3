"""Pages of training: for everybody, without an account. A device is known by a cookie, whose token only it has.

Everything that a round tells is worked out here on the server; a page has nothing of a top before the answer or a hint.
"""

from collections.abc import Callable
from functools import wraps
from types import SimpleNamespace
from typing import Any, Concatenate, ParamSpec, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from duplicate.forms import DeskForm
from duplicate.models import Game
from duplicate.public_events import games_to_look_at
from duplicate.training import devices, rounds, shown, starting
from duplicate.training_forms import AnswerForm, AtRandomForm, BringGameForm, WithClock
from duplicate.training_models import Trainee, Training, TrainingRound
from duplicate.views import strings
from duplicate.written_games import GameRefused
from engine.errors import EngineError
from tournaments.errors import RuleViolation
from tournaments.messages import message_for
from tournaments.models import Lexicon
from tournaments.views.board_strings import board_strings

P = ParamSpec("P")
COOKIE = "isotop_training"
GAMES_LISTED = 50
TRAININGS_LISTED = 10


class PerDeviceThrottle(SimpleRateThrottle):
    """Two acts a second for each device: more than anybody plays."""

    rate = "120/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:  # noqa: ARG002 - the signature is the framework's
        return f"training-{request.auth.pk}"


class NewDeviceThrottle(SimpleRateThrottle):
    """A club shares one address: a whole room may begin within a minute."""

    rate = "120/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:  # noqa: ARG002 - the signature is the framework's
        return f"new-trainee-{request.auth}"


class BringThrottle(SimpleRateThrottle):
    """A game that is brought along is played again as a whole: that takes its time, and nobody has ten a minute."""

    rate = "10/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:  # noqa: ARG002 - the signature is the framework's
        return f"bringing-{request.auth}"


def of_trainee(
    view: Callable[Concatenate[HttpRequest, Trainee, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A view for a device that is known; any other is asked to begin."""

    @never_cache
    @wraps(view)
    def known(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        trainee = _trainee(request)
        if trainee is None:
            return redirect("training")
        if request.method == "POST" and not _may(PerDeviceThrottle(), trainee):
            return _too_many(request)
        return view(request, trainee, *args, **kwargs)

    return known


@require_safe
@never_cache
def training(request: HttpRequest) -> HttpResponse:
    """What training is, how to begin, and what was begun."""
    return _home(request, AtRandomForm())


@require_POST
@never_cache
def start_at_random(request: HttpRequest) -> HttpResponse:
    form = AtRandomForm(request.POST)
    if not form.is_valid():
        return _home(request, form, status=422)
    data = form.cleaned_data

    def begin(trainee: Trainee) -> Training:
        return starting.start_at_random(
            trainee=trainee,
            lexicon=data["lexicon"],
            rules=data["rules"],
            notation=data["notation"],
            seconds=data["seconds"],
        )

    return _begun(request, begin)


@require_POST
@never_cache
def start_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """On a game of the club that everybody may look at."""
    game = get_object_or_404(games_to_look_at(), pk=game_id)
    form = WithClock(request.POST)
    seconds = form.cleaned_data["seconds"] if form.is_valid() else None
    try:
        return _begun(
            request, lambda trainee: starting.start_game(trainee=trainee, game=game, seconds=seconds)
        )
    except (RuleViolation, EngineError) as error:
        messages.error(request, message_for(error))
        return redirect("training")


@require_http_methods(["GET", "POST"])
@never_cache
def bring_game(request: HttpRequest) -> HttpResponse:
    """On a game from a file or text; what was typed stays until all of it is right."""
    form = BringGameForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        if not _may(BringThrottle(), request.META["REMOTE_ADDR"]):
            return _too_many(request)
        try:
            return _begun(request, lambda trainee: _brought(trainee, form))
        except GameRefused as refused:
            for error in refused.errors:
                form.add_error("text", error)
        except (RuleViolation, EngineError) as error:
            form.add_error("text", message_for(error))
    return render(
        request, "duplicate/training/bring.html", {"form": form}, status=422 if form.errors else 200
    )


@require_safe
@of_trainee
def training_round(request: HttpRequest, trainee: Trainee, training_id: int) -> HttpResponse:
    """The round that is played, or the answer to it with its top."""
    found = _training(trainee, training_id)
    round_ = rounds.current_round(found)
    if round_ is None or found.ended_at is not None:
        return render(request, "duplicate/training/ended.html", _facts(found))
    try:
        data = shown.round_data(round_)
    except EngineError as error:
        messages.error(request, message_for(error))
        return redirect("training")
    words = {
        "phone": strings.phone_strings(),
        "board": board_strings(),
        "clock": strings.clock_strings(),
    }
    context = _facts(found) | {"round": round_, "data": data, "strings": words}
    if round_.is_answered:
        return render(request, "duplicate/training/answer.html", context | {"answer": shown.answered(round_)})
    hints = {"hints": shown.hints_told(round_), "next_hint": shown.next_hint(round_)}
    return render(request, "duplicate/training/round.html", context | hints)


@require_POST
@of_trainee
def hint(request: HttpRequest, trainee: Trainee, training_id: int, number: int) -> HttpResponse:
    return _done(request, trainee, training_id, number, lambda round_: rounds.take_hint(round_=round_))


@require_POST
@of_trainee
def answer(request: HttpRequest, trainee: Trainee, training_id: int, number: int) -> HttpResponse:
    """A slip, or nothing from who gives up; what is no slip changes nothing, and the page has kept what was written."""
    form = AnswerForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(str(one) for errors in form.errors.values() for one in errors))
        return redirect("training-round", training_id)
    return _done(
        request, trainee, training_id, number, lambda round_: rounds.answer(round_=round_, **form.slip())
    )


@require_POST
@of_trainee
def next_round(request: HttpRequest, trainee: Trainee, training_id: int) -> HttpResponse:
    found = _training(trainee, training_id)
    try:
        rounds.open_round(training=found)
    except (RuleViolation, EngineError) as error:
        messages.error(request, message_for(error))
    return redirect("training-round", found.pk)


@require_POST
@of_trainee
def end(request: HttpRequest, trainee: Trainee, training_id: int) -> HttpResponse:  # noqa: ARG001 - a view
    found = _training(trainee, training_id)
    rounds.end_training(training=found)
    return redirect("training-round", found.pk)


@require_POST
@of_trainee
def go_on(request: HttpRequest, trainee: Trainee, training_id: int) -> HttpResponse:
    """It was ended too early."""
    found = _training(trainee, training_id)
    rounds.go_on(training=found)
    return next_round(request, training_id=found.pk)


@require_safe
@never_cache
def statistics(request: HttpRequest) -> HttpResponse:
    """What came of all trainings of this device."""
    trainee = _trainee(request)
    context = shown.statistics_page(trainee) if trainee else {}
    return render(request, "duplicate/training/statistics.html", context)


@require_POST
@of_trainee
def forget(request: HttpRequest, trainee: Trainee) -> HttpResponse:
    """Everything that is known of this device goes."""
    devices.forget_device(trainee=trainee)
    messages.success(request, gettext("Nothing is kept of your training on this device any more."))
    answered = redirect("training")
    answered.delete_cookie(COOKIE, samesite="Lax")
    return answered


# --- Inside -----------------------------------------------------------------------------------------------------------


def _home(request: HttpRequest, form: DeskForm, status: int = 200) -> HttpResponse:
    trainee = _trainee(request)
    mine = list(trainee.trainings.filter(ended_at=None)[:TRAININGS_LISTED]) if trainee else []
    context = {
        "form": form,
        "clock": WithClock(),
        "lexicons": Lexicon.objects.exists(),
        "games": games_to_look_at().order_by("-created_at")[:GAMES_LISTED],
        "mine": [(one, shown.name_of(one), shown.summary_so_far(one)) for one in mine],
        "known": trainee is not None,
    }
    return render(request, "duplicate/training/home.html", context, status=status)


def _begun(request: HttpRequest, begin: Callable[[Trainee], Training]) -> HttpResponse:
    """On to the first round; a device that is not known yet is from here on."""
    trainee, token = _trainee(request), ""
    if trainee is None:
        if not _may(NewDeviceThrottle(), request.META["REMOTE_ADDR"]):
            return _too_many(request)
        known = devices.know_device()
        trainee, token = known.trainee, known.token
    elif not _may(PerDeviceThrottle(), trainee):
        return _too_many(request)
    try:
        training = begin(trainee)
    except (GameRefused, RuleViolation, EngineError):
        if token:  # nobody has heard of it
            devices.forget_device(trainee=trainee)
        raise
    rounds.open_round(training=training)
    answered = redirect("training-round", training.pk)
    if token:
        answered.set_cookie(
            COOKIE, token, devices.KEPT, secure=request.is_secure(), httponly=True, samesite="Lax"
        )
    return answered


def _brought(trainee: Trainee, form: BringGameForm) -> Training:
    data = form.cleaned_data
    return starting.start_record(
        trainee=trainee,
        name=data["name"],
        text=data["record"],
        lexicon=data["lexicon"],
        rules=data["rules"],
        notation="english" if data["notation"] == Game.Notation.ENGLISH else "duplicate",
        seconds=data["seconds"],
    )


def _done(
    request: HttpRequest,
    trainee: Trainee,
    training_id: int,
    number: int,
    act: Callable[[TrainingRound], TrainingRound],
) -> HttpResponse:
    """An act in a round, and the round again."""
    found = _training(trainee, training_id)
    round_ = get_object_or_404(found.rounds, number=number)
    try:
        act(round_)
    except (RuleViolation, EngineError) as error:
        messages.error(request, message_for(error))
    return redirect("training-round", found.pk)


def _facts(training: Training) -> dict[str, Any]:
    return {
        "training": training,
        "name": shown.name_of(training),
        "sums": shown.summary_so_far(training),
    }


def _training(trainee: Trainee, training_id: int) -> Training:
    """One of one's own: of anybody else's nobody is told that it exists."""
    return get_object_or_404(trainee.trainings, pk=training_id)


def _trainee(request: HttpRequest) -> Trainee | None:
    return devices.trainee_for_token(request.COOKIES.get(COOKIE, ""))


def _may(throttle: SimpleRateThrottle, who: object) -> bool:
    """Counted as the API counts."""
    return throttle.allow_request(cast(Request, SimpleNamespace(auth=who)), cast(APIView, None))


def _too_many(request: HttpRequest) -> HttpResponse:
    return render(request, "duplicate/training/busy.html", status=429)
